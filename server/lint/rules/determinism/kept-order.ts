/** Whether the order of a list or a dict that was made of a set is lost again before it matters. */
import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, Node } from '../../../analysis/python/syntax.ts';

/** Functions for which the order makes no difference. */
const ORDER_FREE = /^(?:set|frozenset|sorted|sum|any|all|min|max|len|Counter|isinstance|bool)$/;

/** @param node the list, dict or comprehension. */
export function orderMatters(node: Node, facts: Facts, depth = 0): boolean {
  const { parent } = node;
  if (!parent || depth > 6) return true;
  switch (parent.kind) {
    case 'Call': {
      if (parent.func === node) return true;
      const { func } = parent;
      const name = func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';
      if (/^(?:list|tuple|dict|enumerate|iter|reversed)$/.test(name))
        return orderMatters(parent, facts, depth + 1);
      return !ORDER_FREE.test(name) && !/^(?:update|issubset|issuperset|union|add)$/.test(name);
    }
    case 'Compare':
      return false;
    case 'Assign':
    case 'AnnAssign': {
      const [target] = parent.kind === 'Assign' ? parent.targets : [parent.target];
      return target === undefined || heldOrderMatters(target, facts);
    }
    case 'SetComp':
      return false;
    case 'Generator': {
      // Iterated over by a comprehension: what that makes is what counts.
      const made = parent.parent;
      return made !== undefined && made.kind !== 'SetComp' && orderMatters(made, facts, depth + 1);
    }
    case 'Subscript':
      // Looked up by a key, a dict has no order.
      return node.kind !== 'DictComp';
    default:
      return true;
  }
}

/** Every read of what holds it asks for something other than the order, or it is sorted in place. */
function heldOrderMatters(target: Expression, facts: Facts): boolean {
  const reads = readsOf(target, facts);
  if (!reads) return true;
  const calls = reads.map((node) => (node.parent?.kind === 'Attribute' ? node.parent.attr : ''));
  if (calls.includes('sort')) return false;
  return reads.some((node) => {
    const { parent } = node;
    if (parent?.kind === 'Attribute') {
      if (/^(?:items|keys|values)$/.test(parent.attr))
        return parent.parent?.kind === 'Call' && orderMatters(parent.parent, facts, 1);
      return /^(?:pop|popitem|popleft|index|join)$/.test(parent.attr);
    }
    if (parent?.kind === 'Subscript') return parent.value === node && !isDictAt(target);
    if (parent?.kind === 'For') return parent.iter === node;
    if (parent?.kind === 'Call' || parent?.kind === 'Generator') return orderMatters(node, facts, 1);
    return parent?.kind === 'Return' || parent?.kind === 'Interpolation' || parent?.kind === 'Starred';
  });
}

/** Where a local, a global or an attribute of `self` is read. */
function readsOf(target: Expression, facts: Facts): readonly Expression[] | undefined {
  if (target.kind === 'Attribute' && target.value.kind === 'Name' && target.value.id === 'self')
    return (facts.attributes?.byName.get(target.attr)?.uses ?? [])
      .map(({ node }) => node)
      .filter((one) => one !== target);
  if (target.kind !== 'Name') return undefined;
  return facts
    .nodes('Name')
    .filter(
      (name) =>
        name.id === target.id &&
        name !== target &&
        facts.definitions(name).some(({ node }) => node === target),
    );
}

/** A dict is looked up by keys. */
function isDictAt({ parent }: Expression): boolean {
  const value = parent?.kind === 'Assign' ? parent.value : undefined;
  if (value?.kind !== 'Call') return value?.kind === 'DictComp';
  return value.func.kind === 'Attribute' && value.func.attr === 'fromkeys';
}
