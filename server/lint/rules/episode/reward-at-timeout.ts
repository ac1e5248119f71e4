import type { Ending } from '../../../analysis/endings.ts';
import type { Expression } from '../../../analysis/python/syntax.ts';
import { walk } from '../../../analysis/python/visit.ts';
import { isTrue } from '../../../analysis/worth.ts';
import type { LintRule } from '../../rule.ts';
import { byReturn, placeOf, waysOf } from './ways.ts';

/** Time that runs out pays, or counts as a result. */
export const rewardAtTimeout: LintRule = {
  code: 'SP408',
  check(context) {
    const ways = waysOf(context.facts);
    if (!ways) return;
    const { endings, limit } = ways;
    const timed = endings.filter(
      (one) => !one.after && one.time === 'late' && (one.counted || limit.counters.size === 0),
    );
    for (const one of byReturn(timed.filter((each) => paysForTime(each, endings))))
      context.report(
        one.rewardAt ?? placeOf(one),
        `When time is up, an unsolved episode is paid ${typeof one.reward === 'number' ? one.reward : `\`${context.text.slice(one.rewardAt?.start ?? 0, one.rewardAt?.end ?? 0)}\``}, which is not paid where time is left. An agent learns to wait instead of to solve; pay 0 when the limit ends the episode.`,
      );
    const counted = timed.filter(
      ({ terminated, truncated, reward }) =>
        terminated === 'late' && truncated === 'false' && (reward === '?' ? false : Number(reward) <= 0),
    );
    for (const one of byReturn(counted))
      context.report(
        placeOf(one),
        'When time is up, this returns terminated=True, not truncated. Time that ran out is then counted as a finished, lost episode; set truncated instead.',
      );
  },
};

/** Truncated with a reward that no way pays that goes on. */
function paysForTime(
  { terminated, truncated, reward, rewardAt }: Ending,
  endings: readonly Ending[],
): boolean {
  if (terminated !== 'false' || !isTrue(truncated)) return false;
  const early = endings.filter((one) => one.time !== 'late' && one.terminated === 'false' && !one.after);
  if (typeof reward === 'number')
    return reward > 0 && !early.some((one) => one.reward === reward || one.reward === '?');
  return reward === '?' && early.length > 0 && early.every((one) => one.reward === 0) && mayPay(rewardAt);
}

/** Made of the state, and not a fine. */
function mayPay(node: Expression | undefined): boolean {
  if (!node || node.kind === 'Name') return false;
  let state = false;
  let fine = false;
  walk(node, (one) => {
    state ||= one.kind === 'Name' && one.id === 'self';
    fine ||= one.kind === 'UnaryOp' && one.op === '-';
    return true;
  });
  return state && !fine;
}
