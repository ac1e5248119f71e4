import type { Facts } from '../../../analysis/facts.ts';
import type { Parameter } from '../../../analysis/python/syntax.ts';
import { walk } from '../../../analysis/python/visit.ts';
import type { LintRule } from '../../rule.ts';

/** The constructor takes a seed, and the reset after it does not follow it. */
export const constructorSeedLost: LintRule = {
  code: 'SP310',
  check(context) {
    const { facts } = context;
    const init = facts.method('__init__');
    const reset = facts.method('reset');
    const seed = init?.parameters.find(
      ({ name, flavour }) => name === 'seed' && flavour !== 'positionalOnly',
    );
    if (!init || !reset || !seed || facts.environment?.cls.opaque || facts.attributes?.dynamic) return;
    // Without anything random there is nothing to seed.
    if ((facts.seeding?.all.length ?? 0) === 0 || looksItUp(facts)) return;
    const kept = keepers(seed, facts);
    const needs = facts.assignment(reset)?.needs ?? new Map();
    if ([...kept].some((attribute) => needs.has(attribute))) return;
    // A generator that a reset without a seed goes on with may have been seeded by the constructor.
    if (facts.seeding?.all.some(({ attributes }) => attributes.some((attribute) => needs.has(attribute))))
      return;
    const [name] = kept;
    const write = name === undefined ? undefined : facts.attributes?.byName.get(name)?.writes[0];
    context.report(
      write?.node ?? seed,
      `The constructor's seed is ${name === undefined ? 'taken' : `kept in \`self.${name}\``}, and a later reset() does not use it. Whoever seeds by the constructor gets unrepeatable episodes and is not told. Let reset fall back on it, or take the parameter away.`,
    );
  },
};

/** Attributes to which the constructor gives its seed, or something made from it. */
function keepers(seed: Parameter, facts: Facts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { name, writes } of facts.attributes?.byName.values() ?? []) {
    for (const { value, method } of writes) {
      if (method.node !== seed.parent || !value) continue;
      walk(value, (node) => {
        if (node.kind === 'Name' && node.id === seed.name) found.add(name);
        return true;
      });
    }
  }
  return found;
}

/** `getattr(self, "_seed", None)` */
const looksItUp = (facts: Facts): boolean =>
  [...(facts.freeNames.get('getattr') ?? [])].some(({ parent }) => {
    const name = parent?.kind === 'Call' ? parent.args[1] : undefined;
    return name?.kind !== 'Str' || /seed|rng/i.test(name.value ?? '');
  });
