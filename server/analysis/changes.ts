/** In-place changes of a list, a dict or a set after its assignment, as far as they are certain. */
import { type Context, evaluate } from './constants.ts';
import type { Expression, Node } from './python/syntax.ts';
import { forEachChild, isFunction } from './python/visit.ts';
import type { Binding } from './scope.ts';
import { isMutable, itemsOf, type Value } from './values.ts';

/** In-place changes of a local or global name. */
export function changesOfName(binding: Binding): Node[] {
  let home: Node = binding.node;
  while (home.parent && !isFunction(home) && home.kind !== 'Module' && home.kind !== 'ClassDef')
    home = home.parent;
  const changes: Node[] = [];
  const search = (node: Node): void => {
    const changed = changedBy(node);
    if (changed?.kind === 'Name' && changed.id === binding.name) changes.push(node);
    forEachChild(node, search);
  };
  forEachChild(home, search);
  return changes;
}

/** The expression that `x.append(…)`, `x[k] = …` or `x += …` changes in place. */
export function changedBy(node: Node): Expression | undefined {
  if (node.kind === 'Call' && node.func.kind === 'Attribute' && CHANGES.has(node.func.attr))
    return node.func.value;
  if (node.kind === 'Assign' || node.kind === 'Delete') {
    const target = node.targets.find((t) => t.kind === 'Subscript');
    return target?.kind === 'Subscript' ? target.value : undefined;
  }
  if (node.kind === 'AugAssign') return node.target.kind === 'Subscript' ? node.target.value : node.target;
  return undefined;
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
  for (const change of changes) result = changed(result, change, context, depth);
  return result;
}

function changed(value: Value, change: Node, context: Context, depth: number): Value {
  const certain = isCertain(change);
  const opened: Value = isMutable(value) ? { ...value, open: true } : value;
  if (change.kind === 'Call' && change.func.kind === 'Attribute') {
    const argument = change.args[0];
    if (!argument) return opened;
    const added = evaluate(argument, context, depth + 1);
    if (
      (change.func.attr === 'append' && value.kind === 'list') ||
      (change.func.attr === 'add' && value.kind === 'set')
    ) {
      return { ...value, items: [...value.items, added], open: value.open || !certain };
    }
    if (change.func.attr === 'update' && value.kind === 'dict' && added.kind === 'dict') {
      return {
        ...value,
        entries: [...value.entries, ...added.entries],
        open: value.open || added.open || !certain,
      };
    }
    const more = change.func.attr === 'extend' && value.kind === 'list' ? itemsOf(added) : undefined;
    if (more && value.kind === 'list')
      return { ...value, items: [...value.items, ...more.items], open: value.open || more.open || !certain };
    return opened;
  }
  if (change.kind === 'Assign' && value.kind === 'dict') {
    const target = change.targets.find((t) => t.kind === 'Subscript');
    if (target?.kind !== 'Subscript') return opened;
    const entry = [
      evaluate(target.index, context, depth + 1),
      evaluate(change.value, context, depth + 1),
    ] as const;
    return {
      ...value,
      entries: [...value.entries, entry],
      open: value.open || !certain || entry[0].kind !== 'str',
    };
  }
  return opened;
}

/** Runs exactly once whenever its function runs: under no condition and in no loop. */
function isCertain(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'Module' || at.kind === 'FunctionDef') return true;
    if (at.kind !== 'ExpressionStatement' && at.kind !== 'Assign' && at.kind !== 'With') return false;
  }
  return true;
}
