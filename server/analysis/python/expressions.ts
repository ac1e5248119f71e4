/** The parser for expressions: precedence climbing over the tokens, with `Missing` where something is left out. */
import { DisplayParser } from './displays.ts';
import { parseLiteral } from './literals.ts';
import { MAX_DEPTH } from './stream.ts';
import type { ComparisonOp, Expression, Num, StringLiteral } from './syntax.ts';
import { END, NAME, NEWLINE, NUMBER, STRAY, STRING, T, TEXTS, token } from './tokens.ts';

/** Binding strength of the binary operators that are left-associative. */
const STRENGTH: number[] = [];
for (const [strength, operators] of [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '//', '%', '@'],
].entries()) {
  for (const op of operators) STRENGTH[TEXTS.indexOf(op)] = strength + 1;
}
const COMPARISONS: (ComparisonOp | undefined)[] = [];
for (const op of ['==', '!=', '<', '<=', '>', '>='] as const) COMPARISONS[token(op)] = op;

/** An f-string inside an f-string counts as so many levels of nesting: it takes as much stack. */
const FIELD_DEPTH = 8;

export class ExpressionParser extends DisplayParser {
  /** The whole of the tokens as one expression, as between an f-string's braces. */
  only(): { value: Expression; complete: boolean } {
    const value = this.kind === T.YIELD ? this.yieldExpression() : this.starExpressions();
    return { value, complete: this.kind === END };
  }

  protected expression(): Expression {
    if (this.depth >= MAX_DEPTH) {
      this.problem('the code is nested too deeply');
      while (this.kind !== NEWLINE && this.kind !== END) this.next();
      return this.missing();
    }
    this.depth++;
    const node = this.kind === T.LAMBDA ? this.lambda() : this.conditional();
    this.depth--;
    return node;
  }

  private conditional(): Expression {
    const { start } = this;
    const body = this.disjunction();
    if (this.kind !== T.IF) return body;
    this.next();
    const test = this.disjunction();
    const orelse = this.expect(T.ELSE) ? this.expression() : this.missing();
    return { kind: 'IfExp', test, body, orelse, start, end: this.last, parent: undefined };
  }

  private lambda(): Expression {
    const { start } = this;
    this.next();
    const parameters = this.parameterList(T.COLON, false);
    this.expect(T.COLON);
    const body = this.expression();
    return { kind: 'Lambda', parameters, body, start, end: this.last, parent: undefined };
  }

  protected disjunction(): Expression {
    const { start } = this;
    const first = this.conjunction();
    if (this.kind !== T.OR) return first;
    const values = [first];
    while (this.accept(T.OR)) values.push(this.conjunction());
    return { kind: 'BoolOp', op: 'or', values, start, end: this.last, parent: undefined };
  }

  private conjunction(): Expression {
    const { start } = this;
    const first = this.inversion();
    if (this.kind !== T.AND) return first;
    const values = [first];
    while (this.accept(T.AND)) values.push(this.inversion());
    return { kind: 'BoolOp', op: 'and', values, start, end: this.last, parent: undefined };
  }

  private inversion(): Expression {
    if (this.kind !== T.NOT) return this.comparison();
    const { start } = this;
    if (this.depth >= MAX_DEPTH) return this.expression();
    this.depth++;
    this.next();
    const operand = this.inversion();
    this.depth--;
    return { kind: 'UnaryOp', op: 'not', operand, start, end: this.last, parent: undefined };
  }

  private comparisonOp(): ComparisonOp | undefined {
    if (this.kind === T.IN) return 'in';
    if (this.kind === T.IS) return this.peek() === T.NOT ? 'is not' : 'is';
    if (this.kind === T.NOT) return this.peek() === T.IN ? 'not in' : undefined;
    return COMPARISONS[this.kind];
  }

  private comparison(): Expression {
    const { start } = this;
    const left = this.binary(1);
    let op = this.comparisonOp();
    if (op === undefined) return left;
    const ops: ComparisonOp[] = [];
    const comparators: Expression[] = [];
    while (op !== undefined) {
      this.next();
      if (op === 'not in' || op === 'is not') this.next();
      ops.push(op);
      comparators.push(this.binary(1));
      op = this.comparisonOp();
    }
    return { kind: 'Compare', left, ops, comparators, start, end: this.last, parent: undefined };
  }

  protected binary(strength: number): Expression {
    const { start } = this;
    let left = this.unary();
    for (;;) {
      const at = STRENGTH[this.kind];
      if (at === undefined || at < strength) return left;
      const op = TEXTS[this.kind] ?? '';
      this.next();
      const right = this.binary(at + 1);
      left = { kind: 'BinOp', left, op, right, start, end: this.last, parent: undefined };
    }
  }

