import type { Facts } from '../../../analysis/facts.ts';
import { changeAt, makesMutable } from '../../../analysis/mutability.ts';
import type { Name, Node } from '../../../analysis/python/syntax.ts';
import { type Binding, bindingsOf } from '../../../analysis/scope.ts';
import { functionAround, isCache, lineOf, showsInOutcome } from '../../outcome.ts';
import type { Shared } from './shared-mutable-state.ts';

/** Globals of the module that playing changes, and generators there that playing draws from. */
export function sharedInModule(facts: Facts): readonly Shared[] {
  return [...facts.scopes.module.bindings].flatMap(([name, bindings]): Shared[] => {
    const made = bindings.find(({ kind, value }) => kind === 'assign' && value && !functionAround(value));
    if (!made?.value || isCache(name)) return [];
    const generator = made.value.kind === 'Call' && facts.qualified(made.value.func) === 'random.Random';
    return generator ? sharedGenerator(name, made, facts) : sharedValue(name, made, bindings, facts);
  });
}

/** Reads of the global itself; a local of the same name is another matter. */
const readsOf = (name: string, facts: Facts): readonly Name[] =>
  facts
    .nodes('Name')
    .filter(
      (node) =>
        node.id === name && bindingsOf(facts.scopes, name, node) === facts.scopes.module.bindings.get(name),
    );

function sharedValue(name: string, made: Binding, bindings: readonly Binding[], facts: Facts): Shared[] {
  const inPlay = (node: Node): boolean => functionAround(node) !== undefined && facts.isPlayed(node);
  // `global x` and then `x = …`
  const rebound = bindings.find(({ node }) => inPlay(node))?.node;
  const mutable = made.value !== undefined && makesMutable(made.value);
  const change =
    rebound ??
    (mutable ? readsOf(name, facts).find((node) => changeAt(node) === 'place' && inPlay(node)) : undefined);
  const fn = change && functionAround(change);
  if (!change || !fn) return [];
  return [
    {
      at: made.node,
      says: `\`${name}\` is a global of the module, and \`${fn.name}\` changes it for all instances (line ${lineOf(change, facts)}).`,
      remedy: 'Keep it in an attribute that reset makes anew.',
      severity: showsInOutcome(facts, (node) => node.kind === 'Name' && node.id === name)
        ? 'error'
        : 'warning',
    },
  ];
}

function sharedGenerator(name: string, made: Binding, facts: Facts): Shared[] {
  const calls = readsOf(name, facts).flatMap((node) => {
    const { parent } = node;
    const fn = functionAround(node);
    const called =
      parent?.kind === 'Attribute' && parent.parent?.kind === 'Call' && parent.parent.func === parent;
    return called && fn && facts.isPlayed(node) ? [{ node, fn, method: parent.attr }] : [];
  });
  const started = facts.started;
  // Seeded by every reset, it is shared only by what is drawn later.
  const seeded = calls.some(({ fn, method }) => method === 'seed' && started.has(fn));
  const draw = calls.find(({ fn, method }) => method !== 'seed' && !(seeded && started.has(fn)));
  if (!draw) return [];
  return [
    {
      at: made.node,
      says: `All instances draw from the generator \`${name}\` (in \`${draw.fn.name}\`, line ${lineOf(draw.node, facts)}), so what one plays changes what the others meet.`,
      remedy: 'Make `self.rng = random.Random(seed)` in reset.',
      severity: 'error',
    },
  ];
}
