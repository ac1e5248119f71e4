/** Where the order of a set, which differs between processes, comes to matter. */
import type { Context } from './helpers.ts';
import { typeOf } from './infer.ts';
import type { Expression, FunctionDef, Node } from './python/syntax.ts';
import { isOnly } from './types.ts';

export interface SetOrder {
  /** The expression of type set whose order matters. */
  readonly node: Expression;
  readonly how: 'iterated' | 'joined' | 'listed' | 'popped' | 'chosen';
  readonly fn: FunctionDef | undefined;
}

/** Whether a loop or a call depends on the order of a set. */
export function setOrderAt(node: Node, context: Context): Omit<SetOrder, 'fn'> | undefined {
  const isSet = (one: Expression | undefined): one is Expression =>
    one !== undefined && isOnly(typeOf(one, context), 'set');
  switch (node.kind) {
    case 'For':
    case 'Generator':
      // A set built from a set, or a test over all of it, does not depend on the order.
      return isSet(node.iter) && !isOrderFree(node) ? { node: node.iter, how: 'iterated' } : undefined;
    case 'Call': {
      const { func } = node;
      const [first] = node.args;
      if (
        func.kind === 'Name' &&
        (func.id === 'list' || func.id === 'tuple' || func.id === 'enumerate' || func.id === 'iter')
      ) {
        return isSet(first) && !isSorted(node) ? { node: first, how: 'listed' } : undefined;
      }
      if (func.kind !== 'Attribute') return undefined;
      if (func.attr === 'join') return isSet(first) ? { node: first, how: 'joined' } : undefined;
      if (func.attr === 'pop' && node.args.length === 0)
        return isSet(func.value) ? { node: func.value, how: 'popped' } : undefined;
      return (func.attr === 'choice' || func.attr === 'sample' || func.attr === 'choices') && isSet(first)
        ? { node: first, how: 'chosen' }
        : undefined;
    }
    default:
      return undefined;
  }
}

const ORDER_FREE: ReadonlySet<string> = new Set([
  'set',
  'frozenset',
  'sorted',
  'sum',
  'any',
  'all',
  'min',
  'max',
  'len',
]);

function isOrderFree(node: Node): boolean {
  if (node.kind === 'For') return false;
  const comprehension = node.parent;
  if (comprehension?.kind === 'SetComp' || comprehension?.kind === 'DictComp') return true;
  return comprehension !== undefined && isSorted(comprehension);
}

/** Given at once to a function for which the order makes no difference. */
function isSorted(node: Node): boolean {
  const { parent } = node;
  return parent?.kind === 'Call' && parent.func.kind === 'Name' && ORDER_FREE.has(parent.func.id);
}
