import type { ClassFacts } from '../../../analysis/classes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { changeAt, makesMutable } from '../../../analysis/mutability.ts';
import type { Expression, Node } from '../../../analysis/python/syntax.ts';
import { functionAround, isCache, lineOf, showsInOutcome } from '../../outcome.ts';
import type { Shared } from './shared-mutable-state.ts';

/** Attributes of the class that a method changes in place, or binds anew for all instances. */
export function sharedInClass(facts: Facts): readonly Shared[] {
  const cls = facts.environment?.cls;
  if (!cls || facts.attributes?.dynamic) return [];
  return [cls, ...cls.ancestors].flatMap((owner) =>
    [...owner.constants].flatMap(([name, value]): Shared[] => {
      const change = isCache(name) ? undefined : changeOf(name, owner, value, facts);
      const fn = change && functionAround(change);
      if (!change || !fn) return [];
      const { parent } = value;
      const draws = isGenerator(value, facts);
      return [
        {
          at: parent?.kind === 'Assign' || parent?.kind === 'AnnAssign' ? parent : value,
          says: `\`${name}\` belongs to the class, and \`${fn.name}\` ${draws ? 'draws from it' : 'changes it'} for all instances (line ${lineOf(change, facts)}).`,
          remedy: `Make it in reset, as \`self.${name}\`.`,
          severity: showsInOutcome(facts, (node) => node.kind === 'Attribute' && node.attr === name)
            ? 'error'
            : 'warning',
        },
      ];
    }),
  );
}

const isGenerator = (value: Expression, facts: Facts): boolean =>
  value.kind === 'Call' && facts.qualified(value.func) === 'random.Random';

function changeOf(name: string, owner: ClassFacts, value: Expression, facts: Facts): Node | undefined {
  const uses = facts.attributes?.byName.get(name);
  // With `self.x = …` somewhere, instances have one of their own, at least from then on.
  const isOwn = uses?.writes.some(({ kind }) => kind === 'write') ?? false;
  if (!isOwn && isGenerator(value, facts)) {
    const draw = uses?.reads.find(({ node }) => node.parent?.kind === 'Attribute' && facts.isPlayed(node));
    if (draw) return draw.node;
  }
  if (!isOwn && makesMutable(value)) {
    const changes = [...(uses?.mutations ?? []), ...(uses?.writes ?? [])];
    const change = changes.find(({ node, deferred }) => !deferred && facts.isPlayed(node));
    if (change) return change.node;
  }
  return facts
    .nodes('Attribute')
    .find(
      (node) =>
        node.attr === name &&
        isClass(node.value, owner.name) &&
        changeAt(node) &&
        functionAround(node) &&
        facts.isPlayed(node),
    );
}

/** `LeverEnv`, `cls`, `type(self)` or `self.__class__`. */
function isClass(node: Expression, name: string): boolean {
  if (node.kind === 'Name') return node.id === name || node.id === 'cls';
  if (node.kind === 'Attribute') return node.attr === '__class__';
  return node.kind === 'Call' && node.func.kind === 'Name' && node.func.id === 'type';
}
