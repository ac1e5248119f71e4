/**
 * Python source to tokens, tolerant of half-typed code: a bracket left open ends where a line can only begin a new
 * statement, a string left open ends with its line, and a dedent to no known level goes to the nearest one.
 */
import { isFormatPrefix, scanString } from './strings.ts';
import {
  DEDENT,
  DOTTED_ASSIGNMENT,
  END,
  HEADER,
  INDENT,
  matchesAt,
  NEWLINE,
  NUMBER,
  operatorAt,
  STATEMENT_WORD,
  STRAY,
  STRING,
  T,
  TEXTS,
  wordKind,
} from './tokens.ts';

export interface SyntaxProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** Parallel arrays, one entry a token; the last is `END`. */
export interface Tokens {
  readonly kinds: number[];
  readonly starts: number[];
  readonly ends: number[];
}

/** CPython's own limit. Deeper lines stay at the deepest level. */
const MAX_INDENTS = 100;
const TAB = 8;
const NUMBER_PATTERN =
  /0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d[\d_]*)?[jJ]?/y;
const NAME_PATTERN = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;

/** 1: begins a name, 2: digit. */
const CLASSES = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  if ((c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === 95) CLASSES[c] = 1;
  else if (c >= 48 && c <= 57) CLASSES[c] = 2;
}
const OPENERS = new Set([T.LPAR, T.LSQB, T.LBRACE]);
const CLOSES = new Map([
  [T.RPAR, T.LPAR],
  [T.RSQB, T.LSQB],
  [T.RBRACE, T.LBRACE],
]);

/** Tokens of `text` from `from` to `to`. Inside brackets (`nested`) neither lines nor indentation count. */
export function tokenize(
  text: string,
  problems: SyntaxProblem[],
  from = 0,
  to = text.length,
  nested = false,
): Tokens {
  return new Lexer(text, problems, to, nested).run(from);
}

class Lexer {
  private readonly kinds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly indents = [0];
  private readonly brackets: number[] = [];
  private readonly text: string;
  private readonly problems: SyntaxProblem[];
  private readonly to: number;
  private readonly nested: boolean;

  constructor(text: string, problems: SyntaxProblem[], to: number, nested: boolean) {
    this.text = text;
    this.problems = problems;
    this.to = to;
    this.nested = nested;
  }

  private push(kind: number, start: number, end: number): void {
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
  }

  run(from: number): Tokens {
    const { text, to } = this;
    let at = from;
    if (!this.nested) {
      if (text.charCodeAt(at) === 0xfeff) at++;
      at = this.beginLine(at);
    }
    while (at < to) {
      const c = text.charCodeAt(at);
      if (c === 32 || c === 9 || c === 12 || c === 13) at++;
      else if (c === 10) at = this.endLine(at);
      else if (c === 35) {
        const line = text.indexOf('\n', at);
        at = line < 0 || line > to ? to : line;
      } else if (c === 92) at = this.continuation(at);
      else at = this.token(at, c);
    }
    if (!this.nested) {
      if (this.kinds.length > 0 && this.kinds.at(-1) !== NEWLINE && this.kinds.at(-1) !== DEDENT)
        this.push(NEWLINE, to, to);
      while (this.indents.length > 1) {
        this.indents.pop();
        this.push(DEDENT, to, to);
      }
    }
    this.push(END, to, to);
    return { kinds: this.kinds, starts: this.starts, ends: this.ends };
  }

