/**
 * What the designer is paid for an environment. Section and equation numbers are those of SPADE (arXiv 2608.19197).
 *
 * A play counts only when the environment did not fail in it: `Play.return` is `null` after a fault, and nothing here
 * turns that into a number.
 */
import type { RunConfig } from '../../server/protocol/run-config.ts';

export type RewardSettings = RunConfig['reward'];

/** A play's return in [-1, 1] (G.3.2), `null` where the environment failed. */
export type Return = number | null;

/** Returns of the plays of one environment: over its whole window of k rollouts, and at its regeneration step. */
export interface Results {
  /** Without the hint, over the window. */
  readonly window: readonly Return[];
  /** Without and with the hint, at the same policy: that of the regeneration step. */
  readonly plain: readonly Return[];
  readonly hinted: readonly Return[];
}

/** Mean of what counts; `undefined` when nothing does. */
export function meanReturn(returns: readonly Return[]): number | undefined {
  const known = returns.filter((one) => one !== null);
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0) / known.length;
}

/** A return that is full pay; partial rewards below are no wins. */
export const isWin = (one: Return): boolean => one !== null && one >= 1 - 1e-9;

/** Share of wins among the plays that count; `undefined` when none does. */
export function winRate(returns: readonly Return[]): number | undefined {
  const known = returns.filter((one) => one !== null);
  return known.length === 0 ? undefined : known.filter(isWin).length / known.length;
}

/**
 * Hint-based regret (eq. 3): mean return with the hint minus mean return without, in [-2, 2]. Negative where the hint
 * misleads. `undefined` when either side has no play that counts.
 */
export function regret({ plain, hinted }: Pick<Results, 'plain' | 'hinted'>): number | undefined {
  const [without, helped] = [meanReturn(plain), meanReturn(hinted)];
  return without === undefined || helped === undefined ? undefined : helped - without;
}

/** 1 from `low` to `high`, falling in a straight line to 0 over `ramp` on either side. */
export function plateau(rate: number, { low, high, ramp }: RewardSettings['plateau']): number {
  const outside = Math.max(low - rate, rate - high, 0);
  return Math.max(0, 1 - outside / ramp);
}

/** The deployed reward: plateauWeight · plateau(w) + regretWeight · min(1, max(0, regret) / regretScale). */
export function blend(rate: number, gap: number, settings: RewardSettings): number {
  const { plateauWeight, regretWeight, regretScale } = settings;
  const share = Math.min(1, Math.max(0, gap) / regretScale);
  return plateauWeight * plateau(rate, settings.plateau) + regretWeight * share;
}

/** Slow and fast running means of a skill's returns (eq. 4): learning potential is measured against the slow one. */
export interface Potential {
  readonly slow: number;
  readonly fast: number;
}

/** μ_γ ← (1 − γ) μ + γ r̄ (eq. 4), with r̄ the mean over the skill's environments; begins at the first r̄. The larger
 * the rate, the faster the mean. */
export function nextPotential(
  before: Potential | undefined,
  mean: number,
  { slow, fast }: RewardSettings['potential'],
): Potential {
  if (!before) return { slow: mean, fast: mean };
  return {
    slow: (1 - slow) * before.slow + slow * mean,
    fast: (1 - fast) * before.fast + fast * mean,
  };
}

/**
 * What the designer is paid for one environment under the configured variant; `undefined` when there is nothing to
 * judge it by, and then it takes no part in the update.
 * @param faults plays that the environment failed in; each share of them costs that share of `faultPenalty`.
 * @param potential of the skill, for `learning-potential`: |r̄ − μ_slow| (eq. 5).
 */
export function designerReward(
  results: Results,
  settings: RewardSettings,
  potential?: Potential,
): number | undefined {
  const all = [...results.window, ...results.hinted];
  const failed = all.filter((one) => one === null).length;
  const penalty = failed === 0 ? 0 : settings.faultPenalty * (failed / all.length);
  const earned = earnedBy(results, settings, potential);
  // An environment that failed in every play has earned nothing, and what that costs.
  if (earned === undefined) return failed > 0 && penalty < 0 ? penalty : undefined;
  return earned + penalty;
}

function earnedBy(results: Results, settings: RewardSettings, potential?: Potential): number | undefined {
  const rate = winRate(results.window);
  const gap = regret(results);
  switch (settings.variant) {
    case 'spade':
      // Without plays at the regeneration step no regret was seen, and none is paid.
      return rate === undefined ? undefined : blend(rate, gap ?? 0, settings);
    case 'regret':
      return gap === undefined ? undefined : Math.max(0, gap);
    case 'solve-rate':
      return rate === undefined ? undefined : plateau(rate, settings.plateau);
    case 'learning-potential': {
      const mean = meanReturn(results.window);
      return mean === undefined || !potential ? undefined : Math.abs(mean - potential.slow);
    }
  }
}
