/** The parser for statements. What is no statement becomes `Invalid` up to the end of its line. */
import { PatternParser } from './patterns.ts';
import { MAX_DEPTH } from './stream.ts';
import type {
  Alias,
  ExceptHandler,
  Expression,
  Keyword,
  MatchCase,
  Module,
  Statement,
  WithItem,
} from './syntax.ts';
import { DEDENT, END, INDENT, NAME, NEWLINE, TEXTS, token } from './tokens.ts';

const COMMA = token(','),
  COLON = token(':'),
  DOT = token('.'),
  SEMI = token(';'),
  EQUAL = token('='),
  AT = token('@'),
  ARROW = token('->');
const STAR = token('*'),
  ELLIPSIS = token('...'),
  LPAR = token('('),
  RPAR = token(')'),
  LSQB = token('['),
  RSQB = token(']');
const DEF = token('def'),
  CLASS = token('class'),
  ASYNC = token('async'),
  IF = token('if'),
  ELIF = token('elif'),
  ELSE = token('else');
const FOR = token('for'),
  WHILE = token('while'),
  IN = token('in'),
  WITH = token('with'),
  AS = token('as'),
  TRY = token('try');
const EXCEPT = token('except'),
  FINALLY = token('finally'),
  RETURN = token('return'),
  RAISE = token('raise'),
  FROM = token('from');
const IMPORT = token('import'),
  GLOBAL = token('global'),
  NONLOCAL = token('nonlocal'),
  ASSERT = token('assert'),
  DEL = token('del');
const PASS = token('pass'),
  BREAK = token('break'),
  CONTINUE = token('continue'),
  YIELD = token('yield');

/** `+=` and its like, without the `=`. */
const AUGMENTED: (string | undefined)[] = [];
for (const op of ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '@'] as const)
  AUGMENTED[token(`${op}=`)] = op;

export class StatementParser extends PatternParser {
  module(): Module {
    const body: Statement[] = [];
    while (this.kind !== END) this.statementInto(body);
    return { kind: 'Module', body, start: 0, end: this.text.length, parent: undefined };
  }

  /** Parses the next line's statements, or the block of an indentation that nothing opened. */
  private statementInto(body: Statement[]): void {
    if (this.kind === NEWLINE || this.kind === DEDENT) return this.next();
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
      case IF:
        return body.push(this.ifStatement()) > 0;
      case FOR:
        return body.push(this.forStatement(start, false)) > 0;
      case WHILE:
        return body.push(this.whileStatement()) > 0;
      case TRY:
        return body.push(this.tryStatement()) > 0;
      case WITH:
        return body.push(this.withStatement(start, false)) > 0;
      case DEF:
        return body.push(this.functionDef(start, [], false)) > 0;
      case CLASS:
        return body.push(this.classDef(start, [])) > 0;
      case AT:
        return this.decorated(body);
      case ASYNC:
        return this.asyncStatement(body);
      case ELIF:
      case ELSE:
      case EXCEPT:
      case FINALLY:
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
    if (after === EQUAL || after === DOT || after === COLON || after === COMMA) return false;
    if (!this.lineEndsWith(COLON)) return false;
    const { kind, word } = this.afterLine();
    return kind === NAME && word === 'case';
  }

  /** `else:` and the like without their `if`: the block is kept as if it stood alone. */
  private orphan(body: Statement[]): boolean {
    const { start } = this;
    this.problem(`'${TEXTS[this.kind] ?? ''}' belongs to no statement here`);
    while (this.kind !== NEWLINE && this.kind !== END && !(this.kind === COLON && this.peek() === NEWLINE))
      this.next();
    body.push({ kind: 'Invalid', start, end: this.last, parent: undefined });
    this.accept(COLON);
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
    if (after !== DEF && after !== FOR && after !== WITH) return false;
    this.next();
    if (after === DEF) body.push(this.functionDef(start, [], true));
    else body.push(after === FOR ? this.forStatement(start, true) : this.withStatement(start, true));
    return true;
  }

