/** The parser for expressions: precedence climbing over the tokens, with `Missing` where something is left out. */
import { parseLiteral } from './literals.ts';
import { MAX_DEPTH, TokenStream } from './stream.ts';
import type {
  ComparisonOp,
  Expression,
  Generator,
  Keyword,
  Num,
  Parameter,
  StringLiteral,
} from './syntax.ts';
import { END, NAME, NEWLINE, NUMBER, STRAY, STRING, TEXTS, token } from './tokens.ts';

const LPAR = token('('),
  RPAR = token(')'),
  LSQB = token('['),
  RSQB = token(']'),
  LBRACE = token('{'),
  RBRACE = token('}');
const COMMA = token(','),
  COLON = token(':'),
  DOT = token('.'),
  EQUAL = token('='),
  WALRUS = token(':=');
const STAR = token('*'),
  POWER = token('**'),
  SLASH = token('/'),
  ELLIPSIS = token('...');
const MINUS = token('-'),
  PLUS = token('+'),
  TILDE = token('~');
const NOT = token('not'),
  AND = token('and'),
  OR = token('or'),
  IF = token('if'),
  ELSE = token('else'),
  IN = token('in'),
  IS = token('is');
const FOR = token('for'),
  ASYNC = token('async'),
  AWAIT = token('await'),
  LAMBDA = token('lambda'),
  YIELD = token('yield'),
  FROM = token('from');
const TRUE = token('True'),
  FALSE = token('False'),
  NONE = token('None');

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

const STARTS_EXPRESSION = new Set([
  NAME,
  NUMBER,
  STRING,
  LPAR,
  LSQB,
  LBRACE,
  ELLIPSIS,
  MINUS,
  PLUS,
  TILDE,
  NOT,
  LAMBDA,
  AWAIT,
  YIELD,
  TRUE,
  FALSE,
  NONE,
  STAR,
]);

export class ExpressionParser extends TokenStream {
  /** The whole of the tokens as one expression, as between an f-string's braces. */
  only(): { value: Expression; complete: boolean } {
    const value = this.kind === YIELD ? this.yieldExpression() : this.starExpressions();
    return { value, complete: this.kind === END };
  }

  protected startsExpression(): boolean {
    return STARTS_EXPRESSION.has(this.kind);
  }

