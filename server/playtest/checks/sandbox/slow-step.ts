import { type Check, type Sighting, undecided } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { percentile } from '../../measure.ts';
import { methodLine } from '../../place.ts';
import { BudgetSpent } from '../../session.ts';
import { TICKS_PER_SECOND } from '../../settings.ts';

/** What a call may take at the 95th percentile, in milliseconds. */
const BUDGETS = { step: 1, reset: 10 };
/** Calls that a percentile needs. */
const ENOUGH = 12;

/** Most calls are quick or this is not worth a word: the 95th percentile of `step` or `reset` is above the budget. */
export const slowStep: Check = {
  code: 'SP214',
  echoOf: ['SP209', 'SP212'],
  async run(lab: Lab) {
    try {
      await lab.episodes();
    } catch (problem) {
      if (!(problem instanceof BudgetSpent)) throw problem;
    }
    const { stepTicks, resetTicks } = lab.session;
    if (stepTicks.length < ENOUGH && resetTicks.length < ENOUGH)
      return undecided('too few calls could be timed');
    return [...slow('step', stepTicks, lab), ...slow('reset', resetTicks, lab)];
  },
};

function slow(call: keyof typeof BUDGETS, ticks: readonly number[], lab: Lab): readonly Sighting[] {
  const p95 = milliseconds(percentile(ticks, 0.95));
  if (ticks.length < ENOUGH || p95 <= BUDGETS[call]) return [];
  return [
    {
      message: `\`${call}\` takes about ${p95} ms at the 95th percentile of ${ticks.length} calls; ${BUDGETS[call]} ms is the budget. A rollout of many groups waits for its slowest environment. Compute once in reset what does not change, and look things up instead of searching.`,
      line: methodLine(lab, call),
      evidence: {
        observed: p95,
        expected: BUDGETS[call],
        sample: { shown: ticks.filter((one) => milliseconds(one) > BUDGETS[call]).length, of: ticks.length },
      },
    },
  ];
}

const milliseconds = (ticks: number): number => Math.round((ticks / TICKS_PER_SECOND) * 10_000) / 10;
