/**
 * The syntax tree of a Python source, shaped like CPython's own `ast` where the two can agree.
 *
 * Nodes are plain immutable objects told apart by `kind`; `start` and `end` are offsets into the text in UTF-16
 * units, `parent` is the enclosing node. Half-typed code gives `Missing` expressions and `Invalid` statements.
 */

import type {
  Expression,
  Generator,
  Interpolation,
  Keyword,
  Pattern,
  StringLiteral,
  TextSegment,
} from './syntax-expressions.ts';

export type * from './syntax-expressions.ts';

export interface Base {
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
