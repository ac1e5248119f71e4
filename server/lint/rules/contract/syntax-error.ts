import { positionAt } from '../../../analysis/parse.ts';
import type { LintContext, LintRule } from '../../rule.ts';

/**
 * CPython cannot compile the source. The parser reads over what it does not understand and notes it; it notes
 * nothing in a source that CPython accepts. What only CPython knows comes by running.
 */
export const syntaxError: LintRule = {
  code: 'SP115',
  anywhere: true,
  check(context) {
    const { document } = context;
    const [first] = document.problems.toSorted((a, b) => a.start - b.start);
    if (!first) return;
    const { line } = positionAt(document, first.start);
    const lines = context.text.split('\n');
    // SP704 tells of the fence, and mends it.
    if (lines.some((text) => FENCE.test(text))) return;
    const end = Math.max(first.end, first.start + 1);
    const says = causeOf(first.message, line, lines, context);
    context.report(
      { start: Math.min(first.start, context.text.length), end: Math.min(end, context.text.length) },
      `Python cannot compile this source: ${first.message} (line ${line}). ${says}`,
    );
  },
};

const FENCE = /^\s*(?:```|~~~)/;
const FSTRING = /\b(?:[fF][rR]?|[rR][fF])(?:'|")/;

/** What probably went wrong, as generated sources go wrong. */
function causeOf(message: string, line: number, lines: readonly string[], { facts }: LintContext): string {
  const text = lines[line - 1] ?? '';
  const inFormat = facts
    .nodes('Interpolation')
    .some(({ broken, start }) => broken && positionAt(facts.document, start).line === line);
  if (inFormat || /f-string/.test(message) || (FSTRING.test(text) && /boxed\{|\{\s*\}/.test(text)))
    return 'In an f-string a brace that is meant as text is doubled: `\\\\boxed{{answer}}`, `{{}}`.';
  const quote = /[‘’“”«»]/.exec(text)?.[0];
  if (quote && message.includes('no place')) return `The quotation mark ${quote} is typographic. Use ' or ".`;
  if (/indentation/.test(message))
    return 'A block is indented in two ways, or tabs and spaces are mixed. Indent with four spaces.';
  if (isProse(lines, line)) return 'This line is a sentence, not code. Keep only the Python source.';
  if (/^\s*(?:print|exec)\s+["'\w]/.test(text)) return 'This is Python 2. Remove it or call print(…).';
  const last = lines.findLastIndex((one) => one.trim() !== '') + 1;
  if (line >= last - 1 || /not closed/.test(message))
    return 'If the source is cut off here, it was generated up to its length limit: write it to the end.';
  return 'Nothing of it can be loaded until this line is mended.';
}

/** Words in a row that begin like a sentence, before any class has begun or behind the code. */
function isProse(lines: readonly string[], line: number): boolean {
  const before = lines.slice(0, line - 1).some((other) => /^(?:class|import|from)\s/.test(other));
  const text = lines[line - 1] ?? '';
  return (
    !text.startsWith(' ') &&
    /^(?:[A-Z][\w']*|\*\*|#+)(?:[ ,][\w'’-]+){2,}/.test(text) &&
    (!before || /[.:!]$/.test(text.trim()))
  );
}
