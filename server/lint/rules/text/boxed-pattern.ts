import type { PatternUse } from '../../../analysis/patterns-of.ts';
import { patternsOf } from '../../../analysis/patterns-of.ts';
import type { StringLiteral } from '../../../analysis/python/syntax.ts';
import { insertion, replacement } from '../../edits.ts';
import type { Fixing, LintContext, LintRule } from '../../rule.ts';

/** What a group takes from the box, by its source in the pattern. */
const GREEDY = /^(?:\.|\[\\s\\S\]|\[\\S\\s\]|\[\\w\\W\])[*+]$/;
const ANY =
  /boxed\s*(?:\\s\*)?\\?\{(?:\\s\*)?\((?:\?P<\w+>)?(\.|\[\^\\?\}\]|\[\\s\\S\]|\[\\S\\s\]|\[\\w\\W\])([*+]\??)\)(?:\\s\*)?\\?\}/;

/** The pattern that reads `\boxed{…}` takes too much, too little, or nothing. */
export const boxedPattern: LintRule = {
  code: 'SP703',
  anywhere: true,
  check(context) {
    const { facts, text } = context;
    if (!text.includes('boxed')) return;
    const seen = new Set<PatternUse['literal']>();
    for (const use of patternsOf(facts.document.tree)) {
      if (seen.has(use.literal) || !use.value.includes('boxed')) continue;
      seen.add(use.literal);
      if (boundary(use.value) !== undefined) reportBoundary(context, use);
      else reportGroup(context, use);
    }
  },
};

/** Where a single backslash stands before `boxed`: `re` reads `\b` as a word boundary. */
function boundary(value: string): number | undefined {
  const match = /(?<!\\)(?:\\\\)*\\boxed/.exec(value);
  return match ? match.index + match[0].length - '\\boxed'.length : undefined;
}

function reportBoundary(context: LintContext, { literal }: PatternUse): void {
  const [part] = literal.literals;
  const source = part && context.text.slice(part.contentStart, part.contentEnd);
  const fix = part && source !== undefined ? escaped(part, source) : undefined;
  context.report(
    literal,
    'In this pattern `re` reads `\\b` as a word boundary, so it wants the letters `oxed` and matches no `\\boxed{…}`: no answer is ever read. Write `r"\\\\boxed\\{…"`.',
    { severity: 'error', ...(fix && literal.literals.length === 1 ? { fix } : {}) },
  );
}

function escaped(part: StringLiteral, source: string): Fixing | undefined {
  const lone = part.raw ? /(?<!\\)(?:\\\\)*\\boxed/ : /(?<!\\)(?:\\{4})*\\\\boxed/;
  const match = lone.exec(source);
  if (!match || part.format) return undefined;
  const at = part.contentStart + match.index + match[0].length - 'boxed'.length;
  return { title: 'Escape the backslash for re', edits: [insertion(at, part.raw ? '\\' : '\\\\')] };
}

function reportGroup(context: LintContext, { literal, value, how }: PatternUse): void {
  const match = ANY.exec(value);
  const [, taken = '', count = ''] = match ?? [];
  if (!match) return;
  const anchored =
    how === 'fullmatch' || /^\s*(?:\\s\*)?(?:\$|\\Z)/.test(value.slice(match.index + match[0].length));
  const greedy = GREEDY.test(taken + count);
  if (greedy && anchored) return;
  const more = fixOf(context, literal.literals, taken + count);
  context.report(
    literal,
    greedy
      ? `\`(${taken}${count})\` is greedy: it takes everything up to the last brace of the answer, so two boxes, or a brace behind the box, spoil a right answer. Take what the braces hold: \`((?:[^{}]|\\{[^{}]*\\})*)\`.`
      : `\`(${taken}${count})\` stops at the first closing brace${taken === '.' ? ' and does not cross a line break' : ''}, so \`\\boxed{\\frac{1}{2}}\` is read as \`\\frac{1\`. If an answer can hold braces, write \`((?:[^{}]|\\{[^{}]*\\})*)\`.`,
    { severity: greedy ? 'warning' : 'information', ...(more ? { fix: more } : {}) },
  );
}

function fixOf({ text }: LintContext, parts: readonly StringLiteral[], taken: string): Fixing | undefined {
  const [part] = parts;
  if (!part || parts.length > 1 || part.format) return undefined;
  const source = text.slice(part.contentStart, part.contentEnd);
  const written = part.raw ? taken : taken.replaceAll('\\', '\\\\');
  const box = source.indexOf('boxed');
  const at = source.indexOf(`${written})`, box);
  if (box < 0 || at < 0) return undefined;
  const one = part.raw ? '[^{}]|\\{[^{}]*\\}' : '[^{}]|\\\\{[^{}]*\\\\}';
  const start = part.contentStart + at;
  return {
    title: 'Take one level of braces',
    edits: [
      replacement({ start, end: start + written.length }, `(?:${one})${taken.includes('+') ? '+' : '*'}`),
    ],
  };
}
