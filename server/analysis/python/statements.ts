/** The parser for a module and its blocks. What is no statement becomes `Invalid` up to the end of its line. */
import { CompoundParser } from './compound.ts';
import { MAX_DEPTH } from './stream.ts';
import type { Expression, Module, Statement } from './syntax.ts';
import { DEDENT, END, INDENT, NAME, NEWLINE, T, TEXTS } from './tokens.ts';

export class StatementParser extends CompoundParser {
  module(): Module {
    const body: Statement[] = [];
    while (this.kind !== END) this.statementInto(body);
    return { kind: 'Module', body, start: 0, end: this.text.length, parent: undefined };
  }

  /** Parses the next line's statements, or the block of an indentation that nothing opened. */
  protected statementInto(body: Statement[]): void {
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

  protected block(): Statement[] {
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

  private invalidLine(): Statement {
    const { start } = this;
    while (this.kind !== NEWLINE && this.kind !== END) this.next();
    const end = this.last;
    this.accept(NEWLINE);
    if (this.accept(INDENT)) this.skipBlock();
    return { kind: 'Invalid', start, end, parent: undefined };
  }
}
