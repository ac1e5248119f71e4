/** The parser for simple statements, one logical line at a time. */
import { PatternParser } from './patterns.ts';
import type { Alias, Expression, Statement } from './syntax.ts';
import { DEDENT, END, INDENT, NAME, NEWLINE, T, token } from './tokens.ts';

/** `+=` and its like, without the `=`. */
const AUGMENTED: (string | undefined)[] = [];
for (const op of ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '@'] as const)
  AUGMENTED[token(`${op}=`)] = op;

export class SimpleStatementParser extends PatternParser {
  /** PEP 695's `[T: int, *Ts]`: read over, since no rule asks for it. */
  protected typeParameters(): void {
    let level = 0;
    do {
      if (this.kind === T.LSQB) level++;
      else if (this.kind === T.RSQB) level--;
      this.next();
    } while (level > 0 && this.kind !== NEWLINE && this.kind !== END);
  }

  protected simpleLine(body: Statement[]): void {
    for (;;) {
      const { start } = this;
      body.push(this.simpleStatement());
      if (this.kind === NEWLINE) {
        this.next();
        return;
      }
      if (this.kind === END || this.kind === DEDENT || this.kind === INDENT) return;
      if (this.kind !== T.SEMI) {
        this.problem('this does not belong to the statement before it');
        const rest = this.start;
        this.skipLine();
        body.push({ kind: 'Invalid', start: Math.max(rest, start), end: this.last, parent: undefined });
        return;
      }
      this.next();
      if (this.kind === NEWLINE) {
        this.next();
        return;
      }
    }
  }

  private simpleStatement(): Statement {
    const { start, kind } = this;
    switch (kind) {
      case T.RETURN: {
        this.next();
        const value = this.startsExpression() ? this.starExpressions() : undefined;
        return { kind: 'Return', value, start, end: this.last, parent: undefined };
      }
      case T.PASS:
      case T.BREAK:
      case T.CONTINUE: {
        this.next();
        return {
          kind: kind === T.PASS ? 'Pass' : kind === T.BREAK ? 'Break' : 'Continue',
          start,
          end: this.last,
          parent: undefined,
        };
      }
      case T.RAISE: {
        this.next();
        const exception = this.startsExpression() ? this.expression() : undefined;
        const cause = this.accept(T.FROM) ? this.expression() : undefined;
        return { kind: 'Raise', exception, cause, start, end: this.last, parent: undefined };
      }
      case T.ASSERT: {
        this.next();
        const test = this.expression();
        const message = this.accept(T.COMMA) ? this.expression() : undefined;
        return { kind: 'Assert', test, message, start, end: this.last, parent: undefined };
      }
      case T.DEL: {
        this.next();
        const targets = this.targetList();
        const bare = targets.kind === 'Tuple' && targets.elements[0]?.start === targets.start;
        const all = bare ? targets.elements : [targets];
        return { kind: 'Delete', targets: all, start, end: this.last, parent: undefined };
      }
      case T.GLOBAL:
      case T.NONLOCAL: {
        this.next();
        const names = [this.name()];
        while (this.accept(T.COMMA)) names.push(this.name());
        return {
          kind: kind === T.GLOBAL ? 'Global' : 'Nonlocal',
          names,
          start,
          end: this.last,
          parent: undefined,
        };
      }
      case T.IMPORT:
        return this.importStatement();
      case T.FROM:
        return this.importFrom();
      case NAME:
        if (this.peek() === NAME && this.end - start === 4 && this.word() === 'type') return this.typeAlias();
    }
    return this.expressionStatement();
  }

  private typeAlias(): Statement {
    const { start } = this;
    this.next();
    const name = this.name();
    if (this.kind === T.LSQB) this.typeParameters();
    const value = this.expect(T.EQUAL) ? this.expression() : this.missing();
    return { kind: 'TypeAlias', name, value, start, end: this.last, parent: undefined };
  }

  private dottedName(): string {
    let name = this.name();
    while (this.accept(T.DOT)) name += `.${this.name()}`;
    return name;
  }

  private alias(wholePath: boolean): Alias {
    const { start } = this;
    const name = this.accept(T.STAR) ? '*' : wholePath ? this.dottedName() : this.name();
    const asName = this.accept(T.AS) ? this.name() : undefined;
    return { kind: 'Alias', name, asName, start, end: this.last, parent: undefined };
  }

  private importStatement(): Statement {
    const { start } = this;
    this.next();
    const names = [this.alias(true)];
    while (this.accept(T.COMMA)) names.push(this.alias(true));
    return { kind: 'Import', names, start, end: this.last, parent: undefined };
  }

  private importFrom(): Statement {
    const { start } = this;
    this.next();
    let level = 0;
    while (this.kind === T.DOT || this.kind === T.ELLIPSIS) {
      level += this.kind === T.DOT ? 1 : 3;
      this.next();
    }
    const module = this.kind === T.IMPORT ? '' : this.dottedName();
    const names: Alias[] = [];
    if (this.expect(T.IMPORT)) {
      const parenthesised = this.accept(T.LPAR);
      while (this.kind === NAME || this.kind === T.STAR) {
        names.push(this.alias(false));
        if (!this.accept(T.COMMA)) break;
      }
      if (parenthesised) this.expect(T.RPAR);
    }
    return { kind: 'ImportFrom', module, level, names, start, end: this.last, parent: undefined };
  }

  private expressionStatement(): Statement {
    const { start } = this;
    const first = this.yieldOrStar();
    if (this.kind === T.COLON && first.kind !== 'Str') {
      this.next();
      const annotation = this.expression();
      const value = this.accept(T.EQUAL) ? this.yieldOrStar() : undefined;
      return {
        kind: 'AnnAssign',
        target: first,
        annotation,
        value,
        start,
        end: this.last,
        parent: undefined,
      };
    }
    const op = AUGMENTED[this.kind];
    if (op !== undefined) {
      this.next();
      const value = this.yieldOrStar();
      return { kind: 'AugAssign', target: first, op, value, start, end: this.last, parent: undefined };
    }
    if (this.kind !== T.EQUAL)
      return { kind: 'ExpressionStatement', value: first, start, end: this.last, parent: undefined };
    const chain = [first];
    while (this.accept(T.EQUAL)) chain.push(this.yieldOrStar());
    const value = chain.pop() ?? first;
    return { kind: 'Assign', targets: chain, value, start, end: this.last, parent: undefined };
  }

  private yieldOrStar(): Expression {
    return this.kind === T.YIELD ? this.yieldExpression() : this.starExpressions();
  }
}
