import type { Facts } from '../../../analysis/facts.ts';
import type { Name } from '../../../analysis/python/syntax.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule, Span } from '../../rule.ts';
import { globalDraws, globalSeeds, isOnly, isUsed, seedingsOf, takesSeed } from './randomness.ts';

/** No seed makes a difference. */
export const seedIgnored: LintRule = {
  code: 'SP306',
  check(context) {
    const { facts } = context;
    const reset = facts.method('reset');
    if (!reset || !takesSeed(facts) || facts.environment?.cls.opaque || facts.attributes?.dynamic) return;
    if (reachesSomething(facts) || varies(facts)) return;
    const constant = (facts.seeding?.all ?? []).find(
      (one) => isOnly(one.given, 'constant') && isUsed(one, facts) && facts.isPlayed(one.node),
    );
    const at: Span = constant?.node ?? nameSpan(reset.node);
    context.report(
      at,
      `${constant ? 'The generator is always made from the same number' : 'Nothing that reset makes depends on its seed'}, so all seeds start the same episode: the agent sees one task only and can learn it by heart. Draw the task from random.Random(seed) in reset.`,
    );
  },
};

/** Some read of the seed has a consequence: it seeds a generator that is used, or goes where reading does not follow. */
function reachesSomething(facts: Facts): boolean {
  const reset = facts.method('reset')?.node;
  const seed = reset?.parameters.find(({ name }) => name === 'seed');
  if (!reset || !seed) return true;
  const reads = facts.scopes.all.get(reset)?.reads.filter(({ id }) => id === 'seed') ?? [];
  // Comprehensions, lambdas and nested functions have scopes of their own.
  const deeper = facts
    .nodes('Name')
    .some(
      ({ id, start, end }) =>
        id === 'seed' &&
        start > reset.start &&
        end <= reset.end &&
        !reads.some((one) => one.start === start) &&
        !isBinding(start, facts),
    );
  return deeper || reads.some((read) => hasConsequence(read, facts));
}

const isBinding = (start: number, facts: Facts): boolean =>
  facts.nodes('Assign').some(({ targets }) => targets.some((target) => target.start === start));

function hasConsequence(read: Name, facts: Facts): boolean {
  const { parent } = read;
  if (parent?.kind === 'Compare') return false;
  if ((parent?.kind === 'If' || parent?.kind === 'IfExp') && parent.test === read) return false;
  // Kept for later: does anything read it?
  if (parent?.kind === 'Assign' && parent.value === read) {
    const [target] = parent.targets;
    if (target?.kind === 'Attribute' && target.value.kind === 'Name' && target.value.id === 'self')
      return (facts.attributes?.byName.get(target.attr)?.reads.length ?? 0) > 0;
    return true;
  }
  const seeding = facts.seeding?.all.find(({ node }) => node.start <= read.start && read.end <= node.end);
  return seeding === undefined || isUsed(seeding, facts);
}

/** Something random gets into the episode by another way: then seeds give different episodes, if not their own. */
function varies(facts: Facts): boolean {
  const inPlay = (fn: unknown): boolean => fn === undefined || facts.isPlayed(fn as Name);
  if (globalDraws(facts).length > 0 && !isOnly(globalSeeds(facts, 'given'), 'constant')) return true;
  if (
    facts.entropy?.sources.some(
      ({ kind, node }) => kind !== 'globalDraw' && kind !== 'globalSeed' && facts.isPlayed(node),
    )
  )
    return true;
  const made = (facts.seeding?.all ?? []).some(
    (one) =>
      !one.global &&
      one.given.size > 0 &&
      !isOnly(one.given, 'constant') &&
      inPlay(one.node) &&
      isUsed(one, facts),
  );
  // A generator of another attribute, handed in or made where reading does not follow.
  const unknown = (facts.entropy?.draws ?? []).some(
    ({ from }) => from.attribute !== undefined && seedingsOf(from.attribute, facts).length === 0,
  );
  return made || unknown;
}
