/**
 * The syntax tree of a Python source, shaped like CPython's own `ast` where the two can agree.
 *
 * Nodes are plain immutable objects told apart by `kind`; `start` and `end` are offsets into the text in UTF-16
 * units, `parent` is the enclosing node. Half-typed code gives `Missing` expressions and `Invalid` statements.
 */

interface Base {
  readonly start: number;
  readonly end: number;
  readonly parent: Node | undefined;
}

export interface Module extends Base {
  readonly kind: 'Module';
  readonly body: readonly Statement[];
}

// Statements

export interface FunctionDef extends Base {
  readonly kind: 'FunctionDef';
  readonly name: string;
  readonly nameStart: number;
  readonly async: boolean;
  readonly decorators: readonly Expression[];
  readonly parameters: readonly Parameter[];
  readonly returns: Expression | undefined;
  readonly body: readonly Statement[];
}
export interface Parameter extends Base {
  readonly kind: 'Parameter';
  readonly name: string;
  readonly nameStart: number;
  readonly flavour: 'positionalOnly' | 'normal' | 'keywordOnly' | 'varArgs' | 'varKeywords';
  readonly annotation: Expression | undefined;
  readonly default: Expression | undefined;
}
export interface ClassDef extends Base {
  readonly kind: 'ClassDef';
  readonly name: string;
  readonly nameStart: number;
  readonly decorators: readonly Expression[];
  readonly bases: readonly Expression[];
  readonly keywords: readonly Keyword[];
  readonly body: readonly Statement[];
}
export interface Return extends Base {
  readonly kind: 'Return';
  readonly value: Expression | undefined;
}
export interface Delete extends Base {
  readonly kind: 'Delete';
  readonly targets: readonly Expression[];
}
export interface Assign extends Base {
  readonly kind: 'Assign';
  readonly targets: readonly Expression[];
  readonly value: Expression;
}
export interface AugAssign extends Base {
  readonly kind: 'AugAssign';
  readonly target: Expression;
  /** Without the `=`: `+`, `//`, … */
  readonly op: string;
  readonly value: Expression;
}
export interface AnnAssign extends Base {
  readonly kind: 'AnnAssign';
  readonly target: Expression;
  readonly annotation: Expression;
  readonly value: Expression | undefined;
}
export interface TypeAlias extends Base {
  readonly kind: 'TypeAlias';
  readonly name: string;
  readonly value: Expression;
}
export interface For extends Base {
  readonly kind: 'For';
  readonly async: boolean;
  readonly target: Expression;
  readonly iter: Expression;
  readonly body: readonly Statement[];
  readonly orelse: readonly Statement[];
}
export interface While extends Base {
  readonly kind: 'While';
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly orelse: readonly Statement[];
}
export interface If extends Base {
  readonly kind: 'If';
  readonly test: Expression;
  readonly body: readonly Statement[];
  /** An `elif` is an `If` alone in here. */
  readonly orelse: readonly Statement[];
}
export interface With extends Base {
  readonly kind: 'With';
  readonly async: boolean;
  readonly items: readonly WithItem[];
  readonly body: readonly Statement[];
}
export interface WithItem extends Base {
  readonly kind: 'WithItem';
  readonly context: Expression;
  readonly target: Expression | undefined;
}
export interface Match extends Base {
  readonly kind: 'Match';
  readonly subject: Expression;
  readonly cases: readonly MatchCase[];
}
export interface MatchCase extends Base {
  readonly kind: 'MatchCase';
  readonly pattern: Pattern;
  readonly guard: Expression | undefined;
  readonly body: readonly Statement[];
}
export interface Raise extends Base {
  readonly kind: 'Raise';
  readonly exception: Expression | undefined;
  readonly cause: Expression | undefined;
}
export interface Try extends Base {
  readonly kind: 'Try';
  readonly body: readonly Statement[];
  readonly handlers: readonly ExceptHandler[];
  readonly orelse: readonly Statement[];
  readonly finalbody: readonly Statement[];
}
export interface ExceptHandler extends Base {
  readonly kind: 'ExceptHandler';
  readonly type: Expression | undefined;
  readonly name: string | undefined;
  readonly body: readonly Statement[];
}
export interface Assert extends Base {
  readonly kind: 'Assert';
  readonly test: Expression;
  readonly message: Expression | undefined;
}
export interface Import extends Base {
  readonly kind: 'Import';
  readonly names: readonly Alias[];
}
export interface ImportFrom extends Base {
  readonly kind: 'ImportFrom';
  /** Dotted; empty for `from . import x`. */
  readonly module: string;
  /** Leading dots. */
  readonly level: number;
  readonly names: readonly Alias[];
}
export interface Alias extends Base {
  readonly kind: 'Alias';
  /** Dotted, or `*`. */
  readonly name: string;
  readonly asName: string | undefined;
}
export interface Global extends Base {
  readonly kind: 'Global';
  readonly names: readonly string[];
}
export interface Nonlocal extends Base {
  readonly kind: 'Nonlocal';
  readonly names: readonly string[];
}
export interface ExpressionStatement extends Base {
  readonly kind: 'ExpressionStatement';
  readonly value: Expression;
}
/** `pass`, `break` or `continue`. */
export interface Simple extends Base {
  readonly kind: 'Pass' | 'Break' | 'Continue';
}
/** Text that is no statement: it may do anything. */
export interface Invalid extends Base {
  readonly kind: 'Invalid';
}

export type Statement =
  | FunctionDef
  | ClassDef
  | Return
  | Delete
  | Assign
  | AugAssign
  | AnnAssign
  | TypeAlias
  | For
  | While
  | If
  | With
  | Match
  | Raise
  | Try
  | Assert
  | Import
  | ImportFrom
  | Global
  | Nonlocal
  | ExpressionStatement
  | Simple
  | Invalid;

// Patterns

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

// Expressions

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

export type Node =
  | Module
  | Statement
  | Expression
  | Pattern
  | Parameter
  | WithItem
  | MatchCase
  | ExceptHandler
  | Alias
  | Generator
  | Keyword
  | StringLiteral
  | TextSegment
  | Interpolation;

export type NodeOf<K extends Node['kind']> = Extract<Node, { kind: K }>;
