/** What a step is told in numbers, of all and of each skill (SPADE, appendix F). */
import type { Metric } from '../../server/protocol/run-records.ts';
import { textEmbeddings, vendiScore } from '../curriculum/diversity.ts';
import type { UpdateReport } from '../policy/policy.ts';
import type { Candidate } from './designing.ts';
import type { TrainingEnvironment } from './environment.ts';
import type { Judged } from './learning.ts';
import { meanReturn, type Return, regret, winRate } from './rewards.ts';

export type Numbers = Omit<Metric, 'step'>;

/** Win rates at which there is something to learn. */
const LEARNABLE = [0.2, 0.8] as const;

/** One environment, and its plays of this rollout. */
export interface Seen {
  readonly environment: TrainingEnvironment;
  readonly returns: readonly Return[];
}

/** Of the plays without the hint. A skill's and all; nothing is told that no play shows. */
export function playMeasures(seen: readonly Seen[]): Numbers[] {
  return perSkill(
    seen,
    ({ environment }) => environment.skill,
    (some) => {
      const rates = some.flatMap(({ returns }) => winRate(returns) ?? []);
      const all = some.flatMap(({ returns }) => returns);
      const gaps = some.flatMap(({ environment }) => regret(environment.results) ?? []);
      const [low, high] = LEARNABLE;
      return {
        'win-rate': winRate(all),
        return: meanReturn(all),
        'fault-share': all.length === 0 ? undefined : all.filter((one) => one === null).length / all.length,
        'learnable-share': mean(rates.map((rate) => Number(rate >= low && rate <= high))),
        regret: mean(gaps),
        'hinted-win-rate': winRate(some.flatMap(({ environment }) => environment.results.hinted)),
        'hinted-return': meanReturn(some.flatMap(({ environment }) => environment.results.hinted)),
      };
    },
  );
}

/** Of environments that nothing is trained on. */
export const heldOutMeasures = (
  seen: readonly { readonly skill: string; readonly returns: readonly Return[] }[],
): Numbers[] =>
  perSkill(
    seen,
    ({ skill }) => skill,
    (some) => {
      const all = some.flatMap(({ returns }) => returns);
      return { 'held-out-win-rate': winRate(all), 'held-out-return': meanReturn(all) };
    },
  );

/** Of a set that was designed in this step. */
export function designMeasures(candidates: readonly Candidate[]): Numbers[] {
  const accepted = candidates.filter((candidate) => candidate.accepted).map(({ stored }) => stored);
  const diversity =
    accepted.length < 2 ? undefined : vendiScore(textEmbeddings(accepted.map(({ source }) => source)));
  return [
    ...perSkill(
      candidates,
      ({ stored }) => stored.skill,
      (some) => ({
        'accepted-share': mean(some.map((candidate) => Number(candidate.accepted))),
        'sound-at-first': mean(
          some.filter(({ stored }) => stored.attempt === 1).map((candidate) => Number(candidate.accepted)),
        ),
        'program-lines': mean(
          some.filter((one) => one.accepted).map(({ stored }) => stored.source.split('\n').length),
        ),
        'reward-levels': mean(some.flatMap(({ stored }) => stored.measures?.rewardLevels.length ?? [])),
        'interaction-depth': mean(some.flatMap(({ stored }) => stored.measures?.depth ?? [])),
      }),
    ),
    ...told({ vendi: diversity, 'vendi-share': diversity && diversity / accepted.length }, null),
  ];
}

/** Of designs whose window is over. */
export const judgedMeasures = (judged: readonly Judged[]): Numbers[] =>
  perSkill(
    judged,
    ({ skill }) => skill,
    (some) => ({ 'designer-reward': mean(some.map(({ reward }) => reward)) }),
  );

/** Of the step's updates: means over the optimiser's steps. */
export function updateMeasures(reports: readonly UpdateReport[], trajectories: number): Numbers[] {
  const of = (value: (report: UpdateReport) => number) => mean(reports.map(value));
  return told(
    {
      loss: of(({ loss }) => loss),
      surprise: of(({ surprise }) => surprise),
      ratio: of(({ meanRatio }) => meanRatio),
      divergence: of(({ divergence }) => divergence),
      'clipped-share': of(({ clippedShare }) => clippedShare),
      'gradient-norm': of(({ gradientNorm }) => gradientNorm),
      'trained-tokens': reports.reduce((sum, { tokens }) => sum + tokens, 0),
      trajectories,
    },
    null,
  );
}

function perSkill<T>(
  items: readonly T[],
  skillOf: (item: T) => string,
  measure: (some: readonly T[]) => Readonly<Record<string, number | undefined>>,
): Numbers[] {
  const groups = Map.groupBy(items, skillOf);
  return [
    ...told(measure(items), null),
    ...[...groups].flatMap(([skill, members]) => told(measure(members), skill)),
  ];
}

const told = (values: Readonly<Record<string, number | undefined>>, skill: string | null): Numbers[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined || !Number.isFinite(value) ? [] : [{ name, skill, value }],
  );

const mean = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
