/** Fields of f-strings that stand right behind `\boxed`, where braces were meant as text. */
import { freeNames } from '../analysis/free-names.ts';
import { importsOf } from '../analysis/imports.ts';
import { nodesOf } from '../analysis/nodes.ts';
import type { SourceDocument } from '../analysis/parse.ts';
import type { Interpolation, StringLiteral } from '../analysis/python/syntax.ts';
import { walk } from '../analysis/python/visit.ts';
import type { Replacement } from './rule.ts';

export interface BoxedField {
  readonly node: Interpolation;
  /** What stands between the braces. */
  readonly content: string;
  /**
   * `no-expression`: Python cannot read it; `unknown`: it reads names that nothing in the source binds, or none at
   * all; `value`: it shows a value, without braces around.
   */
  readonly kind: 'no-expression' | 'unknown' | 'value';
  /** Doubles the braces; `undefined` where that is not all there is to mend. */
  readonly edits: readonly Replacement[] | undefined;
}

/** `\boxed`, or what a lone backslash in a string that is not raw makes of it. */
const BOXED = /(?:\\b|\u0008)oxed\s*$/;

/** In source order. */
export function boxedFields(document: SourceDocument): readonly BoxedField[] {
  const { text, tree } = document;
  if (!text.includes('oxed')) return [];
  return nodesOf(tree, 'Interpolation').flatMap((node): BoxedField[] => {
    const literal = node.parent;
    if (literal?.kind !== 'StringLiteral') return [];
    const before = literal.segments[literal.segments.indexOf(node) - 1];
    if (before?.kind !== 'TextSegment' || before.end !== node.start || !BOXED.test(before.value)) return [];
    const content = text.slice(node.start + 1, node.end).replace(/\}$/, '');
    const kind = kindOf(document, node);
    const edits = kind === 'value' ? undefined : doubled(text, literal, node, content);
    return [{ node, content, kind, edits }];
  });
}

function kindOf({ tree }: SourceDocument, node: Interpolation): BoxedField['kind'] {
  if (node.broken || node.value.kind === 'Missing') return 'no-expression';
  const free = freeNames(tree);
  let names = 0;
  let unbound = 0;
  let builtin = 0;
  walk(node, (one) => {
    if (one.kind !== 'Name') return true;
    names++;
    if (free.get(one.id)?.includes(one)) {
      if (BUILTINS.has(one.id)) builtin++;
      else unbound++;
    }
    return true;
  });
  // After `from x import *` any name may be bound.
  if (unbound > 0 && importsOf(tree).some(({ bound }) => bound === '*')) return 'value';
  return unbound > 0 || names === builtin ? 'unknown' : 'value';
}

function doubled(
  text: string,
  literal: StringLiteral,
  { start, end }: Interpolation,
  content: string,
): readonly Replacement[] | undefined {
  const quote = text.charAt(literal.contentEnd);
  const closed = text.charAt(end - 1) === '}';
  if (!closed || /[{}]/.test(content) || (!literal.triple && content.includes(quote))) return undefined;
  return [
    { start, end: start, text: '{' },
    { start: end, end, text: '}' },
  ];
}

/** Builtins that a designer may write as a word: nobody shows a builtin itself in a box. */
const BUILTINS: ReadonlySet<string> = new Set(
  `abs all any ascii bin bool bytes callable chr complex dict dir divmod enumerate filter float format frozenset hash
  help hex id input int iter len list map max min next object oct open ord pow print range repr reversed round set
  slice sorted str sum super tuple type vars zip`.split(/\s+/),
);
