/** Edits that fixes are made of, and the places that findings mark. */
import type { SourceDocument } from '../analysis/parse.ts';
import type { ClassDef, FunctionDef, Node, Statement } from '../analysis/python/syntax.ts';
import type { Replacement, Span } from './rule.ts';

/** The name in a definition, where a finding about the whole of it stands. */
export const nameSpan = ({ nameStart, name }: FunctionDef | ClassDef): Span => ({
  start: nameStart,
  end: nameStart + name.length,
});

export const insertion = (at: number, text: string): Replacement => ({ start: at, end: at, text });

export const replacement = ({ start, end }: Span, text: string): Replacement => ({ start, end, text });

/** The block that a statement stands in. */
export function blockOf(statement: Statement): readonly Statement[] {
  const { parent } = statement;
  if (!parent) return [];
  const blocks: (readonly Node[])[] = [];
  if ('body' in parent && Array.isArray(parent.body)) blocks.push(parent.body);
  if ('orelse' in parent && Array.isArray(parent.orelse)) blocks.push(parent.orelse);
  if ('finalbody' in parent) blocks.push(parent.finalbody);
  return (blocks.find((block) => block.includes(statement)) ?? []) as readonly Statement[];
}

/**
 * Takes a statement out with its lines and the comment behind it, or puts `pass` in its place where it is the only
 * one of its block. `undefined` where it shares a line with other code.
 */
export function removal({ text }: SourceDocument, statement: Statement): Replacement | undefined {
  const lineStart = text.lastIndexOf('\n', statement.start - 1) + 1;
  const newline = text.indexOf('\n', statement.end);
  const lineEnd = newline < 0 ? text.length : newline + 1;
  const alone =
    /^[ \t]*$/.test(text.slice(lineStart, statement.start)) &&
    /^[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(statement.end, lineEnd));
  if (blockOf(statement).length < 2) return replacement(statement, 'pass');
  return alone ? { start: lineStart, end: lineEnd, text: '' } : undefined;
}

/** Inserts a line before a statement, indented like it; `undefined` where it does not begin its line. */
export function lineBefore(
  { text }: SourceDocument,
  statement: Statement,
  line: string,
): Replacement | undefined {
  const lineStart = text.lastIndexOf('\n', statement.start - 1) + 1;
  const indent = text.slice(lineStart, statement.start);
  return /^[ \t]*$/.test(indent) ? insertion(lineStart, `${indent}${line}\n`) : undefined;
}

/** Inserts an import: behind the imports at the top, else behind the docstring, else before the first statement. */
export function importInsertion({ text, tree }: SourceDocument, statement: string): Replacement {
  let last: Statement | undefined;
  for (const [i, one] of tree.body.entries()) {
    const isDocstring = i === 0 && one.kind === 'ExpressionStatement' && one.value.kind === 'Str';
    if (one.kind !== 'Import' && one.kind !== 'ImportFrom' && !isDocstring) break;
    last = one;
  }
  if (!last) return insertion(tree.body[0]?.start ?? 0, `${statement}\n`);
  const newline = text.indexOf('\n', last.end);
  return newline < 0 ? insertion(text.length, `\n${statement}\n`) : insertion(newline + 1, `${statement}\n`);
}