  /** One expression or a bare tuple, with stars allowed. */
  protected starExpressions(): Expression {
    const { start } = this;
    const first = this.starOrNamed();
    if (this.kind !== COMMA) return first;
    const elements = [first];
    while (this.accept(COMMA)) {
      if (!this.startsExpression()) break;
      elements.push(this.starOrNamed());
    }
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  /** The target of a `for`: it ends before `in`. */
  protected targetList(): Expression {
    const { start } = this;
    const first = this.target();
    if (this.kind !== COMMA) return first;
    const elements = [first];
    while (this.accept(COMMA)) {
      if (this.kind === IN || !this.startsExpression()) break;
      elements.push(this.target());
    }
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  private target(): Expression {
    if (this.kind === STAR) return this.starred();
    return this.binary(1);
  }

  private starred(): Expression {
    const { start } = this;
    this.next();
    const value = this.binary(1);
    return { kind: 'Starred', value, start, end: this.last, parent: undefined };
  }

  private starOrNamed(): Expression {
    return this.kind === STAR ? this.starred() : this.namedExpression();
  }

  protected namedExpression(): Expression {
    const { start } = this;
    const target = this.expression();
    if (this.kind !== WALRUS) return target;
    this.next();
    const value = this.expression();
    return { kind: 'NamedExpr', target, value, start, end: this.last, parent: undefined };
  }

  protected expression(): Expression {
    if (this.depth >= MAX_DEPTH) {
      this.problem('the code is nested too deeply');
      while (this.kind !== NEWLINE && this.kind !== END) this.next();
      return this.missing();
    }
    this.depth++;
    const node = this.kind === LAMBDA ? this.lambda() : this.conditional();
    this.depth--;
    return node;
  }

  private conditional(): Expression {
    const { start } = this;
    const body = this.disjunction();
    if (this.kind !== IF) return body;
    this.next();
    const test = this.disjunction();
    const orelse = this.expect(ELSE) ? this.expression() : this.missing();
    return { kind: 'IfExp', test, body, orelse, start, end: this.last, parent: undefined };
  }

  private lambda(): Expression {
    const { start } = this;
    this.next();
    const parameters = this.parameterList(COLON, false);
    this.expect(COLON);
    const body = this.expression();
    return { kind: 'Lambda', parameters, body, start, end: this.last, parent: undefined };
  }

  protected disjunction(): Expression {
    const { start } = this;
    const first = this.conjunction();
    if (this.kind !== OR) return first;
    const values = [first];
    while (this.accept(OR)) values.push(this.conjunction());
    return { kind: 'BoolOp', op: 'or', values, start, end: this.last, parent: undefined };
  }

  private conjunction(): Expression {
    const { start } = this;
    const first = this.inversion();
    if (this.kind !== AND) return first;
    const values = [first];
    while (this.accept(AND)) values.push(this.inversion());
    return { kind: 'BoolOp', op: 'and', values, start, end: this.last, parent: undefined };
  }

  private inversion(): Expression {
    if (this.kind !== NOT) return this.comparison();
    const { start } = this;
    if (this.depth >= MAX_DEPTH) return this.expression();
    this.depth++;
    this.next();
    const operand = this.inversion();
    this.depth--;
    return { kind: 'UnaryOp', op: 'not', operand, start, end: this.last, parent: undefined };
  }

  private comparisonOp(): ComparisonOp | undefined {
    if (this.kind === IN) return 'in';
    if (this.kind === IS) return this.peek() === NOT ? 'is not' : 'is';
    if (this.kind === NOT) return this.peek() === IN ? 'not in' : undefined;
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
    if (this.kind !== MINUS && this.kind !== PLUS && this.kind !== TILDE) return this.power();
    const { start } = this;
    const op = this.kind === MINUS ? '-' : this.kind === PLUS ? '+' : '~';
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
    if (this.kind !== POWER) return left;
    if (this.depth >= MAX_DEPTH) return this.expression();
    this.depth++;
    this.next();
    const right = this.unary();
    this.depth--;
    return { kind: 'BinOp', left, op: '**', right, start, end: this.last, parent: undefined };
  }

  private awaited(): Expression {
    if (this.kind !== AWAIT) return this.primary();
    const { start } = this;
    this.next();
    const value = this.primary();
    return { kind: 'Await', value, start, end: this.last, parent: undefined };
  }

  protected primary(): Expression {
    const { start } = this;
    let value = this.atom();
    for (;;) {
      if (this.kind === DOT) {
        this.next();
        const attr = this.name();
        value = { kind: 'Attribute', value, attr, start, end: this.last, parent: undefined };
      } else if (this.kind === LPAR) {
        this.next();
        const { args, keywords } = this.callArguments();
        value = { kind: 'Call', func: value, args, keywords, start, end: this.last, parent: undefined };
      } else if (this.kind === LSQB) {
        this.next();
        const index = this.subscriptIndex();
        this.expect(RSQB);
        value = { kind: 'Subscript', value, index, start, end: this.last, parent: undefined };
      } else return value;
    }
  }

  /** Between a call's or a class header's parentheses, the closing one included. */
  protected callArguments(): { args: Expression[]; keywords: Keyword[] } {
    const args: Expression[] = [];
    const keywords: Keyword[] = [];
    while (this.kind !== RPAR && this.kind !== NEWLINE && this.kind !== END) {
      const { start } = this;
      const at = this.position;
      if (this.kind === POWER) {
        this.next();
        const value = this.expression();
        keywords.push({ kind: 'Keyword', name: undefined, value, start, end: this.last, parent: undefined });
      } else if (this.kind === NAME && this.peek() === EQUAL) {
        const name = this.name();
        this.next();
        const value = this.expression();
        keywords.push({ kind: 'Keyword', name, value, start, end: this.last, parent: undefined });
      } else {
        const element = this.kind === STAR ? this.starredFull() : this.namedExpression();
        args.push(this.comprehension(element, 'GeneratorExp', start) ?? element);
      }
      if (!this.separator(at, RPAR)) break;
    }
    this.expect(RPAR);
    return { args, keywords };
  }

  private starredFull(): Expression {
    const { start } = this;
    this.next();
    const value = this.expression();
    return { kind: 'Starred', value, start, end: this.last, parent: undefined };
  }

  /** After an element: moves past the comma, or past what cannot be read. `false` when the list is over. */
  private separator(before: number, closer: number): boolean {
    if (this.accept(COMMA)) return true;
    if (this.kind === closer || this.kind === NEWLINE || this.kind === END) return false;
    if (this.kind === RPAR || this.kind === RSQB || this.kind === RBRACE) return false;
    this.problem("',' was expected here");
    if (!this.startsExpression() || this.position === before) this.next();
    return true;
  }

  private subscriptIndex(): Expression {
    const { start } = this;
    if (this.kind === RSQB) return this.missing();
    const first = this.sliceOrExpression();
    if (this.kind !== COMMA) return first;
    const elements = [first];
    while (this.kind === COMMA) {
      this.next();
      if (this.kind === RSQB || this.kind === NEWLINE || this.kind === END) break;
      elements.push(this.sliceOrExpression());
    }
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  private sliceOrExpression(): Expression {
    const { start } = this;
    const lower = this.kind === COLON ? undefined : this.starOrNamed();
    if (this.kind !== COLON) return lower ?? this.missing();
    this.next();
    const upper = this.startsExpression() ? this.expression() : undefined;
    const step = this.accept(COLON) && this.startsExpression() ? this.expression() : undefined;
    return { kind: 'Slice', lower, upper, step, start, end: this.last, parent: undefined };
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
    if (kind === LPAR) return this.parenthesised();
    if (kind === LSQB) return this.listDisplay();
    if (kind === LBRACE) return this.braces();
    if (kind === TRUE || kind === FALSE || kind === NONE || kind === ELLIPSIS) {
      this.next();
      const value = kind === NONE ? null : kind === ELLIPSIS ? '...' : kind === TRUE;
      return { kind: 'Constant', value, start, end: this.last, parent: undefined };
    }
    if (kind === STRAY) {
      this.next();
      return { kind: 'Missing', start, end: this.last, parent: undefined };
    }
    if (kind === LAMBDA || kind === YIELD) return this.expressionInOperand(kind);
    return this.missing();
  }

  /** `lambda` or `yield` where only an operand may stand: read all the same. */
  private expressionInOperand(kind: number): Expression {
    this.problem('parentheses are needed here');
    return kind === LAMBDA ? this.expression() : this.yieldExpression();
  }

  private strings(): Expression {
    const { start } = this;
    const literals: StringLiteral[] = [];
    while (this.kind === STRING) {
      literals.push(parseLiteral(this.text, this.start, this.end, this.problems, parseField));
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

  protected yieldExpression(): Expression {
    const { start } = this;
    this.next();
    if (this.accept(FROM)) {
      const value = this.expression();
      return { kind: 'YieldFrom', value, start, end: this.last, parent: undefined };
    }
    const value = this.startsExpression() ? this.starExpressions() : undefined;
    return { kind: 'Yield', value, start, end: this.last, parent: undefined };
  }

  private parenthesised(): Expression {
    const { start } = this;
    this.next();
    if (this.kind === YIELD) {
      const value = this.yieldExpression();
      this.expect(RPAR);
      return value;
    }
    if (this.kind === RPAR) {
      this.next();
      return { kind: 'Tuple', elements: [], start, end: this.last, parent: undefined };
    }
    const first = this.starOrNamed();
    const generator = this.comprehension(first, 'GeneratorExp', start);
    if (generator) {
      this.expect(RPAR);
      return { ...generator, end: this.last };
    }
    if (this.kind !== COMMA) {
      if (this.kind === RPAR || !this.startsExpression()) {
        this.expect(RPAR);
        return first;
      }
    }
    const elements = [first, ...this.elements(RPAR)];
    this.expect(RPAR);
    return { kind: 'Tuple', elements, start, end: this.last, parent: undefined };
  }

  /** The elements after the first. */
  private elements(closer: number): Expression[] {
    const elements: Expression[] = [];
    while (this.separator(-1, closer)) {
      if (this.kind === closer || this.kind === NEWLINE || this.kind === END) break;
      elements.push(this.starOrNamed());
    }
    return elements;
  }

  private listDisplay(): Expression {
    const { start } = this;
    this.next();
    let elements: Expression[] = [];
    if (this.kind !== RSQB && this.kind !== NEWLINE && this.kind !== END) {
      const first = this.starOrNamed();
      const comprehension = this.comprehension(first, 'ListComp', start);
      if (comprehension) {
        this.expect(RSQB);
        return { ...comprehension, end: this.last };
      }
      elements = [first, ...this.elements(RSQB)];
    }
    this.expect(RSQB);
    return { kind: 'List', elements, start, end: this.last, parent: undefined };
  }

  private braces(): Expression {
    const { start } = this;
    this.next();
    if (this.kind === RBRACE || this.kind === NEWLINE || this.kind === END) {
      this.expect(RBRACE);
      return { kind: 'Dict', keys: [], values: [], start, end: this.last, parent: undefined };
    }
    if (this.kind === POWER) return this.dictDisplay(start, undefined);
    const first = this.starOrNamed();
    if (this.kind === COLON) return this.dictDisplay(start, first);
    const comprehension = this.comprehension(first, 'SetComp', start);
    if (comprehension) {
      this.expect(RBRACE);
      return { ...comprehension, end: this.last };
    }
    const elements = [first, ...this.elements(RBRACE)];
    this.expect(RBRACE);
    return { kind: 'Set', elements, start, end: this.last, parent: undefined };
  }

  /** From the colon after the first key, or from a first `**`. */
  private dictDisplay(start: number, first: Expression | undefined): Expression {
    const keys: (Expression | undefined)[] = [];
    const values: Expression[] = [];
    let key = first;
    for (;;) {
      const at = this.position;
      if (key === undefined && this.accept(POWER)) {
        keys.push(undefined);
        values.push(this.binary(1));
      } else {
        const name = key ?? this.namedExpression();
        key = undefined;
        const value = this.expect(COLON) ? this.expression() : this.missing();
        if (keys.length === 0 && (this.kind === FOR || (this.kind === ASYNC && this.peek() === FOR))) {
          const generators = this.generators();
          this.expect(RBRACE);
          return { kind: 'DictComp', key: name, value, generators, start, end: this.last, parent: undefined };
        }
        keys.push(name);
        values.push(value);
      }
      if (!this.separator(at, RBRACE)) break;
      if (this.kind === RBRACE || this.kind === NEWLINE || this.kind === END) break;
    }
    this.expect(RBRACE);
    return { kind: 'Dict', keys, values, start, end: this.last, parent: undefined };
  }

  private comprehension(element: Expression, kind: 'ListComp' | 'SetComp' | 'GeneratorExp', start: number) {
    if (this.kind !== FOR && !(this.kind === ASYNC && this.peek() === FOR)) return undefined;
    const generators = this.generators();
    return { kind, element, generators, start, end: this.last, parent: undefined };
  }

  private generators(): Generator[] {
    const generators: Generator[] = [];
    for (;;) {
      const { start } = this;
      const isAsync = this.kind === ASYNC && this.peek() === FOR;
      if (isAsync) this.next();
      if (this.kind !== FOR) return generators;
      this.next();
      const target = this.targetList();
      const iter = this.expect(IN) ? this.disjunction() : this.missing();
      const conditions: Expression[] = [];
      while (this.accept(IF)) conditions.push(this.condition());
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
  private condition(): Expression {
    const { start } = this;
    const target = this.kind === LAMBDA ? this.expression() : this.disjunction();
    if (this.kind !== WALRUS) return target;
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
      if (this.kind === SLASH) {
        this.next();
        for (const [i, parameter] of parameters.entries())
          parameters[i] = { ...parameter, flavour: 'positionalOnly' };
      } else if (this.kind === STAR && (this.peek() === COMMA || this.peek() === closer)) {
        this.next();
        keywordOnly = true;
      } else {
        const flavour = this.accept(STAR)
          ? 'varArgs'
          : this.accept(POWER)
            ? 'varKeywords'
            : keywordOnly
              ? 'keywordOnly'
              : 'normal';
        if (flavour === 'varArgs') keywordOnly = true;
        const nameStart = this.start;
        const name = this.name();
        const annotation =
          annotated && this.accept(COLON)
            ? this.kind === STAR
              ? this.starred()
              : this.expression()
            : undefined;
        const value = this.accept(EQUAL) ? this.expression() : undefined;
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

/** What stands between an f-string's braces. */
function parseField(
  text: string,
  from: number,
  to: number,
  problems: { start: number; end: number; message: string }[],
) {
  return new ExpressionParser(text, problems, from, to, true).only();
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
