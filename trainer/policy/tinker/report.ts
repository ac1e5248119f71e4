/** What an update came to, from the learner's log-probabilities, since engines tell different things or nothing. */
import { TokenStatistics, termScales } from '../objective.ts';
import type { Trajectory, UpdateReport, UpdateSettings } from '../policy.ts';

/** As far as an engine tells it. */
export function gradientNorm(metrics: Readonly<Record<string, number | null>>): number {
  const name = Object.keys(metrics).find((key) => /(^|[./:])(grad_norm|gradient_norm)/.test(key));
  return (name === undefined ? null : metrics[name]) ?? Number.NaN;
}

/** @param now for each trajectory, of its tokens from the second on. */
export function reportOf(
  trajectories: readonly Trajectory[],
  now: readonly Float32Array[],
  { objective, mean }: UpdateSettings,
  updates: number,
  norm: number,
): UpdateReport {
  const statistics = new TokenStatistics(objective);
  const scales = termScales(trajectories, mean);
  let loss = 0;
  for (const [i, { mask, oldLogProbabilities: old }] of trajectories.entries())
    for (let t = 1; t < mask.length; t += 1) {
      if (!mask[t]) continue;
      const [present, before, scale] = [now[i]?.[t - 1] ?? Number.NaN, old[t] ?? 0, scales[i]?.[t] ?? 0];
      statistics.add(present, before, scale);
      if (objective.kind === 'imitation') loss -= scale * present;
      else {
        const ratio = Math.exp(present - before);
        const clipped = Math.min(Math.max(ratio, 1 - objective.low), 1 + objective.high);
        loss -= Math.min(ratio * scale, clipped * scale);
      }
    }
  return { loss, gradientNorm: norm, updates, ...statistics.report() };
}
