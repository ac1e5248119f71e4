/**
 * `# spade: ignore[SP505, SP507] reason`: the author knows and has decided otherwise. On a line it counts for that
 * line; on the line of a `def` or `class`, for the whole of it; alone on a line, for the next line with code.
 */

import type { SourceDocument } from '../analysis/parse.ts';
import { positionAt } from '../analysis/parse.ts';
import { walk } from '../analysis/python/visit.ts';
import { findRule, ruleOf } from '../contract/rules.ts';
import type { Finding, RuleCode } from '../protocol/finding.ts';

export interface Suppression {
  readonly codes: readonly RuleCode[];
  /** Words that name no rule. */
  readonly unknown: readonly string[];
  readonly reason: string;
  /** The line of the comment, and the lines that it counts for, first and last, from 1. */
  readonly line: number;
  readonly first: number;
  readonly last: number;
}

const COMMENT = /#\s*spade:\s*ignore(?:\[([^\]]*)\])?(.*)$/;

/** The suppressions of a document, in source order. */
export function suppressionsOf(document: SourceDocument): Suppression[] {
  if (!document.text.includes('spade:')) return [];
  const lines = document.text.split('\n');
  const inText = textLines(document);
  const blocks = definitions(document);
  return lines.flatMap((text, index) => {
    const line = index + 1;
    const found = COMMENT.exec(text);
    if (!found || inText(line, found.index)) return [];
    const target = text.trimStart().startsWith('#') ? nextCode(lines, line) : line;
    const words = (found[1] ?? '').split(/[\s,]+/).filter(Boolean);
    const rules = words.map((word) => findRule(word)?.code);
    return [
      {
        codes: rules.filter((code) => code !== undefined),
        unknown: words.filter((_, at) => rules[at] === undefined),
        reason: (found[2] ?? '').trim(),
        line,
        first: target,
        last: blocks.get(target) ?? target,
      },
    ];
  });
}

function nextCode(lines: readonly string[], line: number): number {
  for (let next = line + 1; next <= lines.length; next++) {
    const text = (lines[next - 1] ?? '').trim();
    if (text && !text.startsWith('#')) return next;
  }
  return line;
}

/** Last line by first line of every function and class, decorators included. */
function definitions(document: SourceDocument): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  walk(document.tree, (node) => {
    if (node.kind !== 'FunctionDef' && node.kind !== 'ClassDef') return;
    const last = positionAt(document, node.end).line;
    const { line: first } = positionAt(document, node.start);
    const body = positionAt(document, node.body[0]?.start ?? node.start).line;
    // A header may be broken over lines, and decorators stand before it: each of them stands for the whole.
    for (let line = first; line < Math.max(body, first + 1); line++) found.set(line, last);
  });
  return found;
}

/** Does the place lie inside a string? Such text only looks like a comment. */
function textLines(document: SourceDocument): (line: number, column: number) => boolean {
  const spans: { start: number; end: number }[] = [];
  walk(document.tree, (node) => {
    if (node.kind === 'Str') spans.push(node);
  });
  return (line, column) => {
    const at = (document.lineStarts[line - 1] ?? 0) + column;
    return spans.some((span) => span.start < at && at < span.end);
  };
}

export interface Suppressed {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Finding[];
}

/**
 * Takes out what is suppressed, and adds what is wrong with the suppressions themselves (SP806).
 * @param judged codes that were looked for: a suppression of another one cannot be called unused.
 */
export function applySuppressions(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  judged: ReadonlySet<RuleCode>,
): Suppressed {
  const used = new Map<Suppression, Set<RuleCode>>();
  const suppressed: Finding[] = [];
  const kept = findings.filter((finding) => {
    const { line } = finding.range.start;
    const by = suppressions.filter(
      ({ codes, first, last }) => codes.includes(finding.code) && first <= line && line <= last,
    );
    for (const suppression of by)
      used.set(suppression, (used.get(suppression) ?? new Set()).add(finding.code));
    if (by.length > 0) suppressed.push(finding);
    return by.length === 0;
  });
  const complaints = suppressions.flatMap((suppression) =>
    complaintsOf(suppression, used.get(suppression), judged),
  );
  return { kept: [...kept, ...complaints], suppressed };
}

function complaintsOf(
  suppression: Suppression,
  used: ReadonlySet<RuleCode> | undefined,
  judged: ReadonlySet<RuleCode>,
): Finding[] {
  const messages = suppression.unknown.map(
    (word) => `There is no rule \`${word}\`, so this comment suppresses nothing. \`spade rules\` lists them.`,
  );
  if (suppression.codes.length === 0 && suppression.unknown.length === 0) {
    messages.push(
      'This comment names no rule, so it suppresses nothing. Write `# spade: ignore[CODE] reason`.',
    );
  }
  for (const code of suppression.codes) {
    if (judged.has(code) && !used?.has(code))
      messages.push(`${code} is not found here any more: take it out of the comment.`);
  }
  const { code, name, severity } = ruleOf('SP806');
  const start = { line: suppression.line, column: 0 };
  const range = { start, end: { line: suppression.line, column: 1 } };
  return messages.map((message) => ({ code, name, severity, message, range, by: 'static' }));
}
