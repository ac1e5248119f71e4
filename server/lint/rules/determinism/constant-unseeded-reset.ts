import type { Facts } from '../../../analysis/facts.ts';
import type { LintRule } from '../../rule.ts';
import { globalDraws, globalSeeds, inStarted, isOnly, isStarted, isUsed, takesSeed } from './randomness.ts';

/** `reset()` without a seed always starts the same episode. */
export const constantUnseededReset: LintRule = {
  code: 'SP307',
  check(context) {
    const { facts } = context;
    if (!takesSeed(facts) || drawsFresh(facts)) return;
    const constant = facts.seeding?.all.find(
      (one) =>
        inStarted(one, facts) &&
        isOnly(one.absent, 'constant') &&
        // Else no seed makes a difference: SP306.
        !isOnly(one.given, 'constant') &&
        isUsed(one, facts),
    );
    if (!constant) return;
    context.report(
      constant.node,
      'Where reset gets no seed, the generator is made from the same number every time, so reset() always starts the same episode. A trainer that leaves the seed out trains on one task only. Use random.Random(seed) as it is, which draws fresh entropy for None.',
    );
  },
};

/** Without a seed, something else than a number decides a part of the episode. */
function drawsFresh(facts: Facts): boolean {
  const all = (facts.seeding?.all ?? []).filter((one) => inStarted(one, facts) && isUsed(one, facts));
  const varies = all.some(({ absent, global }) => !global && absent.size > 0 && !isOnly(absent, 'constant'));
  const shared = globalDraws(facts).some(
    ({ node }) => isStarted(node, facts) && facts.seeding?.runs(node, 'absent'),
  );
  const sources = facts.entropy?.sources.some(
    ({ kind, node }) => kind !== 'globalDraw' && kind !== 'globalSeed' && isStarted(node, facts),
  );
  return varies || (shared && !isOnly(globalSeeds(facts, 'absent'), 'constant')) || (sources ?? false);
}
