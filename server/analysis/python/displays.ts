/** The parser for what stands between brackets: arguments, subscripts, tuples, lists, dicts and sets. */
import { ListParser } from './lists.ts';
import type { Expression, Keyword } from './syntax.ts';
import { END, NAME, NEWLINE, T } from './tokens.ts';

export abstract class DisplayParser extends ListParser {
  /** Between a call's or a class header's parentheses, the closing one included. */
  protected callArguments(): { args: Expression[]; keywords: Keyword[] } {
    const args: Expression[] = [];
    const keywords: Keyword[] = [];
    while (this.kind !== T.RPAR && this.kind !== NEWLINE && this.kind !== END) {
      const { start } = this;
      const at = this.position;
      if (this.kind === T.POWER) {
        this.next();
        const value = this.expression();
        keywords.push({ kind: 'Keyword', name: undefined, value, start, end: this.last, parent: undefined });
      } else if (this.kind === NAME && this.peek() === T.EQUAL) {
        const name = this.name();
        this.next();
        const value = this.expression();
        keywords.push({ kind: 'Keyword', name, value, start, end: this.last, parent: undefined });
      } else {
        const element = this.kind === T.STAR ? this.starredFull() : this.namedExpression();
        args.push(this.comprehension(element, 'GeneratorExp', start) ?? element);
      }
      if (!this.separator(at, T.RPAR)) break;
    }
    this.expect(T.RPAR);
    return { args, keywords };
  }

  protected subscriptIndex(): Expression {
    const { start } = this;
    if (this.kind === T.RSQB) return this.missing();
    const first = this.sliceOrExpression();
    if (this.kind !== T.COMMA) return first;
    const elements = [first];
    while (this.kind === T.COMMA) {
      this.next();
      if (this.kind === T.RSQB || this.kind === NEWLINE || this.kind === END) break;
      elements.push(this.sliceOrExpression());
    }
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  private sliceOrExpression(): Expression {
    const { start } = this;
    const lower = this.kind === T.COLON ? undefined : this.starOrNamed();
    if (this.kind !== T.COLON) return lower ?? this.missing();
    this.next();
    const upper = this.startsExpression() ? this.expression() : undefined;
    const step = this.accept(T.COLON) && this.startsExpression() ? this.expression() : undefined;
    return { kind: 'Slice', lower, upper, step, start, end: this.last, parent: undefined };
  }

  protected parenthesised(): Expression {
    const { start } = this;
    this.next();
    if (this.kind === T.YIELD) {
      const value = this.yieldExpression();
      this.expect(T.RPAR);
      return value;
    }
    if (this.kind === T.RPAR) {
      this.next();
      return { kind: 'Tuple', elements: [], start, end: this.last, parent: undefined };
    }
    const first = this.starOrNamed();
    const generator = this.comprehension(first, 'GeneratorExp', start);
    if (generator) {
      this.expect(T.RPAR);
      return { ...generator, end: this.last };
    }
    if (this.kind !== T.COMMA) {
      if (this.kind === T.RPAR || !this.startsExpression()) {
        this.expect(T.RPAR);
        return first;
      }
    }
    const elements = [first, ...this.elements(T.RPAR)];
    this.expect(T.RPAR);
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  protected listDisplay(): Expression {
    const { start } = this;
    this.next();
    let elements: Expression[] = [];
    if (this.kind !== T.RSQB && this.kind !== NEWLINE && this.kind !== END) {
      const first = this.starOrNamed();
      const comprehension = this.comprehension(first, 'ListComp', start);
      if (comprehension) {
        this.expect(T.RSQB);
        return { ...comprehension, end: this.last };
      }
      elements = [first, ...this.elements(T.RSQB)];
    }
    this.expect(T.RSQB);
    return { kind: 'List', elements, start, end: this.last, parent: undefined };
  }

  protected braces(): Expression {
    const { start } = this;
    this.next();
    if (this.kind === T.RBRACE || this.kind === NEWLINE || this.kind === END) {
      this.expect(T.RBRACE);
      return { kind: 'Dict', keys: [], values: [], start, end: this.last, parent: undefined };
    }
    if (this.kind === T.POWER) return this.dictDisplay(start, undefined);
    const first = this.starOrNamed();
    if (this.kind === T.COLON) return this.dictDisplay(start, first);
    const comprehension = this.comprehension(first, 'SetComp', start);
    if (comprehension) {
      this.expect(T.RBRACE);
      return { ...comprehension, end: this.last };
    }
    const elements = [first, ...this.elements(T.RBRACE)];
    this.expect(T.RBRACE);
    return { kind: 'Set', elements, start, end: this.last, parent: undefined };
  }

  /** From the colon after the first key, or from a first `**`. */
  private dictDisplay(start: number, first: Expression | undefined): Expression {
    const keys: (Expression | undefined)[] = [];
    const values: Expression[] = [];
    let key = first;
    for (;;) {
      const at = this.position;
      if (key === undefined && this.accept(T.POWER)) {
        keys.push(undefined);
        values.push(this.binary(1));
      } else {
        const name = key ?? this.namedExpression();
        key = undefined;
        const value = this.expect(T.COLON) ? this.expression() : this.missing();
        if (keys.length === 0 && (this.kind === T.FOR || (this.kind === T.ASYNC && this.peek() === T.FOR))) {
          const generators = this.generators();
          this.expect(T.RBRACE);
          return { kind: 'DictComp', key: name, value, generators, start, end: this.last, parent: undefined };
        }
        keys.push(name);
        values.push(value);
      }
      if (!this.separator(at, T.RBRACE)) break;
      if (this.kind === T.RBRACE || this.kind === NEWLINE || this.kind === END) break;
    }
    this.expect(T.RBRACE);
    return { kind: 'Dict', keys, values, start, end: this.last, parent: undefined };
  }
}
