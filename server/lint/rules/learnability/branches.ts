/** What decides whether a part of a function is evaluated. */
import type { Expression, FunctionDef, Node } from '../../../analysis/python/syntax.ts';
import { enclosing, isFunction } from '../../../analysis/python/visit.ts';

export interface Branch {
  readonly node: Node;
  /** `undefined`: a loop, a `try` or a `match`. */
  readonly test: Expression | undefined;
  /** The way that is taken when the test holds. */
  readonly holds: boolean;
}

/** The branches around a node within its function, innermost first. */
export function branchesAround(node: Node): Branch[] {
  const found: Branch[] = [];
  for (let child = node, at = node.parent; at && !isFunction(at); child = at, at = at.parent) {
    if ((at.kind === 'If' || at.kind === 'IfExp') && child !== at.test) {
      const body: readonly Node[] = at.kind === 'If' ? at.body : [at.body];
      found.push({ node: at, test: at.test, holds: body.includes(child) });
    } else if (UNSURE.has(at.kind)) found.push({ node: at, test: undefined, holds: true });
  }
  return found;
}

const UNSURE: ReadonlySet<Node['kind']> = new Set<Node['kind']>([
  'For',
  'While',
  'Try',
  'Match',
  'BoolOp',
  'ListComp',
  'SetComp',
  'DictComp',
  'GeneratorExp',
]);

export function functionAround(node: Node): FunctionDef | undefined {
  const home = enclosing(node, isFunction);
  return home?.kind === 'FunctionDef' ? home : undefined;
}
