/** String literals: where one ends, and what its text is. */
import { matchesAt, STATEMENT_WORD } from './tokens.ts';

const BACKSLASH = 92;
const NEWLINE = 10;
const OPEN = 123;
const CLOSE = 125;
/** Deeper f-strings inside f-strings than this are not followed. */
const MAX_NESTING = 12;

export interface Scan {
  readonly end: number;
  readonly terminated: boolean;
}

const isQuote = (code: number): boolean => code === 34 || code === 39;

/** The quote at `at`, three of them when the string is triple-quoted. */
export function quoteAt(text: string, at: number): string {
  const quote = text.charAt(at);
  return text.charAt(at + 1) === quote && text.charAt(at + 2) === quote ? quote.repeat(3) : quote;
}

/** Places of the latest text where no f-string could be read: without this memory, f-strings left open inside
 * f-strings left open would be tried over and over. */
const failed = { text: '', places: new Set<number>() };

function hasFailed(text: string, at: number): boolean {
  if (failed.text !== text) {
    failed.text = text;
    failed.places.clear();
  }
  return failed.places.has(at);
}

/** Finds the end of the string whose opening quote is at `at`. An unterminated one ends with its line. */
export function scanString(text: string, at: number, limit: number, format: boolean, nesting = 0): Scan {
  const quote = quoteAt(text, at);
  if (format && nesting < MAX_NESTING && !hasFailed(text, at)) {
    const end = scanFormat(text, at + quote.length, limit, quote, nesting);
    if (end >= 0) return { end, terminated: true };
    failed.places.add(at);
  }
  return scanPlain(text, at + quote.length, limit, quote);
}

function scanPlain(text: string, from: number, limit: number, quote: string): Scan {
  const code = quote.charCodeAt(0);
  const triple = quote.length === 3;
  for (let i = from; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) i++;
    else if (c === code && (!triple || text.startsWith(quote, i)))
      return { end: i + quote.length, terminated: true };
    else if (c === NEWLINE && !triple) return { end: i, terminated: false };
  }
  if (!triple) return { end: limit, terminated: false };
  const line = text.indexOf('\n', from);
  return { end: line < 0 || line > limit ? limit : line, terminated: false };
}

/** As PEP 701 has it: the quote may recur inside a replacement field. -1 when that reading does not come out. */
function scanFormat(text: string, from: number, limit: number, quote: string, nesting: number): number {
  const code = quote.charCodeAt(0);
  const triple = quote.length === 3;
  let i = from;
  while (i < limit) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) {
      const next = text.charCodeAt(i + 1);
      if (text.startsWith('N{', i + 1)) i = skipTo(text, i, CLOSE, limit);
      i += next === OPEN || next === CLOSE ? 1 : 2;
    } else if (c === code && (!triple || text.startsWith(quote, i))) return i + quote.length;
    else if (c === NEWLINE && !triple) return -1;
    else if (c === OPEN && text.charCodeAt(i + 1) === OPEN) i += 2;
    else if (c === OPEN) {
      i = scanField(text, i + 1, limit, quote, nesting);
      if (i < 0) return -1;
    } else i++;
  }
  return -1;
}

function skipTo(text: string, from: number, code: number, limit: number): number {
  let i = from;
  while (i < limit && text.charCodeAt(i) !== code && text.charCodeAt(i) !== NEWLINE) i++;
  return i;
}

/** From just after `{` to just after its `}`; -1 when there is none. */
function scanField(text: string, from: number, limit: number, quote: string, nesting: number): number {
  let depth = 0;
  for (let i = from; i < limit; i++) {
    const c = text.charCodeAt(i);
    if (isQuote(c)) {
      const string = scanString(text, i, limit, isFormatPrefix(text, i, from), nesting + 1);
      if (!string.terminated) return -1;
      i = string.end - 1;
    } else if (c === 40 || c === 91 || c === OPEN) depth++;
    else if (c === 41 || c === 93) depth--;
    else if (c === CLOSE) {
      if (depth <= 0) return i + 1;
      depth--;
    } else if (c === 58 && depth === 0) return scanSpec(text, i + 1, limit, quote, nesting);
    else if (c === NEWLINE && quote.length === 1 && matchesAt(STATEMENT_WORD, text, skipBlank(text, i + 1)))
      return -1;
  }
  return -1;
}

/** A format specification, which may hold fields of its own. */
function scanSpec(text: string, from: number, limit: number, quote: string, nesting: number): number {
  let i = from;
  while (i < limit) {
    const c = text.charCodeAt(i);
    if (c === CLOSE) return i + 1;
    if (c === NEWLINE && quote.length === 1) return -1;
    if (c === quote.charCodeAt(0) && text.startsWith(quote, i)) return -1;
    if (c === OPEN && nesting < MAX_NESTING) {
      i = scanField(text, i + 1, limit, quote, nesting + 1);
      if (i < 0) return -1;
    } else i++;
  }
  return -1;
}

function skipBlank(text: string, from: number): number {
  let i = from;
  while (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9) i++;
  return i;
}

/** Whether the letters before the quote at `at` (not before `from`) make it a format string. */
export function isFormatPrefix(text: string, at: number, from: number): boolean {
  for (let i = at - 1; i >= from && i >= at - 2; i--) {
    const c = text.charCodeAt(i) | 32;
    if (c === 102 || c === 116) return true;
    if (c !== 114) return false;
  }
  return false;
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^}\n]*)\}|([0-7]{1,3})|(\r\n|[\s\S]))/g;

/** Resolves the escapes of a string that is not raw. A named character (`\N{…}`) becomes U+FFFD. */
export function resolveEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    ESCAPE,
    (whole, x?: string, u?: string, U?: string, name?: string, octal?: string, other?: string) => {
      const hex = x ?? u ?? U;
      if (hex !== undefined) {
        const code = Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      }
      if (name !== undefined) return '\ufffd';
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      if (other === '\r\n') return '';
      return SIMPLE[other ?? ''] ?? whole;
    },
  );
}