  private token(at: number, c: number): number {
    const { text, to } = this;
    const cls = c < 128 ? (CLASSES[c] ?? 0) : 1;
    if (cls === 1) {
      let end = at + 1;
      while (end < to) {
        const d = text.charCodeAt(end);
        if (d >= 128 || !CLASSES[d]) break;
        end++;
      }
      if (c >= 128 || (end < to && text.charCodeAt(end) >= 128)) {
        NAME_PATTERN.lastIndex = at;
        if (!NAME_PATTERN.test(text)) return this.stray(at);
        end = Math.min(NAME_PATTERN.lastIndex, to);
      }
      const next = text.charCodeAt(end);
      if ((next === 34 || next === 39) && end - at <= 2 && end < to && isPrefix(text, at, end))
        return this.string(at, end);
      this.push(wordKind(text, at, end), at, end);
      return end;
    }
    if (c === 34 || c === 39) return this.string(at, at);
    if (cls === 2 || (c === 46 && CLASSES[text.charCodeAt(at + 1)] === 2)) {
      NUMBER_PATTERN.lastIndex = at;
      NUMBER_PATTERN.test(text);
      const end = Math.min(Math.max(NUMBER_PATTERN.lastIndex, at + 1), to);
      this.push(NUMBER, at, end);
      return end;
    }
    const kind = operatorAt(text, at);
    if (kind === STRAY) return this.stray(at);
    const end = at + (TEXTS[kind]?.length ?? 1);
    if (OPENERS.has(kind)) this.brackets.push(kind);
    else {
      const opener = CLOSES.get(kind);
      if (opener !== undefined) {
        const open = this.brackets.lastIndexOf(opener);
        if (open >= 0) this.brackets.length = open;
      }
    }
    this.push(kind, at, Math.min(end, to));
    return end;
  }

  private stray(at: number): number {
    const end = at + ((this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    this.problems.push({ start: at, end, message: `'${this.text.slice(at, end)}' has no place in Python` });
    this.push(STRAY, at, end);
    return end;
  }

  private string(start: number, quote: number): number {
    const { end, terminated } = scanString(
      this.text,
      quote,
      this.to,
      isFormatPrefix(this.text, quote, start),
    );
    if (!terminated) this.problems.push({ start, end, message: 'the string is not closed' });
    this.push(STRING, start, end);
    return end;
  }

  private continuation(at: number): number {
    const { text } = this;
    const next = text.charCodeAt(at + 1) === 13 ? at + 2 : at + 1;
    if (text.charCodeAt(next) === 10) return next + 1;
    return this.stray(at);
  }

  /** At a line's end; gives where the next line's first token stands. */
  private endLine(at: number): number {
    if (this.nested) return at + 1;
    if (this.brackets.length > 0) {
      if (!this.leavesBracket(at + 1)) return at + 1;
      this.problems.push({ start: at, end: at, message: 'a bracket is not closed' });
      this.brackets.length = 0;
    }
    if (this.kinds.length > 0 && this.kinds.at(-1) !== NEWLINE) this.push(NEWLINE, at, at + 1);
    return this.beginLine(at + 1);
  }

  private leavesBracket(line: number): boolean {
    const { text } = this;
    let at = line;
    while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
    if (matchesAt(STATEMENT_WORD, text, at) || matchesAt(DOTTED_ASSIGNMENT, text, at)) return true;
    if (text.charCodeAt(at) === 64 && (this.indents.at(-1) ?? 0) >= at - line) return true;
    return at - line <= (this.indents.at(-1) ?? 0) && matchesAt(HEADER, text, at);
  }

  /** Skips blank lines and comments, then tells the change of indentation. */
  private beginLine(from: number): number {
    const { text, to } = this;
    let at = from;
    let column = 0;
    for (; at < to; at++) {
      const c = text.charCodeAt(at);
      if (c === 32) column++;
      else if (c === 9) column = (Math.floor(column / TAB) + 1) * TAB;
      else if (c === 12) column = 0;
      else if (c === 10) column = 0;
      else if (c === 13) continue;
      else if (c === 35) {
        const line = text.indexOf('\n', at);
        if (line < 0 || line >= to) return to;
        at = line;
        column = 0;
      } else break;
    }
    if (at >= to) return to;
    const current = this.indents.at(-1) ?? 0;
    if (column > current && this.indents.length < MAX_INDENTS) {
      this.indents.push(column);
      this.push(INDENT, at, at);
    } else if (column < current) {
      while (this.indents.length > 1 && column < (this.indents.at(-1) ?? 0)) {
        this.indents.pop();
        this.push(DEDENT, at, at);
      }
      if (column !== this.indents.at(-1)) {
        this.problems.push({ start: from, end: at, message: 'the indentation matches no outer level' });
        // The line belongs to the block whose level it undershot.
      }
    }
    return at;
  }
}

function isPrefix(text: string, start: number, end: number): boolean {
  let raw = false;
  let other = false;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i) | 32;
    if (c === 114 && !raw) raw = true;
    else if ((c === 98 || c === 102 || c === 116 || (c === 117 && end - start === 1)) && !other) other = true;
    else return false;
  }
  return true;
}
