/** The parser for the patterns of a `case`. */
import { ExpressionParser } from './expressions.ts';
import { MAX_DEPTH } from './stream.ts';
import type { Expression, MatchStar, Pattern } from './syntax.ts';
import { END, NAME, NEWLINE, NUMBER, STRING, T } from './tokens.ts';

/** Strength of `+`: a `|` parts alternatives. */
const SUM = 5;
const LITERALS = new Set([STRING, NUMBER, T.MINUS, T.TRUE, T.FALSE, T.NONE]);

export class PatternParser extends ExpressionParser {
  /** What stands between `case` and `if` or `:`; an open sequence may lack its brackets. */
  protected casePattern(): Pattern {
    const { start } = this;
    const first = this.starOrPattern();
    if (this.kind !== T.COMMA) return first;
    const patterns = [first];
    while (this.accept(T.COMMA)) {
      if (this.kind === T.COLON || this.kind === T.IF || this.kind === NEWLINE || this.kind === END) break;
      patterns.push(this.starOrPattern());
    }
    return { kind: 'MatchSequence', patterns, start, end: this.last, parent: undefined };
  }

  private starOrPattern(): Pattern {
    return this.kind === T.STAR ? this.starPattern() : this.asPattern();
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
    if (this.kind === T.BAR) {
      const patterns = [first];
      while (this.accept(T.BAR)) patterns.push(this.closedPattern());
      pattern = { kind: 'MatchOr', patterns, start, end: this.last, parent: undefined };
    }
    this.depth--;
    if (!this.accept(T.AS)) return pattern;
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
    if (kind === T.LPAR || kind === T.LSQB) {
      this.next();
      const closer = kind === T.LPAR ? T.RPAR : T.RSQB;
      const { patterns, comma } = this.patternList(closer);
      const only = patterns[0];
      if (kind === T.LPAR && !comma && only) return only;
      return { kind: 'MatchSequence', patterns, start, end: this.last, parent: undefined };
    }
    if (kind === T.LBRACE) return this.mapping();
    const value = this.missing();
    return { kind: 'MatchValue', value, start, end: this.last, parent: undefined };
  }

  private patternList(closer: number): { patterns: Pattern[]; comma: boolean } {
    const patterns: Pattern[] = [];
    let comma = false;
    while (this.kind !== closer && this.kind !== NEWLINE && this.kind !== END) {
      patterns.push(this.starOrPattern());
      if (!this.accept(T.COMMA)) break;
      comma = true;
    }
    this.expect(closer);
    return { patterns, comma };
  }

  private namePattern(): Pattern {
    const { start } = this;
    const id = this.word();
    this.next();
    if (this.kind !== T.DOT && this.kind !== T.LPAR) {
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
    while (this.accept(T.DOT)) {
      const attr = this.name();
      value = { kind: 'Attribute', value, attr, start, end: this.last, parent: undefined };
    }
    if (!this.accept(T.LPAR)) return { kind: 'MatchValue', value, start, end: this.last, parent: undefined };
    const patterns: Pattern[] = [];
    const keywordNames: string[] = [];
    const keywordPatterns: Pattern[] = [];
    while (this.kind !== T.RPAR && this.kind !== NEWLINE && this.kind !== END) {
      if (this.kind === NAME && this.peek() === T.EQUAL) {
        keywordNames.push(this.name());
        this.next();
        keywordPatterns.push(this.asPattern());
      } else patterns.push(this.asPattern());
      if (!this.accept(T.COMMA)) break;
    }
    this.expect(T.RPAR);
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
    while (this.kind !== T.RBRACE && this.kind !== NEWLINE && this.kind !== END) {
      if (this.accept(T.POWER)) rest = this.name();
      else {
        keys.push(this.kind === NAME ? this.primary() : this.binary(SUM));
        this.expect(T.COLON);
        patterns.push(this.asPattern());
      }
      if (!this.accept(T.COMMA)) break;
    }
    this.expect(T.RBRACE);
    return { kind: 'MatchMapping', keys, patterns, rest, start, end: this.last, parent: undefined };
  }
}
