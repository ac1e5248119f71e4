/** What the rules about generators ask in common. */
import type { Facts } from '../../../analysis/facts.ts';
import type { Call, FunctionDef, Node } from '../../../analysis/python/syntax.ts';
import { homeIn } from '../../../analysis/reach.ts';
import type { Called, Seeding, SeedKind } from '../../../analysis/seeding.ts';

/** A draw from a generator that all modules share: that of `random`, or of `numpy.random`. */
export interface GlobalDraw {
  readonly node: Call;
  readonly name: string;
  readonly fn: FunctionDef | undefined;
}

/** What `numpy.random` has besides draws. */
const MAKERS =
  /^(?:seed|default_rng|RandomState|Generator|SeedSequence|get_state|set_state|PCG64|MT19937|Philox)$/;

export const globalDraws = (facts: Facts): readonly GlobalDraw[] =>
  (facts.entropy?.sources ?? []).filter(
    ({ kind, name, node }) =>
      (kind === 'globalDraw' || (kind === 'numpy' && !MAKERS.test(name.slice(name.lastIndexOf('.') + 1)))) &&
      facts.isPlayed(node),
  );

/** What `reset` seeds the shared generator with; empty where it does not. */
export function globalSeeds(facts: Facts, called: Called): ReadonlySet<SeedKind> {
  const seeds = (facts.seeding?.all ?? []).filter(({ global, node }) => global && isStarted(node, facts));
  return new Set([
    ...seeds.flatMap((one) => [...one[called]]),
    ...(seedsElsewhere(facts) ? ['other' as const] : []),
  ]);
}

/** `super().reset(seed)` of a base class that is not in the source, or `seed_everything(seed)` from an import. */
function seedsElsewhere(facts: Facts): boolean {
  const cls = facts.environment?.cls;
  const resets = facts.attributes?.byName.get('reset')?.reads ?? [];
  if (cls?.opaque && resets.some(({ by, method }) => by === 'super' && facts.started.has(method.node)))
    return true;
  return facts.nodes('Call').some(({ func, args, keywords }) => {
    const name = func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';
    if (!/seed/i.test(name) || !/^(?!random\.)[\w]+[\w.]*$/.test(facts.qualified(func) ?? '')) return false;
    const given = [...args, ...keywords.map(({ value }) => value)];
    return given.some((one) => one.kind === 'Name' && /seed/i.test(one.id) && isStarted(one, facts));
  });
}

/** `reset` has a parameter that a trainer can give the seed by. */
export const takesSeed = (facts: Facts): boolean =>
  facts
    .method('reset')
    ?.parameters.some(({ name, flavour }) => name === 'seed' && flavour !== 'positionalOnly') ?? false;

export const isOnly = (kinds: ReadonlySet<SeedKind>, ...wanted: readonly SeedKind[]): boolean =>
  kinds.size > 0 && [...kinds].every((kind) => wanted.includes(kind));

/** In what `reset` may run. */
export const isStarted = (node: Node, facts: Facts): boolean => homeIn(node, facts.started) !== undefined;

export const inStarted = ({ node }: Seeding, facts: Facts): boolean => isStarted(node, facts);

/** Places that make or seed the generator of an attribute. */
export const seedingsOf = (attribute: string, facts: Facts): readonly Seeding[] =>
  (facts.seeding?.all ?? []).filter(({ attributes }) => attributes.includes(attribute));

/** Something is drawn from it, or it is handed on. */
export function isUsed({ attributes, names, global, node, fn }: Seeding, facts: Facts): boolean {
  if (global) return globalDraws(facts).length > 0;
  if (attributes.length + names.length === 0) return true;
  if (
    attributes.some((name) =>
      facts.attributes?.byName.get(name)?.uses.some(({ kind, by }) => kind === 'read' || by === 'shuffle'),
    )
  )
    return true;
  const within = fn ?? facts.document.tree;
  return names.some((id) =>
    facts
      .nodes('Name')
      .some(
        (name) =>
          name.id === id &&
          name.start > within.start &&
          name.end <= within.end &&
          !isTarget(name) &&
          !(name.start >= node.start && name.end <= node.end),
      ),
  );
}

const isTarget = (node: Node): boolean =>
  (node.parent?.kind === 'Assign' && node.parent.targets.some((target) => target === node)) ||
  (node.parent?.kind === 'AnnAssign' && node.parent.target === node);

/**
 * Attributes whose generator is made outside of `reset` and certainly without a seed: a loader gives the constructor
 * none of its own.
 */
export function isUnseededAttribute(attribute: string, facts: Facts): boolean {
  const seedings = seedingsOf(attribute, facts);
  if (seedings.length === 0 || seedings.some((one) => inStarted(one, facts) && one.given.size > 0))
    return false;
  const writes = facts.attributes?.byName.get(attribute)?.writes ?? [];
  // Set to something that is no generator made here: nothing is known.
  const made = new Set(seedings.map(({ node }) => node as Node));
  if (writes.some(({ value }) => !value || !made.has(value))) return false;
  return seedings.every(({ given }) => isOnly(given, 'none', 'constructor')) && constructorSeedIsNone(facts);
}

function constructorSeedIsNone(facts: Facts): boolean {
  const seed = facts.method('__init__')?.parameters.find(({ name }) => /seed/i.test(name));
  return seed?.default === undefined || facts.evaluate(seed.default).kind === 'none';
}
