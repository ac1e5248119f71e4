/** Scopes and the names bound in them, as Python resolves them. */
import { memo } from './memo.ts';
import type {
  ClassDef,
  Comprehension,
  DictComp,
  Expression,
  FunctionDef,
  Lambda,
  Module,
  Name,
  Node,
  Statement,
} from './python/syntax.ts';
import { ScopeBuilder } from './scope-builder.ts';

export type BindingKind =
  | 'parameter'
  | 'assign'
  | 'unpack'
  | 'augment'
  | 'annotation'
  | 'for'
  | 'with'
  | 'except'
  | 'import'
  | 'function'
  | 'class'
  | 'walrus'
  | 'capture'
  | 'delete';

/** One place where a name gets a value. */
export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  /** The `Name`, `Parameter`, `Alias`, definition, handler or pattern that binds. */
  readonly node: Node;
  /** What is assigned: for `unpack` and `for` the whole right side or the iterable; `undefined` where there is none. */
  readonly value: Expression | undefined;
  /** For `unpack`, and for a `for` over tuples: the position of the name in the target. */
  readonly index: number | undefined;
}

export type ScopeNode = Module | FunctionDef | Lambda | ClassDef | Comprehension | DictComp;

export interface Scope {
  readonly node: ScopeNode;
  readonly parent: Scope | undefined;
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  /** Names read in this scope, in source order. */
  readonly reads: readonly Name[];
}

export interface Scopes {
  readonly module: Scope;
  readonly all: ReadonlyMap<ScopeNode, Scope>;
}

export const scopesOf = memo((module: Module): Scopes => new ScopeBuilder(module).build());

/** The scope in which a node's names are looked up first. */
export function scopeAt(scopes: Scopes, node: Node): Scope {
  for (let child: Node = node, at = node.parent; at; child = at, at = at.parent) {
    if (!isScope(at)) continue;
    const scope = scopes.all.get(at);
    if (scope && evaluatesInside(at, child)) return scope;
  }
  return scopes.module;
}

const SCOPES: ReadonlySet<Node['kind']> = new Set([
  'Module',
  'FunctionDef',
  'Lambda',
  'ClassDef',
  'ListComp',
  'SetComp',
  'GeneratorExp',
  'DictComp',
] as const);
const isScope = (node: Node): node is ScopeNode => SCOPES.has(node.kind);

/** Decorators, defaults, annotations, bases and a comprehension's first iterable belong to the outer scope. */
function evaluatesInside(scope: ScopeNode, child: Node): boolean {
  if (scope.kind === 'FunctionDef' || scope.kind === 'ClassDef')
    return scope.body.includes(child as Statement);
  if (scope.kind === 'Lambda') return child === scope.body;
  return true;
}

/** The bindings that a read of `name` at `node` may see; empty for builtins and unknown names. */
export function bindingsOf(scopes: Scopes, name: string, node: Node): readonly Binding[] {
  let first = true;
  for (let scope: Scope | undefined = scopeAt(scopes, node); scope; scope = scope.parent) {
    // A class body's names are seen in the body itself only.
    if (scope.node.kind !== 'ClassDef' || first) {
      const found = scope.bindings.get(name);
      if (found) return found;
    }
    first = false;
  }
  return [];
}
