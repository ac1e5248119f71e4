/** The parser for what comes in lists: expressions, targets, the parts of a comprehension, parameters. */
import { TokenStream } from './stream.ts';
import type { Expression, Generator, Parameter } from './syntax.ts';
import { END, NAME, NEWLINE, NUMBER, STRING, T } from './tokens.ts';

const STARTS_EXPRESSION = new Set([
  NAME,
  NUMBER,
  STRING,
  T.LPAR,
  T.LSQB,
  T.LBRACE,
  T.ELLIPSIS,
  T.MINUS,
  T.PLUS,
  T.TILDE,
  T.NOT,
  T.LAMBDA,
  T.AWAIT,
  T.YIELD,
  T.TRUE,
  T.FALSE,
  T.NONE,
  T.STAR,
]);

export abstract class ListParser extends TokenStream {
  protected abstract expression(): Expression;

  protected abstract disjunction(): Expression;

  /** Binary operators that bind at least as strongly as `strength`; 1 takes them all. */
  protected abstract binary(strength: number): Expression;

  protected startsExpression(): boolean {
    return STARTS_EXPRESSION.has(this.kind);
  }

  /** One expression or a bare tuple, with stars allowed. */
  protected starExpressions(): Expression {
    const { start } = this;
    const first = this.starOrNamed();
    if (this.kind !== T.COMMA) return first;
    const elements = [first];
    while (this.accept(T.COMMA)) {
      if (!this.startsExpression()) break;
      elements.push(this.starOrNamed());
    }
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  /** The target of a `for`: it ends before `in`. */
  protected targetList(): Expression {
    const { start } = this;
    const first = this.target();
    if (this.kind !== T.COMMA) return first;
    const elements = [first];
    while (this.accept(T.COMMA)) {
      if (this.kind === T.IN || !this.startsExpression()) break;
      elements.push(this.target());
    }
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  protected target(): Expression {
    if (this.kind === T.STAR) return this.starred();
    return this.binary(1);
  }

  protected starred(): Expression {
    const { start } = this;
    this.next();
    const value = this.binary(1);
    return { kind: 'Starred', value, start, end: this.last, parent: undefined };
  }

  protected starOrNamed(): Expression {
    return this.kind === T.STAR ? this.starred() : this.namedExpression();
  }

  protected namedExpression(): Expression {
    const { start } = this;
    const target = this.expression();
    if (this.kind !== T.WALRUS) return target;
    this.next();
    const value = this.expression();
    return { kind: 'NamedExpr', target, value, start, end: this.last, parent: undefined };
  }

  protected starredFull(): Expression {
    const { start } = this;
    this.next();
    const value = this.expression();
    return { kind: 'Starred', value, start, end: this.last, parent: undefined };
  }

  /** After an element: moves past the comma, or past what cannot be read. `false` when the list is over. */
  protected separator(before: number, closer: number): boolean {
    if (this.accept(T.COMMA)) return true;
    if (this.kind === closer || this.kind === NEWLINE || this.kind === END) return false;
    if (this.kind === T.RPAR || this.kind === T.RSQB || this.kind === T.RBRACE) return false;
    this.problem("',' was expected here");
    if (!this.startsExpression() || this.position === before) this.next();
    return true;
  }

  protected yieldExpression(): Expression {
    const { start } = this;
    this.next();
    if (this.accept(T.FROM)) {
      const value = this.expression();
      return { kind: 'YieldFrom', value, start, end: this.last, parent: undefined };
    }
    const value = this.startsExpression() ? this.starExpressions() : undefined;
    return { kind: 'Yield', value, start, end: this.last, parent: undefined };
  }

  /** The elements after the first. */
  protected elements(closer: number): Expression[] {
    const elements: Expression[] = [];
    while (this.separator(-1, closer)) {
      if (this.kind === closer || this.kind === NEWLINE || this.kind === END) break;
      elements.push(this.starOrNamed());
    }
    return elements;
  }

  protected comprehension(element: Expression, kind: 'ListComp' | 'SetComp' | 'GeneratorExp', start: number) {
    if (this.kind !== T.FOR && !(this.kind === T.ASYNC && this.peek() === T.FOR)) return undefined;
    const generators = this.generators();
    return { kind, element, generators, start, end: this.last, parent: undefined };
  }

  protected generators(): Generator[] {
    const generators: Generator[] = [];
    for (;;) {
      const { start } = this;
      const isAsync = this.kind === T.ASYNC && this.peek() === T.FOR;
      if (isAsync) this.next();
      if (this.kind !== T.FOR) return generators;
      this.next();
      const target = this.targetList();
      const iter = this.expect(T.IN) ? this.disjunction() : this.missing();
      const conditions: Expression[] = [];
      while (this.accept(T.IF)) conditions.push(this.condition());
      generators.push({
        kind: 'Generator',
        async: isAsync,
        target,
        iter,
        conditions,
        start,
        end: this.last,
        parent: undefined,
      });
    }
  }

  /** A comprehension's `if`: no conditional expression without parentheses, but a walrus may stand here. */
  protected condition(): Expression {
    const { start } = this;
    const target = this.kind === T.LAMBDA ? this.expression() : this.disjunction();
    if (this.kind !== T.WALRUS) return target;
    this.next();
    const value = this.disjunction();
    return { kind: 'NamedExpr', target, value, start, end: this.last, parent: undefined };
  }

  /** Parameters up to (not including) `closer`. */
  protected parameterList(closer: number, annotated: boolean): Parameter[] {
    const parameters: Parameter[] = [];
    let keywordOnly = false;
    while (this.kind !== closer && this.kind !== NEWLINE && this.kind !== END) {
      const { start } = this;
      const at = this.position;
      if (this.kind === T.SLASH) {
        this.next();
        for (const [i, parameter] of parameters.entries())
          parameters[i] = { ...parameter, flavour: 'positionalOnly' };
      } else if (this.kind === T.STAR && (this.peek() === T.COMMA || this.peek() === closer)) {
        this.next();
        keywordOnly = true;
      } else {
        const flavour = this.accept(T.STAR)
          ? 'varArgs'
          : this.accept(T.POWER)
            ? 'varKeywords'
            : keywordOnly
              ? 'keywordOnly'
              : 'normal';
        if (flavour === 'varArgs') keywordOnly = true;
        const nameStart = this.start;
        const name = this.name();
        const annotation =
          annotated && this.accept(T.COLON)
            ? this.kind === T.STAR
              ? this.starred()
              : this.expression()
            : undefined;
        const value = this.accept(T.EQUAL) ? this.expression() : undefined;
        parameters.push({
          kind: 'Parameter',
          name,
          nameStart,
          flavour,
          annotation,
          default: value,
          start,
          end: this.last,
          parent: undefined,
        });
      }
      if (!this.separator(at, closer)) break;
    }
    return parameters;
  }
}
