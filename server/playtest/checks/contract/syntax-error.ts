import type { EnvironmentError } from '../../../protocol/driver.ts';
import type { Check } from '../../check.ts';
import { ownerOf, raisedAt, sceneAtLoad } from '../../raised.ts';

/** CPython cannot compile the source. */
export const syntaxError: Check = {
  code: 'SP115',
  atLoad({ fault }, _, settings, source) {
    if (!('error' in fault) || ownerOf(fault.error, 'load', sceneAtLoad(source, settings)) !== 'SP115')
      return [];
    const { error } = fault;
    const line = raisedAt(error);
    const cause = causeOf(error, line ?? 1, source.split('\n'));
    return [
      {
        message: `Python cannot compile this source: ${error.message}${line === null ? '' : ` (line ${line})`}. ${cause.says}`,
        line: cause.line ?? line ?? 1,
        evidence: { observed: `${error.type}: ${error.message}` },
      },
    ];
  },
};

interface Cause {
  readonly says: string;
  /** Where to mend it, if not where CPython stopped. */
  readonly line?: number;
}

const FENCE = /^\s*(?:```|~~~)/;
const FSTRING = /\b(?:[fF][rR]?|[rR][fF])(?:'|")/;

/** What probably went wrong, as generated sources go wrong. */
function causeOf({ type, message }: EnvironmentError, line: number, lines: readonly string[]): Cause {
  const text = lines[line - 1] ?? '';
  const fence = lines.findIndex((other) => FENCE.test(other));
  if (fence >= 0 && (fence + 1 <= line || prose(lines, line))) {
    return {
      says: 'A markdown code fence stands around or inside the code. Remove the lines of backticks.',
      line: fence + 1,
    };
  }
  if (type === 'UnicodeEncodeError')
    return { says: 'The text holds half of a surrogate pair, which no file can store. Remove it.' };
  if (
    /^(?:f-string|t-string)/.test(message) ||
    (FSTRING.test(text) && /boxed\{|\\[a-z]+\{|\{\s*\}/.test(text))
  )
    return {
      says: 'In an f-string a brace that is meant as text is doubled: `\\\\boxed{{answer}}`, `{{}}`.',
    };
  const quote = /[‘’“”«»]/.exec(text)?.[0];
  if (quote && message.includes('invalid character'))
    return { says: `The quotation mark ${quote} is typographic. Use ' or ".` };
  if (type === 'TabError' || /inconsistent use of tabs|unindent does not match/.test(message))
    return {
      says: 'Tabs and spaces are mixed, or a block is indented in two ways. Indent with four spaces.',
    };
  if (prose(lines, line)) return { says: 'This line is a sentence, not code. Keep only the Python source.' };
  if (cutOff(message, line, lines))
    return {
      says: 'The source seems to be cut off here: it was generated up to its length limit. Write it to the end.',
    };
  if (/^Missing parentheses in call to 'print'/.test(message))
    return { says: 'This is Python 2. Remove it or call print(…).' };
  return { says: 'Nothing of it can be loaded until this line is mended.' };
}

/** Words in a row that begin like a sentence, before any class has begun. */
function prose(lines: readonly string[], line: number): boolean {
  const before = lines.slice(0, line - 1).some((other) => /^(?:class|import|from)\s/.test(other));
  const text = lines[line - 1] ?? '';
  return (
    !text.startsWith(' ') &&
    /^(?:[A-Z][\w']*|\*\*|#+)(?:[ ,][\w'’-]+){2,}/.test(text) &&
    (!before || /[.:!]$/.test(text.trim()))
  );
}

/** The trouble is at the end of the text, where something is still open. */
function cutOff(message: string, line: number, lines: readonly string[]): boolean {
  const last = lines.findLastIndex((text) => text.trim() !== '') + 1;
  if (
    /was never closed|unterminated|unexpected EOF|expected an indented block|expected 'except' or 'finally'/.test(
      message,
    )
  )
    return line >= last - 1 || /was never closed|unterminated triple/.test(message);
  return line >= last && /invalid syntax|expected ':'/.test(message);
}
