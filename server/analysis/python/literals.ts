/** One string literal to its segments: text with escapes resolved, and the fields of a format string. */
import type { SyntaxProblem } from './lexer.ts';
import { isFormatPrefix, quoteAt, resolveEscapes, scanString } from './strings.ts';
import type { Expression, Interpolation, StringLiteral, TextSegment } from './syntax.ts';

/** Reads what stands between braces, from one offset to another. */
export type ParseField = (from: number, to: number) => { value: Expression; complete: boolean };
type Segment = TextSegment | Interpolation;

const MAX_NESTING = 8;

/** Reads the literal that the token from `start` to `end` is. */
export function parseLiteral(
  text: string,
  start: number,
  end: number,
  problems: SyntaxProblem[],
  parseField: ParseField,
): StringLiteral {
  let at = start;
  while (at < end && text.charCodeAt(at) !== 34 && text.charCodeAt(at) !== 39) at++;
  const prefix = text.slice(start, at).toLowerCase();
  const quote = quoteAt(text, at);
  const contentStart = Math.min(at + quote.length, end);
  const closed = end - contentStart >= quote.length && text.startsWith(quote, end - quote.length);
  const contentEnd = closed ? end - quote.length : end;
  const raw = prefix.includes('r');
  const format = prefix.includes('f') || prefix.includes('t');
  let segments: readonly Segment[] = [];
  if (!format) {
    if (contentEnd > contentStart) segments = [textSegment(text, contentStart, contentEnd, raw)];
  } else {
    segments = new Fields(text, raw, problems, parseField).segments(
      contentStart,
      contentEnd,
      false,
      0,
    ).segments;
  }
  return {
    kind: 'StringLiteral',
    prefix,
    raw,
    format,
    triple: quote.length === 3,
    contentStart,
    contentEnd,
    segments,
    start,
    end,
    parent: undefined,
  };
}

function textSegment(text: string, start: number, end: number, raw: boolean): TextSegment {
  const source = text.slice(start, end);
  return { kind: 'TextSegment', value: raw ? source : resolveEscapes(source), start, end, parent: undefined };
}

class Fields {
  private readonly text: string;
  private readonly raw: boolean;
  private readonly problems: SyntaxProblem[];
  private readonly parseField: ParseField;

  constructor(text: string, raw: boolean, problems: SyntaxProblem[], parseField: ParseField) {
    this.text = text;
    this.raw = raw;
    this.problems = problems;
    this.parseField = parseField;
  }

  /** Segments from `from` up to `to`, or up to the `}` that ends a specification. */
  segments(from: number, to: number, inSpec: boolean, nesting: number): { segments: Segment[]; end: number } {
    const { text } = this;
    const segments: Segment[] = [];
    let open = from;
    let at = from;
    const flush = (end: number): void => {
      if (end <= open) return;
      let source = text.slice(open, end);
      if (!inSpec) source = source.replaceAll('{{', '{').replaceAll('}}', '}');
      segments.push({
        kind: 'TextSegment',
        value: this.raw ? source : resolveEscapes(source),
        start: open,
        end,
        parent: undefined,
      });
    };
    while (at < to) {
      const c = text.charCodeAt(at);
      if (c === 92 && !this.raw && text.startsWith('N{', at + 1)) {
        const close = text.indexOf('}', at);
        at = close < 0 || close >= to ? to : close + 1;
      } else if (c === 92) at += text.charAt(at + 1) === '{' || text.charAt(at + 1) === '}' ? 1 : 2;
      else if (c === 123 && text.charCodeAt(at + 1) === 123 && !inSpec) at += 2;
      else if (c === 125 && text.charCodeAt(at + 1) === 125 && !inSpec) at += 2;
      else if (c === 125 && inSpec) break;
      else if (c === 125) {
        this.problems.push({
          start: at,
          end: at + 1,
          message: "a single '}' in an f-string must be doubled",
        });
        at++;
      } else if (c === 123) {
        flush(at);
        const { field, end } = this.field(at, to, nesting);
        segments.push(field);
        at = end;
        open = end;
      } else at++;
    }
    const end = Math.min(at, to);
    flush(end);
    return { segments, end };
  }

  private field(start: number, to: number, nesting: number): { field: Interpolation; end: number } {
    const { text } = this;
    const stop = this.fieldExpressionEnd(start + 1, to);
    const exprEnd = this.withoutDebug(start + 1, stop);
    const debug = exprEnd < stop;
    const blank = text.slice(start + 1, exprEnd).trim() === '';
    const before = this.problems.length;
    const { value, complete } = this.parseField(start + 1, exprEnd);
    let at = stop;
    let conversion: string | undefined;
    let spec: readonly Segment[] | undefined;
    if (text.charAt(at) === '!' && at < to) {
      conversion = text.charAt(at + 1);
      at += 2;
    }
    if (text.charAt(at) === ':' && at < to && nesting < MAX_NESTING) {
      const inner = this.segments(at + 1, to, true, nesting + 1);
      spec = inner.segments;
      at = inner.end;
    }
    const closed = text.charAt(at) === '}' && at < to;
    const broken = blank || !complete || !closed || this.problems.length > before;
    if (broken && this.problems.length === before) {
      this.problems.push({
        start,
        end: Math.min(at + 1, to),
        message: 'what stands between the braces is no expression',
      });
    }
    // Past a field that nothing closes there is no telling text from code.
    const end = closed ? at + 1 : to;
    return {
      field: { kind: 'Interpolation', value, broken, debug, conversion, spec, start, end, parent: undefined },
      end,
    };
  }

  /** Where the expression stops: at `!r`, at `:` outside brackets, or at `}`. */
  private fieldExpressionEnd(from: number, to: number): number {
    const { text } = this;
    let depth = 0;
    for (let at = from; at < to; at++) {
      const c = text.charCodeAt(at);
      if (c === 34 || c === 39) at = scanString(text, at, to, isFormatPrefix(text, at, from)).end - 1;
      else if (c === 40 || c === 91 || c === 123) depth++;
      else if (c === 125 && depth <= 0) return at;
      else if (c === 41 || c === 93 || c === 125) depth--;
      else if (c === 33 && depth <= 0 && text.charCodeAt(at + 1) !== 61) return at;
      else if (c === 58 && depth <= 0) return at;
    }
    return to;
  }

  /** `{value=}` shows the expression itself: leaves the `=` out. */
  private withoutDebug(from: number, to: number): number {
    let at = to - 1;
    while (at > from && /\s/.test(this.text.charAt(at))) at--;
    if (this.text.charAt(at) !== '=' || at <= from || /[=!<>]/.test(this.text.charAt(at - 1))) return to;
    return at;
  }
}
