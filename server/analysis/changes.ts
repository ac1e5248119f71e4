/** In-place changes of a list, a dict or a set after its assignment, as far as they are certain. */
import { bindTarget, evaluate } from './constants.ts';
import type { Context } from './helpers.ts';
import { memo } from './memo.ts';
import { nodesWithin } from './nodes.ts';
import type { Expression, Node } from './python/syntax.ts';
import { isFunction } from './python/visit.ts';
import type { Binding } from './scope.ts';
import { isMutable, itemsOf, type Value } from './values.ts';

/** In-place changes of a local or global name. */
export function changesOfName(binding: Binding): readonly Node[] {
  let home: Node = binding.node;
  while (home.parent && !isFunction(home) && home.kind !== 'Module' && home.kind !== 'ClassDef')
    home = home.parent;
  return changesIn(home).get(binding.name) ?? [];
}

/** All in-place changes of names below a node, by name. */
const changesIn = memo((home: Node): ReadonlyMap<string, readonly Node[]> => {
  const changes = new Map<string, Node[]>();
  for (const node of CHANGING.flatMap((kind): readonly Node[] => nodesWithin(home, kind))) {
    const root = changedBy(node);
    if (root?.kind !== 'Name') continue;
    const known = changes.get(root.id);
    if (known) known.push(node);
    else changes.set(root.id, [node]);
  }
  for (const nodes of changes.values()) nodes.sort((a, b) => a.start - b.start);
  return changes;
});

const CHANGING = ['Assign', 'AugAssign', 'Delete', 'Call'] as const;

/** The name or attribute that `x.append(…)`, `x[k] = …`, `x[k][l] = …` or `x += …` changes in place. */
export function changedBy(node: Node): Expression | undefined {
  if (node.kind === 'Call' && node.func.kind === 'Attribute' && CHANGES.has(node.func.attr))
    return rootOf(node.func.value);
  if (node.kind === 'Assign' || node.kind === 'Delete') {
    const target = node.targets.find((t) => t.kind === 'Subscript');
    return target && rootOf(target);
  }
  return node.kind === 'AugAssign' ? rootOf(node.target) : undefined;
}

function rootOf(node: Expression): Expression {
  let at = node;
  while (at.kind === 'Subscript') at = at.value;
  return at;
}

/** The keys from the root: `x["a"][i]` gives `"a"` and `i`. */
function keysOf(node: Expression): Expression[] {
  const keys: Expression[] = [];
  for (let at = node; at.kind === 'Subscript'; at = at.value) keys.unshift(at.index);
  return keys;
}
const CHANGES = new Set([
  'append',
  'extend',
  'add',
  'update',
  'insert',
  'remove',
  'pop',
  'clear',
  'setdefault',
  'discard',
  'popitem',
]);

/** Adds what is certain to be added; any other change makes the value open. */
export function withChanges(value: Value, changes: readonly Node[], context: Context, depth: number): Value {
  let result = value;
  for (const change of changes) {
    const rounds = roundsOf(change, context, depth) ?? [context];
    const certain = rounds[0] === context ? isCertain(change) : true;
    for (const round of rounds) result = withChange(result, change, round, depth, certain);
  }
  return result;
}

/** The rounds of the one loop that a change stands in, when it runs over known items and leaves none out. */
function roundsOf(change: Node, context: Context, depth: number): Context[] | undefined {
  const statement = change.parent?.kind === 'ExpressionStatement' ? change.parent : change;
  const loop = statement.parent;
  if (
    loop?.kind !== 'For' ||
    !isCertain(loop) ||
    !loop.body.every((s) => s.kind === 'Assign' || s.kind === 'ExpressionStatement')
  )
    return undefined;
  const over = itemsOf(evaluate(loop.iter, context, depth + 1));
  if (!over || over.open || over.items.length > MAX_ROUNDS) return undefined;
  return over.items.map((item) => {
    const parameters = new Map(context.parameters);
    bindTarget(loop.target, item, parameters);
    return { ...context, parameters };
  });
}
const MAX_ROUNDS = 64;

export function withChange(
  value: Value,
  change: Node,
  context: Context,
  depth: number,
  certain = isCertain(change),
): Value {
  if (change.kind === 'Call' && change.func.kind === 'Attribute') {
    const { attr } = change.func;
    const [argument] = change.args;
    const added = argument && evaluate(argument, context, depth + 1);
    return changedAt(value, keysOf(change.func.value), context, depth, certain, (inner) =>
      extended(inner, attr, added, certain),
    );
  }
  const target = change.kind === 'Assign' ? change.targets.find((t) => t.kind === 'Subscript') : undefined;
  if (change.kind !== 'Assign' || target?.kind !== 'Subscript') return opened(value);
  const key = evaluate(target.index, context, depth + 1);
  const assigned = evaluate(change.value, context, depth + 1);
  return changedAt(value, keysOf(target.value), context, depth, certain, (inner) => {
    if (inner.kind !== 'dict' || key.kind !== 'str') return opened(inner);
    const others = inner.entries.filter(([k]) => k.kind !== 'str' || k.value !== key.value || !certain);
    return { ...inner, entries: [...others, [key, assigned]], open: inner.open || !certain };
  });
}

const opened = (value: Value): Value => (isMutable(value) ? { ...value, open: true } : value);

/** Changes what lies under `keys`; where that cannot be found, the value is open. */
function changedAt(
  value: Value,
  keys: readonly Expression[],
  context: Context,
  depth: number,
  certain: boolean,
  change: (inner: Value) => Value,
): Value {
  const [first, ...rest] = keys;
  if (!first) return change(value);
  const key = evaluate(first, context, depth + 1);
  if (value.kind !== 'dict' || key.kind !== 'str') return opened(value);
  const at = value.entries.findLastIndex(([k]) => k.kind === 'str' && k.value === key.value);
  const entry = value.entries[at];
  if (!entry) return opened(value);
  const inner = changedAt(entry[1], rest, context, depth, certain, change);
  return { ...value, entries: value.entries.with(at, [entry[0], inner]) };
}

/** After `value.method(added)`. */
function extended(value: Value, method: string, added: Value | undefined, certain: boolean): Value {
  if (!isMutable(value)) return value;
  if (!added) return opened(value);
  const open = value.open || !certain;
  if ((method === 'append' && value.kind === 'list') || (method === 'add' && value.kind === 'set'))
    return { ...value, items: [...value.items, added], open };
  if (method === 'update' && value.kind === 'dict' && added.kind === 'dict') {
    return { ...value, entries: [...value.entries, ...added.entries], open: open || added.open };
  }
  const more = method === 'extend' && value.kind === 'list' ? itemsOf(added) : undefined;
  return more && value.kind === 'list'
    ? { ...value, items: [...value.items, ...more.items], open: open || more.open }
    : opened(value);
}

/** Runs exactly once whenever its function runs: under no condition and in no loop. */
export function isCertain(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'Module' || at.kind === 'FunctionDef') return true;
    if (at.kind !== 'ExpressionStatement' && at.kind !== 'Assign' && at.kind !== 'With') return false;
  }
  return true;
}
