/** The parser for statements. What is no statement becomes `Invalid` up to the end of its line. */
import { SimpleStatementParser } from './simple.ts';
import { MAX_DEPTH } from './stream.ts';
import type { ExceptHandler, Expression, Keyword, MatchCase, Module, Statement, WithItem } from './syntax.ts';
import { DEDENT, END, INDENT, NAME, NEWLINE, T, TEXTS } from './tokens.ts';

export class StatementParser extends SimpleStatementParser {
  module(): Module {
    const body: Statement[] = [];
    while (this.kind !== END) this.statementInto(body);
    return { kind: 'Module', body, start: 0, end: this.text.length, parent: undefined };
  }

  /** Parses the next line's statements, or the block of an indentation that nothing opened. */
  private statementInto(body: Statement[]): void {
    if (this.kind === NEWLINE || this.kind === DEDENT) {
      this.next();
      return;
    }
    if (this.kind === INDENT) {
      this.problem('this indentation opens no block');
      this.next();
      while (this.kind !== DEDENT && this.kind !== END) this.statementInto(body);
      this.accept(DEDENT);
      return;
    }
    const before = this.position;
    if (!this.compoundInto(body)) this.simpleLine(body);
    if (this.position === before) this.next();
  }

  private compoundInto(body: Statement[]): boolean {
    const { start } = this;
    switch (this.kind) {
      case T.IF:
        return body.push(this.ifStatement()) > 0;
      case T.FOR:
        return body.push(this.forStatement(start, false)) > 0;
      case T.WHILE:
        return body.push(this.whileStatement()) > 0;
      case T.TRY:
        return body.push(this.tryStatement()) > 0;
      case T.WITH:
        return body.push(this.withStatement(start, false)) > 0;
      case T.DEF:
        return body.push(this.functionDef(start, [], false)) > 0;
      case T.CLASS:
        return body.push(this.classDef(start, [])) > 0;
      case T.AT:
        return this.decorated(body);
      case T.ASYNC:
        return this.asyncStatement(body);
      case T.ELIF:
      case T.ELSE:
      case T.EXCEPT:
      case T.FINALLY:
        return this.orphan(body);
      case NAME: {
        if (this.end - start === 5 && this.word() === 'match' && this.isMatch())
          return body.push(this.matchStatement()) > 0;
        return false;
      }
      default:
        return false;
    }
  }

  private isMatch(): boolean {
    const after = this.peek();
    if (after === T.EQUAL || after === T.DOT || after === T.COLON || after === T.COMMA) return false;
    if (!this.lineEndsWith(T.COLON)) return false;
    const { kind, word } = this.afterLine();
    return kind === NAME && word === 'case';
  }

  /** `else:` and the like without their `if`: the block is kept as if it stood alone. */
  private orphan(body: Statement[]): boolean {
    const { start } = this;
    this.problem(`'${TEXTS[this.kind] ?? ''}' belongs to no statement here`);
    while (this.kind !== NEWLINE && this.kind !== END && !(this.kind === T.COLON && this.peek() === NEWLINE))
      this.next();
    body.push({ kind: 'Invalid', start, end: this.last, parent: undefined });
    this.accept(T.COLON);
    this.accept(NEWLINE);
    if (this.accept(INDENT)) {
      while (this.kind !== DEDENT && this.kind !== END) this.statementInto(body);
      this.accept(DEDENT);
    }
    return true;
  }

  private asyncStatement(body: Statement[]): boolean {
    const { start } = this;
    const after = this.peek();
    if (after !== T.DEF && after !== T.FOR && after !== T.WITH) return false;
    this.next();
    if (after === T.DEF) body.push(this.functionDef(start, [], true));
    else body.push(after === T.FOR ? this.forStatement(start, true) : this.withStatement(start, true));
    return true;
  }

  private decorated(body: Statement[]): boolean {
    const { start } = this;
    const decorators: Expression[] = [];
    while (this.kind === T.AT) {
      this.next();
      decorators.push(this.namedExpression());
      if (this.kind !== NEWLINE) this.problem('a line end was expected here');
      this.skipLine();
    }
    if (this.kind === T.CLASS) body.push(this.classDef(start, decorators));
    else if (this.kind === T.DEF) body.push(this.functionDef(start, decorators, false));
    else if (this.kind === T.ASYNC && this.peek() === T.DEF) {
      this.next();
      body.push(this.functionDef(start, decorators, true));
    } else {
      this.problem('a function or a class was expected after the decorator');
      body.push({ kind: 'Invalid', start, end: this.last, parent: undefined });
    }
    return true;
  }

  private block(): Statement[] {
    const body: Statement[] = [];
    this.expect(T.COLON);
    if (this.kind !== NEWLINE) {
      if (this.kind !== INDENT && this.kind !== DEDENT && this.kind !== END) this.simpleLine(body);
      return body;
    }
    this.next();
    if (this.kind !== INDENT) {
      this.problem('an indented block was expected here');
      return body;
    }
    this.next();
    if (this.depth >= MAX_DEPTH) {
      const { start } = this;
      this.skipBlock();
      return [{ kind: 'Invalid', start, end: this.last, parent: undefined }];
    }
    this.depth++;
    while (this.kind !== DEDENT && this.kind !== END) this.statementInto(body);
    this.depth--;
    this.accept(DEDENT);
    return body;
  }

  private skipBlock(): void {
    let level = 1;
    while (level > 0 && this.kind !== END) {
      if (this.kind === INDENT) level++;
      else if (this.kind === DEDENT) level--;
      this.next();
    }
  }

  /** `end` of a compound statement is where its last token other than a line end stood. */
  private ifStatement(): Statement {
    const { start } = this;
    if (this.depth >= MAX_DEPTH) return this.invalidLine();
    this.next();
    const test = this.namedExpression();
    const body = this.block();
    let orelse: Statement[] = [];
    if (this.kind === T.ELIF) {
      this.depth++;
      orelse = [this.ifStatement()];
      this.depth--;
    } else if (this.accept(T.ELSE)) orelse = this.block();
    return {
      kind: 'If',
      test,
      body,
      orelse,
      start,
      end: this.blockEnd(test.end, body, orelse),
      parent: undefined,
    };
  }

  private blockEnd(header: number, ...blocks: readonly (readonly { readonly end: number }[])[]): number {
    for (const block of blocks.toReversed()) {
      const last = block.at(-1);
      if (last) return last.end;
    }
    return Math.max(header, Math.min(this.last, this.start));
  }

  private invalidLine(): Statement {
    const { start } = this;
    while (this.kind !== NEWLINE && this.kind !== END) this.next();
    const end = this.last;
    this.accept(NEWLINE);
    if (this.accept(INDENT)) this.skipBlock();
    return { kind: 'Invalid', start, end, parent: undefined };
  }

  private forStatement(start: number, isAsync: boolean): Statement {
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

  private whileStatement(): Statement {
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

  private tryStatement(): Statement {
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

  private withStatement(start: number, isAsync: boolean): Statement {
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

  private withTarget(): Expression {
    return this.kind === T.LPAR || this.kind === T.LSQB ? this.primary() : this.binary(1);
  }

  /** Whether the parenthesis here holds `with` items: then an `as` or a comma stands in it, and `:` after it. */
  private parenthesisedItems(): boolean {
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

  private functionDef(start: number, decorators: Expression[], isAsync: boolean): Statement {
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

  private classDef(start: number, decorators: Expression[]): Statement {
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

  private matchStatement(): Statement {
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

  private matchCase(): MatchCase {
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
