/**
 * What a rollout should make its user wonder about, by the rules that only a trainer can see (SP903 to SP908). None of
 * it stops the run. SP906 is about rewards for form, of which there are none here.
 */
import { count } from '../../server/contract/visible.ts';
import type { UpdateReport } from '../policy/policy.ts';
import type { TrainingEnvironment } from './environment.ts';
import type { Group } from './learning.ts';
import { faultOf } from './outcomes.ts';
import type { Seat } from './playing.ts';
import { meanReturn, regret } from './rewards.ts';

/** Share of groups without variance from which on it is told: many are no news where a policy is weak. */
const DEAD = 0.8;
/** Mean of (ρ − 1) − log ρ before anything of the rollout is learnt: a sampler that agrees with the learner gives 0. */
const DRIFT = 0.02;
/** Regret beyond which a hint gives the answer away, and below which it misleads; groups are small, so both are wide. */
const ANOMALOUS = { high: 0.95, low: -0.5 };

/** @param first the report on the rollout's first optimiser step. */
export function warnings(
  groups: ReadonlyMap<TrainingEnvironment, Group<Seat>>,
  isNew: boolean,
  first: UpdateReport | undefined,
): string[] {
  const all = [...groups];
  const dead = all.filter(([, { returns }]) => new Set(returns.filter((one) => one !== null)).size < 2);
  const faults = all.flatMap(([{ className }, { plays }]) =>
    plays.flatMap(({ episode }) => {
      const fault = faultOf(episode);
      return fault === undefined ? [] : [`${className}: ${fault}`];
    }),
  );
  return [
    ...(all.length > 0 && dead.length >= DEAD * all.length
      ? [
          `SP903: in ${dead.length} of ${count(all.length, 'environment')} all plays came to the same, and teach nothing.`,
        ]
      : []),
    ...(first && first.divergence > DRIFT
      ? [
          `SP905: before the update the learner's probabilities differ from the sampler's (${first.divergence.toFixed(3)}). Do both have the same weights and temperature?`,
        ]
      : []),
    ...[...Map.groupBy(faults, (fault) => fault)].map(
      ([fault, same]) => `SP907: ${count(same.length, 'play')} failed in the environment. ${fault}`,
    ),
    ...(isNew ? all.flatMap(([environment]) => anomaly(environment)) : []),
  ];
}

function anomaly({ className, results }: TrainingEnvironment): string[] {
  const gap = regret(results);
  if (gap === undefined) return [];
  if (gap >= ANOMALOUS.high)
    return [
      `SP908: ${className} is won with its hint and lost without it (regret ${gap.toFixed(2)}). Does the hint give the answer away?`,
    ];
  if (gap <= ANOMALOUS.low)
    return [
      `SP908: the hint of ${className} does harm: a mean return of ${meanReturn(results.hinted)?.toFixed(2)} with it and ${meanReturn(results.plain)?.toFixed(2)} without.`,
    ];
  return [];
}