  private unary(): Expression {
    if (this.kind !== T.MINUS && this.kind !== T.PLUS && this.kind !== T.TILDE) return this.power();
    const { start } = this;
    const op = this.kind === T.MINUS ? '-' : this.kind === T.PLUS ? '+' : '~';
    if (this.depth >= MAX_DEPTH) return this.expression();
    this.depth++;
    this.next();
    const operand = this.unary();
    this.depth--;
    return { kind: 'UnaryOp', op, operand, start, end: this.last, parent: undefined };
  }

  private power(): Expression {
    const { start } = this;
    const left = this.awaited();
    if (this.kind !== T.POWER) return left;
    if (this.depth >= MAX_DEPTH) return this.expression();
    this.depth++;
    this.next();
    const right = this.unary();
    this.depth--;
    return { kind: 'BinOp', left, op: '**', right, start, end: this.last, parent: undefined };
  }

  private awaited(): Expression {
    if (this.kind !== T.AWAIT) return this.primary();
    const { start } = this;
    this.next();
    const value = this.primary();
    return { kind: 'Await', value, start, end: this.last, parent: undefined };
  }

  protected primary(): Expression {
    const { start } = this;
    let value = this.atom();
    for (;;) {
      if (this.kind === T.DOT) {
        this.next();
        const attr = this.name();
        value = { kind: 'Attribute', value, attr, start, end: this.last, parent: undefined };
      } else if (this.kind === T.LPAR) {
        this.next();
        const { args, keywords } = this.callArguments();
        value = { kind: 'Call', func: value, args, keywords, start, end: this.last, parent: undefined };
      } else if (this.kind === T.LSQB) {
        this.next();
        const index = this.subscriptIndex();
        this.expect(T.RSQB);
        value = { kind: 'Subscript', value, index, start, end: this.last, parent: undefined };
      } else return value;
    }
  }

  private atom(): Expression {
    const { start, kind } = this;
    if (kind === NAME) {
      const id = this.word();
      this.next();
      return { kind: 'Name', id, start, end: this.last, parent: undefined };
    }
    if (kind === STRING) return this.strings();
    if (kind === NUMBER) {
      const node = numberNode(this.word(), start, this.end);
      this.next();
      return node;
    }
    if (kind === T.LPAR) return this.parenthesised();
    if (kind === T.LSQB) return this.listDisplay();
    if (kind === T.LBRACE) return this.braces();
    if (kind === T.TRUE || kind === T.FALSE || kind === T.NONE || kind === T.ELLIPSIS) {
      this.next();
      const value = kind === T.NONE ? null : kind === T.ELLIPSIS ? '...' : kind === T.TRUE;
      return { kind: 'Constant', value, start, end: this.last, parent: undefined };
    }
    if (kind === STRAY) {
      this.next();
      return { kind: 'Missing', start, end: this.last, parent: undefined };
    }
    if (kind === T.LAMBDA || kind === T.YIELD) return this.expressionInOperand(kind);
    return this.missing();
  }

  /** `lambda` or `yield` where only an operand may stand: read all the same. */
  private expressionInOperand(kind: number): Expression {
    this.problem('parentheses are needed here');
    return kind === T.LAMBDA ? this.expression() : this.yieldExpression();
  }

  private readonly field = (from: number, to: number) =>
    new ExpressionParser(this.text, this.problems, from, to, this.depth + FIELD_DEPTH).only();

  private strings(): Expression {
    const { start } = this;
    const literals: StringLiteral[] = [];
    while (this.kind === STRING) {
      literals.push(parseLiteral(this.text, this.start, this.end, this.problems, this.field));
      this.next();
    }
    const bytes = literals.some((literal) => literal.prefix.includes('b'));
    let value: string | undefined = bytes ? undefined : '';
    for (const { segments } of literals) {
      for (const segment of segments) {
        if (segment.kind !== 'TextSegment') value = undefined;
        else if (value !== undefined) value += segment.value;
      }
    }
    return { kind: 'Str', literals, value, bytes, start, end: this.last, parent: undefined };
  }
}

function numberNode(word: string, start: number, end: number): Num {
  const text = word.replaceAll('_', '').toLowerCase();
  if (/^0[xob]/.test(text))
    return { kind: 'Num', type: 'int', value: Number(text), start, end, parent: undefined };
  if (text.endsWith('j'))
    return { kind: 'Num', type: 'complex', value: Number(text.slice(0, -1)), start, end, parent: undefined };
  return {
    kind: 'Num',
    type: /[.e]/.test(text) ? 'float' : 'int',
    value: Number(text),
    start,
    end,
    parent: undefined,
  };
}
