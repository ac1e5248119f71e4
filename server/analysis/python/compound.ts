/** The parser for compound statements: a header, then a block. */
import { SimpleStatementParser } from './simple.ts';
import type { ExceptHandler, Expression, Keyword, MatchCase, Statement, WithItem } from './syntax.ts';
import { DEDENT, END, INDENT, NAME, NEWLINE, T } from './tokens.ts';

export abstract class CompoundParser extends SimpleStatementParser {
  /** What follows a header: an indented block, or statements on the same line. */
  protected abstract block(): Statement[];
  /** Parses the next line's statements. */
  protected abstract statementInto(body: Statement[]): void;

  protected blockEnd(header: number, ...blocks: readonly (readonly { readonly end: number }[])[]): number {
    for (const block of blocks.toReversed()) {
      const last = block.at(-1);
      if (last) return last.end;
    }
    return Math.max(header, Math.min(this.last, this.start));
  }

  protected forStatement(start: number, isAsync: boolean): Statement {
    this.next();
    const target = this.targetList();
    const iter = this.expect(T.IN) ? this.starExpressions() : this.missing();
    const body = this.block();
    const orelse = this.accept(T.ELSE) ? this.block() : [];
    return {
      kind: 'For',
      async: isAsync,
      target,
      iter,
      body,
      orelse,
      start,
      end: this.blockEnd(iter.end, body, orelse),
      parent: undefined,
    };
  }

  protected whileStatement(): Statement {
    const { start } = this;
    this.next();
    const test = this.namedExpression();
    const body = this.block();
    const orelse = this.accept(T.ELSE) ? this.block() : [];
    return {
      kind: 'While',
      test,
      body,
      orelse,
      start,
      end: this.blockEnd(test.end, body, orelse),
      parent: undefined,
    };
  }

  protected tryStatement(): Statement {
    const { start } = this;
    this.next();
    const body = this.block();
    const handlers: ExceptHandler[] = [];
    while (this.kind === T.EXCEPT) {
      const handlerStart = this.start;
      this.next();
      this.accept(T.STAR);
      const type = this.kind === T.COLON ? undefined : this.starExpressions();
      const name = this.accept(T.AS) ? this.name() : undefined;
      const handled = this.block();
      handlers.push({
        kind: 'ExceptHandler',
        type,
        name,
        body: handled,
        start: handlerStart,
        end: this.blockEnd(handlerStart + 6, handled),
        parent: undefined,
      });
    }
    const orelse = this.accept(T.ELSE) ? this.block() : [];
    const finalbody = this.accept(T.FINALLY) ? this.block() : [];
    if (handlers.length === 0 && finalbody.length === 0)
      this.problem("'except' or 'finally' was expected here");
    return {
      kind: 'Try',
      body,
      handlers,
      orelse,
      finalbody,
      start,
      end: this.blockEnd(start + 3, body, handlers, orelse, finalbody),
      parent: undefined,
    };
  }

  protected withStatement(start: number, isAsync: boolean): Statement {
    this.next();
    const items: WithItem[] = [];
    const parenthesised = this.kind === T.LPAR && this.parenthesisedItems();
    if (parenthesised) this.next();
    while (this.kind !== T.COLON && this.kind !== NEWLINE && this.kind !== END && this.kind !== T.RPAR) {
      const itemStart = this.start;
      const context = this.expression();
      const target = this.accept(T.AS) ? this.withTarget() : undefined;
      items.push({ kind: 'WithItem', context, target, start: itemStart, end: this.last, parent: undefined });
      if (!this.accept(T.COMMA)) break;
    }
    if (parenthesised) this.expect(T.RPAR);
    const header = this.last;
    const body = this.block();
    return {
      kind: 'With',
      async: isAsync,
      items,
      body,
      start,
      end: this.blockEnd(header, body),
      parent: undefined,
    };
  }

  protected withTarget(): Expression {
    return this.kind === T.LPAR || this.kind === T.LSQB ? this.primary() : this.binary(1);
  }

  /** Whether the parenthesis here holds `with` items: then an `as` or a comma stands in it, and `:` after it. */
  protected parenthesisedItems(): boolean {
    let level = 0;
    let several = false;
    for (let i = 0; ; i++) {
      const kind = this.peek(i);
      if (kind === NEWLINE || kind === END) return false;
      if (kind === T.LPAR || kind === T.LSQB || kind === T.LBRACE) level++;
      else if (kind === T.RPAR || kind === T.RSQB || kind === T.RBRACE) level--;
      else if (level === 1 && (kind === T.AS || kind === T.COMMA)) several = true;
      if (level === 0) return several && this.peek(i + 1) === T.COLON;
    }
  }

  protected functionDef(start: number, decorators: Expression[], isAsync: boolean): Statement {
    this.next();
    const nameStart = this.start;
    const name = this.name();
    if (this.kind === T.LSQB) this.typeParameters();
    const parameters = this.expect(T.LPAR) ? this.parameterList(T.RPAR, true) : [];
    this.expect(T.RPAR);
    const returns = this.accept(T.ARROW) ? this.starExpressions() : undefined;
    const header = this.last;
    const body = this.block();
    return {
      kind: 'FunctionDef',
      name,
      nameStart,
      async: isAsync,
      decorators,
      parameters,
      returns,
      body,
      start,
      end: this.blockEnd(header, body),
      parent: undefined,
    };
  }

  protected classDef(start: number, decorators: Expression[]): Statement {
    this.next();
    const nameStart = this.start;
    const name = this.name();
    if (this.kind === T.LSQB) this.typeParameters();
    let bases: Expression[] = [];
    let keywords: Keyword[] = [];
    if (this.accept(T.LPAR)) ({ args: bases, keywords } = this.callArguments());
    const header = this.last;
    const body = this.block();
    return {
      kind: 'ClassDef',
      name,
      nameStart,
      decorators,
      bases,
      keywords,
      body,
      start,
      end: this.blockEnd(header, body),
      parent: undefined,
    };
  }

  protected matchStatement(): Statement {
    const { start } = this;
    this.next();
    const subject = this.starExpressions();
    this.expect(T.COLON);
    this.skipLine();
    const cases: MatchCase[] = [];
    const indented = this.accept(INDENT);
    while (indented && this.kind !== DEDENT && this.kind !== END) {
      if (this.kind === NAME && this.word() === 'case') cases.push(this.matchCase());
      else {
        this.problem("'case' was expected here");
        this.statementInto([]);
      }
    }
    this.accept(DEDENT);
    return {
      kind: 'Match',
      subject,
      cases,
      start,
      end: this.blockEnd(subject.end, cases),
      parent: undefined,
    };
  }

  protected matchCase(): MatchCase {
    const { start } = this;
    this.next();
    const pattern = this.casePattern();
    const guard = this.accept(T.IF) ? this.namedExpression() : undefined;
    const header = this.last;
    const body = this.block();
    return {
      kind: 'MatchCase',
      pattern,
      guard,
      body,
      start,
      end: this.blockEnd(header, body),
      parent: undefined,
    };
  }
}