  private decorated(body: Statement[]): boolean {
    const { start } = this;
    const decorators: Expression[] = [];
    while (this.kind === AT) {
      this.next();
      decorators.push(this.namedExpression());
      if (this.kind !== NEWLINE) this.problem('a line end was expected here');
      this.skipLine();
    }
    if (this.kind === CLASS) body.push(this.classDef(start, decorators));
    else if (this.kind === DEF) body.push(this.functionDef(start, decorators, false));
    else if (this.kind === ASYNC && this.peek() === DEF) {
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
    this.expect(COLON);
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
    if (this.kind === ELIF) {
      this.depth++;
      orelse = [this.ifStatement()];
      this.depth--;
    } else if (this.accept(ELSE)) orelse = this.block();
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
    const iter = this.expect(IN) ? this.starExpressions() : this.missing();
    const body = this.block();
    const orelse = this.accept(ELSE) ? this.block() : [];
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
    const orelse = this.accept(ELSE) ? this.block() : [];
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
    while (this.kind === EXCEPT) {
      const handlerStart = this.start;
      this.next();
      this.accept(STAR);
      const type = this.kind === COLON ? undefined : this.starExpressions();
      const name = this.accept(AS) ? this.name() : undefined;
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
    const orelse = this.accept(ELSE) ? this.block() : [];
    const finalbody = this.accept(FINALLY) ? this.block() : [];
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
    const parenthesised = this.kind === LPAR && this.parenthesisedItems();
    if (parenthesised) this.next();
    while (this.kind !== COLON && this.kind !== NEWLINE && this.kind !== END && this.kind !== RPAR) {
      const itemStart = this.start;
      const context = this.expression();
      const target = this.accept(AS) ? this.withTarget() : undefined;
      items.push({ kind: 'WithItem', context, target, start: itemStart, end: this.last, parent: undefined });
      if (!this.accept(COMMA)) break;
    }
    if (parenthesised) this.expect(RPAR);
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
    return this.kind === LPAR || this.kind === LSQB ? this.primary() : this.targetElement();
  }

  private targetElement(): Expression {
    return this.binary(1);
  }

  /** Whether the parenthesis here holds `with` items: then an `as` or a comma stands in it, and `:` after it. */
  private parenthesisedItems(): boolean {
    let level = 0;
    let several = false;
    for (let i = 0; ; i++) {
      const kind = this.peek(i);
      if (kind === NEWLINE || kind === END) return false;
      if (kind === LPAR || kind === LSQB || kind === token('{')) level++;
      else if (kind === RPAR || kind === RSQB || kind === token('}')) level--;
      else if (level === 1 && (kind === AS || kind === COMMA)) several = true;
      if (level === 0) return several && this.peek(i + 1) === COLON;
    }
  }

  private functionDef(start: number, decorators: Expression[], isAsync: boolean): Statement {
    this.next();
    const nameStart = this.start;
    const name = this.name();
    if (this.kind === LSQB) this.typeParameters();
    const parameters = this.expect(LPAR) ? this.parameterList(RPAR, true) : [];
    this.expect(RPAR);
    const returns = this.accept(ARROW) ? this.starExpressions() : undefined;
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
    if (this.kind === LSQB) this.typeParameters();
    let bases: Expression[] = [];
    let keywords: Keyword[] = [];
    if (this.accept(LPAR)) ({ args: bases, keywords } = this.callArguments());
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

  /** PEP 695's `[T: int, *Ts]`: read over, since no rule asks for it. */
  private typeParameters(): void {
    let level = 0;
    do {
      if (this.kind === LSQB) level++;
      else if (this.kind === RSQB) level--;
      this.next();
    } while (level > 0 && this.kind !== NEWLINE && this.kind !== END);
  }

  private matchStatement(): Statement {
    const { start } = this;
    this.next();
    const subject = this.starExpressions();
    this.expect(COLON);
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
    const guard = this.accept(IF) ? this.namedExpression() : undefined;
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

  private simpleLine(body: Statement[]): void {
    for (;;) {
      const { start } = this;
      body.push(this.simpleStatement());
      if (this.kind === NEWLINE) return this.next();
      if (this.kind === END || this.kind === DEDENT || this.kind === INDENT) return;
      if (this.kind !== SEMI) {
        this.problem('this does not belong to the statement before it');
        const rest = this.start;
        this.skipLine();
        body.push({ kind: 'Invalid', start: Math.max(rest, start), end: this.last, parent: undefined });
        return;
      }
      this.next();
      if (this.kind === NEWLINE) return this.next();
    }
  }

  private simpleStatement(): Statement {
    const { start, kind } = this;
    switch (kind) {
      case RETURN: {
        this.next();
        const value = this.startsExpression() ? this.starExpressions() : undefined;
        return { kind: 'Return', value, start, end: this.last, parent: undefined };
      }
      case PASS:
      case BREAK:
      case CONTINUE: {
        this.next();
        return {
          kind: kind === PASS ? 'Pass' : kind === BREAK ? 'Break' : 'Continue',
          start,
          end: this.last,
          parent: undefined,
        };
      }
      case RAISE: {
        this.next();
        const exception = this.startsExpression() ? this.expression() : undefined;
        const cause = this.accept(FROM) ? this.expression() : undefined;
        return { kind: 'Raise', exception, cause, start, end: this.last, parent: undefined };
      }
      case ASSERT: {
        this.next();
        const test = this.expression();
        const message = this.accept(COMMA) ? this.expression() : undefined;
        return { kind: 'Assert', test, message, start, end: this.last, parent: undefined };
      }
      case DEL: {
        this.next();
        const targets = this.targetList();
        const bare = targets.kind === 'Tuple' && targets.elements[0]?.start === targets.start;
        const all = bare ? targets.elements : [targets];
        return { kind: 'Delete', targets: all, start, end: this.last, parent: undefined };
      }
      case GLOBAL:
      case NONLOCAL: {
        this.next();
        const names = [this.name()];
        while (this.accept(COMMA)) names.push(this.name());
        return {
          kind: kind === GLOBAL ? 'Global' : 'Nonlocal',
          names,
          start,
          end: this.last,
          parent: undefined,
        };
      }
      case IMPORT:
        return this.importStatement();
      case FROM:
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
    if (this.kind === LSQB) this.typeParameters();
    const value = this.expect(EQUAL) ? this.expression() : this.missing();
    return { kind: 'TypeAlias', name, value, start, end: this.last, parent: undefined };
  }

  private dottedName(): string {
    let name = this.name();
    while (this.accept(DOT)) name += `.${this.name()}`;
    return name;
  }

  private alias(wholePath: boolean): Alias {
    const { start } = this;
    const name = this.accept(STAR) ? '*' : wholePath ? this.dottedName() : this.name();
    const asName = this.accept(AS) ? this.name() : undefined;
    return { kind: 'Alias', name, asName, start, end: this.last, parent: undefined };
  }

  private importStatement(): Statement {
    const { start } = this;
    this.next();
    const names = [this.alias(true)];
    while (this.accept(COMMA)) names.push(this.alias(true));
    return { kind: 'Import', names, start, end: this.last, parent: undefined };
  }

  private importFrom(): Statement {
    const { start } = this;
    this.next();
    let level = 0;
    while (this.kind === DOT || this.kind === ELLIPSIS) {
      level += this.kind === DOT ? 1 : 3;
      this.next();
    }
    const module = this.kind === IMPORT ? '' : this.dottedName();
    const names: Alias[] = [];
    if (this.expect(IMPORT)) {
      const parenthesised = this.accept(LPAR);
      while (this.kind === NAME || this.kind === STAR) {
        names.push(this.alias(false));
        if (!this.accept(COMMA)) break;
      }
      if (parenthesised) this.expect(RPAR);
    }
    return { kind: 'ImportFrom', module, level, names, start, end: this.last, parent: undefined };
  }

  private expressionStatement(): Statement {
    const { start } = this;
    const first = this.yieldOrStar();
    if (this.kind === COLON && first.kind !== 'Str') {
      this.next();
      const annotation = this.expression();
      const value = this.accept(EQUAL) ? this.yieldOrStar() : undefined;
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
    if (this.kind !== EQUAL)
      return { kind: 'ExpressionStatement', value: first, start, end: this.last, parent: undefined };
    const chain = [first];
    while (this.accept(EQUAL)) chain.push(this.yieldOrStar());
    const value = chain.pop() ?? first;
    return { kind: 'Assign', targets: chain, value, start, end: this.last, parent: undefined };
  }

  private yieldOrStar(): Expression {
    return this.kind === YIELD ? this.yieldExpression() : this.starExpressions();
  }
}
