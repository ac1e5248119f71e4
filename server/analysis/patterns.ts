/** The parser for the patterns of a `case`. */
import { ExpressionParser } from './expressions.ts';
import { MAX_DEPTH } from './stream.ts';
import type { Expression, MatchStar, Pattern } from './syntax.ts';
import { END, NAME, NEWLINE, NUMBER, STRING, token } from './tokens.ts';

const COMMA = token(','),
  COLON = token(':'),
  DOT = token('.'),
  BAR = token('|'),
  STAR = token('*'),
  POWER = token('**'),
  EQUAL = token('=');
const LPAR = token('('),
  RPAR = token(')'),
  LSQB = token('['),
  RSQB = token(']'),
  LBRACE = token('{'),
  RBRACE = token('}');
const AS = token('as'),
  IF = token('if'),
  MINUS = token('-');
/** Strength of `+`: a `|` parts alternatives. */
const SUM = 5;
const LITERALS = new Set([STRING, NUMBER, MINUS, token('True'), token('False'), token('None')]);

export class PatternParser extends ExpressionParser {
  /** What stands between `case` and `if` or `:`; an open sequence may lack its brackets. */
  protected casePattern(): Pattern {
    const { start } = this;
    const first = this.starOrPattern();
    if (this.kind !== COMMA) return first;
    const patterns = [first];
    while (this.accept(COMMA)) {
      if (this.kind === COLON || this.kind === IF || this.kind === NEWLINE || this.kind === END) break;
      patterns.push(this.starOrPattern());
    }
    return { kind: 'MatchSequence', patterns, start, end: this.last, parent: undefined };
  }

  private starOrPattern(): Pattern {
    return this.kind === STAR ? this.starPattern() : this.asPattern();
  }

  private starPattern(): MatchStar {
    const { start } = this;
    this.next();
    const name = this.name();
    return {
      kind: 'MatchStar',
      name: name === '_' || name === '' ? undefined : name,
      start,
      end: this.last,
      parent: undefined,
    };
  }

  private asPattern(): Pattern {
    const { start } = this;
    if (this.depth >= MAX_DEPTH) {
      const value = this.expression();
      return { kind: 'MatchValue', value, start, end: this.last, parent: undefined };
    }
    this.depth++;
    const first = this.closedPattern();
    let pattern = first;
    if (this.kind === BAR) {
      const patterns = [first];
      while (this.accept(BAR)) patterns.push(this.closedPattern());
      pattern = { kind: 'MatchOr', patterns, start, end: this.last, parent: undefined };
    }
    this.depth--;
    if (!this.accept(AS)) return pattern;
    const name = this.name();
    return { kind: 'MatchAs', pattern, name, start, end: this.last, parent: undefined };
  }

  private closedPattern(): Pattern {
    const { start, kind } = this;
    if (LITERALS.has(kind)) {
      const value = this.binary(SUM);
      return { kind: 'MatchValue', value, start, end: this.last, parent: undefined };
    }
    if (kind === NAME) return this.namePattern();
    if (kind === LPAR || kind === LSQB) {
      this.next();
      const closer = kind === LPAR ? RPAR : RSQB;
      const { patterns, comma } = this.patternList(closer);
      const only = patterns[0];
      if (kind === LPAR && !comma && only) return only;
      return { kind: 'MatchSequence', patterns, start, end: this.last, parent: undefined };
    }
    if (kind === LBRACE) return this.mapping();
    const value = this.missing();
    return { kind: 'MatchValue', value, start, end: this.last, parent: undefined };
  }

  private patternList(closer: number): { patterns: Pattern[]; comma: boolean } {
    const patterns: Pattern[] = [];
    let comma = false;
    while (this.kind !== closer && this.kind !== NEWLINE && this.kind !== END) {
      patterns.push(this.starOrPattern());
      if (!this.accept(COMMA)) break;
      comma = true;
    }
    this.expect(closer);
    return { patterns, comma };
  }

  private namePattern(): Pattern {
    const { start } = this;
    const id = this.word();
    this.next();
    if (this.kind !== DOT && this.kind !== LPAR) {
      return {
        kind: 'MatchAs',
        pattern: undefined,
        name: id === '_' ? undefined : id,
        start,
        end: this.last,
        parent: undefined,
      };
    }
    let value: Expression = { kind: 'Name', id, start, end: this.last, parent: undefined };
    while (this.accept(DOT)) {
      const attr = this.name();
      value = { kind: 'Attribute', value, attr, start, end: this.last, parent: undefined };
    }
    if (!this.accept(LPAR)) return { kind: 'MatchValue', value, start, end: this.last, parent: undefined };
    const patterns: Pattern[] = [];
    const keywordNames: string[] = [];
    const keywordPatterns: Pattern[] = [];
    while (this.kind !== RPAR && this.kind !== NEWLINE && this.kind !== END) {
      if (this.kind === NAME && this.peek() === EQUAL) {
        keywordNames.push(this.name());
        this.next();
        keywordPatterns.push(this.asPattern());
      } else patterns.push(this.asPattern());
      if (!this.accept(COMMA)) break;
    }
    this.expect(RPAR);
    return {
      kind: 'MatchClass',
      cls: value,
      patterns,
      keywordNames,
      keywordPatterns,
      start,
      end: this.last,
      parent: undefined,
    };
  }

  private mapping(): Pattern {
    const { start } = this;
    this.next();
    const keys: Expression[] = [];
    const patterns: Pattern[] = [];
    let rest: string | undefined;
    while (this.kind !== RBRACE && this.kind !== NEWLINE && this.kind !== END) {
      if (this.accept(POWER)) rest = this.name();
      else {
        keys.push(this.kind === NAME ? this.primary() : this.binary(SUM));
        this.expect(COLON);
        patterns.push(this.asPattern());
      }
      if (!this.accept(COMMA)) break;
    }
    this.expect(RBRACE);
    return { kind: 'MatchMapping', keys, patterns, rest, start, end: this.last, parent: undefined };
  }
}
