/** Nodes of expressions and of patterns. */
import type { Base, Parameter } from './syntax.ts';

export interface BoolOp extends Base {
  readonly kind: 'BoolOp';
  readonly op: 'and' | 'or';
  readonly values: readonly Expression[];
}
export interface NamedExpr extends Base {
  readonly kind: 'NamedExpr';
  readonly target: Expression;
  readonly value: Expression;
}
export interface BinOp extends Base {
  readonly kind: 'BinOp';
  readonly left: Expression;
  readonly op: string;
  readonly right: Expression;
}
export interface UnaryOp extends Base {
  readonly kind: 'UnaryOp';
  readonly op: 'not' | '-' | '+' | '~';
  readonly operand: Expression;
}
export interface Lambda extends Base {
  readonly kind: 'Lambda';
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
}
export interface IfExp extends Base {
  readonly kind: 'IfExp';
  readonly test: Expression;
  readonly body: Expression;
  readonly orelse: Expression;
}
export interface Dict extends Base {
  readonly kind: 'Dict';
  /** `undefined` where `**value` stands. */
  readonly keys: readonly (Expression | undefined)[];
  readonly values: readonly Expression[];
}
export interface Sequence extends Base {
  readonly kind: 'List' | 'Tuple' | 'Set';
  readonly elements: readonly Expression[];
}
export interface Comprehension extends Base {
  readonly kind: 'ListComp' | 'SetComp' | 'GeneratorExp';
  readonly element: Expression;
  readonly generators: readonly Generator[];
}
export interface DictComp extends Base {
  readonly kind: 'DictComp';
  readonly key: Expression;
  readonly value: Expression;
  readonly generators: readonly Generator[];
}
export interface Generator extends Base {
  readonly kind: 'Generator';
  readonly async: boolean;
  readonly target: Expression;
  readonly iter: Expression;
  readonly conditions: readonly Expression[];
}
export interface Await extends Base {
  readonly kind: 'Await';
  readonly value: Expression;
}
export interface Yield extends Base {
  readonly kind: 'Yield' | 'YieldFrom';
  readonly value: Expression | undefined;
}
export type ComparisonOp = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'is' | 'is not';
export interface Compare extends Base {
  readonly kind: 'Compare';
  readonly left: Expression;
  readonly ops: readonly ComparisonOp[];
  readonly comparators: readonly Expression[];
}
export interface Call extends Base {
  readonly kind: 'Call';
  readonly func: Expression;
  readonly args: readonly Expression[];
  readonly keywords: readonly Keyword[];
}
export interface Keyword extends Base {
  readonly kind: 'Keyword';
  /** `undefined` for `**value`. */
  readonly name: string | undefined;
  readonly value: Expression;
}
export interface Attribute extends Base {
  readonly kind: 'Attribute';
  readonly value: Expression;
  /** Ends where the node ends; empty after a dot that nothing follows yet. */
  readonly attr: string;
}
export interface Subscript extends Base {
  readonly kind: 'Subscript';
  readonly value: Expression;
  readonly index: Expression;
}
export interface Slice extends Base {
  readonly kind: 'Slice';
  readonly lower: Expression | undefined;
  readonly upper: Expression | undefined;
  readonly step: Expression | undefined;
}
export interface Starred extends Base {
  readonly kind: 'Starred';
  readonly value: Expression;
}
export interface Name extends Base {
  readonly kind: 'Name';
  readonly id: string;
}
export interface Num extends Base {
  readonly kind: 'Num';
  readonly type: 'int' | 'float' | 'complex';
  /** Exact for an int up to 2⁵³, else the nearest double. */
  readonly value: number;
}
/** `True`, `False`, `None` or `...`. */
export interface Constant extends Base {
  readonly kind: 'Constant';
  readonly value: boolean | null | '...';
}
/** One string, or several that stand side by side. */
export interface Str extends Base {
  readonly kind: 'Str';
  readonly literals: readonly StringLiteral[];
  /** The text, `undefined` when a part is interpolated or the string is of bytes. */
  readonly value: string | undefined;
  readonly bytes: boolean;
}
export interface StringLiteral extends Base {
  readonly kind: 'StringLiteral';
  /** Lower case: `''`, `r`, `f`, `rb`, … */
  readonly prefix: string;
  readonly raw: boolean;
  /** An f-string or a t-string. */
  readonly format: boolean;
  readonly triple: boolean;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly segments: readonly (TextSegment | Interpolation)[];
}
/** A stretch of literal text; `value` has its escapes and doubled braces resolved. */
export interface TextSegment extends Base {
  readonly kind: 'TextSegment';
  readonly value: string;
}
export interface Interpolation extends Base {
  readonly kind: 'Interpolation';
  /** `Missing` when what stands between the braces is no expression. */
  readonly value: Expression;
  /** Something between the braces could not be read. */
  readonly broken: boolean;
  /** `{value=}`: shows the expression's source too. */
  readonly debug: boolean;
  readonly conversion: string | undefined;
  readonly spec: readonly (TextSegment | Interpolation)[] | undefined;
}
/** Where an expression was expected and none stands. */
export interface Missing extends Base {
  readonly kind: 'Missing';
}

export type Expression =
  | BoolOp
  | NamedExpr
  | BinOp
  | UnaryOp
  | Lambda
  | IfExp
  | Dict
  | Sequence
  | Comprehension
  | DictComp
  | Await
  | Yield
  | Compare
  | Call
  | Attribute
  | Subscript
  | Slice
  | Starred
  | Name
  | Num
  | Constant
  | Str
  | Missing;

export interface MatchValue extends Base {
  readonly kind: 'MatchValue';
  readonly value: Expression;
}
export interface MatchSequence extends Base {
  readonly kind: 'MatchSequence';
  readonly patterns: readonly Pattern[];
}
export interface MatchMapping extends Base {
  readonly kind: 'MatchMapping';
  readonly keys: readonly Expression[];
  readonly patterns: readonly Pattern[];
  readonly rest: string | undefined;
}
export interface MatchClass extends Base {
  readonly kind: 'MatchClass';
  readonly cls: Expression;
  readonly patterns: readonly Pattern[];
  readonly keywordNames: readonly string[];
  readonly keywordPatterns: readonly Pattern[];
}
export interface MatchStar extends Base {
  readonly kind: 'MatchStar';
  readonly name: string | undefined;
}
/** `pattern as name`, a bare capture (no pattern) or `_` (neither). */
export interface MatchAs extends Base {
  readonly kind: 'MatchAs';
  readonly pattern: Pattern | undefined;
  readonly name: string | undefined;
}
export interface MatchOr extends Base {
  readonly kind: 'MatchOr';
  readonly patterns: readonly Pattern[];
}
export type Pattern = MatchValue | MatchSequence | MatchMapping | MatchClass | MatchStar | MatchAs | MatchOr;
