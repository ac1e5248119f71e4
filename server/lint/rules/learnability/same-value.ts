/** Two expressions of one class that stand for the same text, as far as their source tells it. */
import type { Facts } from '../../../analysis/facts.ts';
import { textOf } from '../../../analysis/parse.ts';
import type { Expression } from '../../../analysis/python/syntax.ts';

/** Calls after which a text or a number still is the same answer to a parser that reads it leniently. */
const KEEPING = new Set([
  'str',
  'int',
  'float',
  'lower',
  'upper',
  'strip',
  'title',
  'capitalize',
  'casefold',
]);

/** The expression without conversions, a local replaced by the only value that it has. */
export function core(facts: Facts, node: Expression, depth = 0): Expression {
  if (depth > 6) return node;
  if (node.kind === 'Name') {
    const [only, ...others] = facts.definitions(node);
    return only?.kind === 'assign' && only.value && only.index === undefined && others.length === 0
      ? core(facts, only.value, depth + 1)
      : node;
  }
  if (node.kind !== 'Call') return node;
  const { func, args } = node;
  if (func.kind === 'Name' && KEEPING.has(func.id) && args.length === 1 && args[0])
    return core(facts, args[0], depth + 1);
  return func.kind === 'Attribute' && KEEPING.has(func.attr) && args.length === 0
    ? core(facts, func.value, depth + 1)
    : node;
}

/** The source of the core without its spaces; `undefined` where it does not begin at `self`. */
export function valueKey(facts: Facts, node: Expression): string | undefined {
  const inner = core(facts, node);
  const ownText = inner.kind === 'Call' && inner.func.kind === 'Attribute' && inner.func.attr === 'join';
  const root = ownText ? inner.args[0] : inner;
  if (!root || rootOf(root) === undefined) return undefined;
  // Whatever stands between the members of a list: the members and their order are the same.
  return ownText ? `join ${squeezed(facts, root)}` : squeezed(facts, inner);
}

const squeezed = (facts: Facts, node: Expression): string =>
  textOf(facts.document, node).replaceAll(/\s+/g, '').replaceAll('"', "'");

/** The attribute or method of `self` that an expression begins with. */
export function rootOf(node: Expression): string | undefined {
  let at = node;
  while (at.kind === 'Attribute' || at.kind === 'Subscript' || at.kind === 'Call') {
    if (at.kind === 'Attribute' && at.value.kind === 'Name' && at.value.id === 'self') return at.attr;
    at = at.kind === 'Call' ? at.func : at.value;
  }
  return undefined;
}
