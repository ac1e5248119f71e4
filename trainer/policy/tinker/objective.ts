/**
 * Our updates in an engine's words. The engine adds up (or averages) the terms of the tokens in its own way; what each
 * token should count is put into the advantages, so that the gradient is the one that was asked for on every engine:
 *
 *     wanted   sum over tokens of s_t · min(ρ, clip ρ) with s_t = mask · A · w / share        (objective.ts of policy/)
 *     engine   sum over tokens of c · weight · min(ρ A', clip ρ A')                            c as `Reduction` says
 *     so       A' = s_t / c, which keeps the sign, and so the minimum
 */
import type { Reduction } from '../../../server/protocol/engine-card.ts';
import { termScales } from '../objective.ts';
import type { Trajectory, UpdateSettings } from '../policy.ts';
import type { Datum, LossInput } from './wire.ts';

/** Trajectories of which something is learnt: an engine that divides by a sequence's tokens must not see others. */
export const learning = (trajectories: readonly Trajectory[]): Trajectory[] =>
  trajectories.filter(({ mask }) => Array.prototype.some.call(mask, (one: number) => one !== 0));

/** What is asked of the engine. @param trajectories each with a masked token. */
export function lossInputOf(
  trajectories: readonly Trajectory[],
  { objective, mean }: Pick<UpdateSettings, 'objective' | 'mean'>,
  reduction: Reduction,
): LossInput {
  const scales = termScales(trajectories, mean);
  const counts = trajectories.map(
    ({ mask }) => Array.prototype.filter.call(mask, (one: number) => one !== 0).length,
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  const data = trajectories.map((trajectory, i) => {
    const factor = 1 / coefficient(reduction, counts[i] ?? 1, trajectories.length, all);
    return datumOf(
      trajectory,
      (scales[i] ?? new Float32Array()).map((scale) => scale * factor),
    );
  });
  const { low, high } = objective.kind === 'clipped' ? objective : NO_CLIP;
  return {
    data,
    loss_fn: 'ppo',
    // Bounds of the ratio, not distances from 1.
    loss_fn_config: { clip_low_threshold: 1 - low, clip_high_threshold: 1 + high },
  };
}

/** For imitation: with the present policy's own log-probabilities as the old ones, ρ is 1 and the gradient that of log π. */
const NO_CLIP = { low: 1, high: 1 };

/** What an engine multiplies a token's term by. */
function coefficient(reduction: Reduction, tokens: number, sequences: number, all: number): number {
  if (reduction === 'token-mean') return 1 / all;
  if (reduction === 'sequence-mean') return 1 / (tokens * sequences);
  if (reduction === 'batch-mean') return 1 / sequences;
  return 1;
}

/** Targets are the tokens shifted by one, and every list is as long as they are. */
function datumOf({ tokens, mask, oldLogProbabilities: old }: Trajectory, advantages: Float32Array): Datum {
  const all = Array.from(tokens);
  const shifted = (at: (t: number) => number) => ({
    data: Array.from({ length: all.length - 1 }, (_, t) => (mask[t + 1] ? at(t + 1) : 0)),
  });
  return {
    model_input: { chunks: [{ type: 'encoded_text', tokens: all.slice(0, -1) }] },
    loss_fn_inputs: {
      target_tokens: { data: all.slice(1) },
      weights: shifted(() => 1),
      advantages: shifted((t) => advantages[t] ?? 0),
      logprobs: shifted((t) => old[t] ?? 0),
    },
  };
}

/** Log-probabilities alone: what the tokens are given those before them. */
export function scoringInputOf(sequences: readonly ArrayLike<number>[]): LossInput {
  return {
    data: sequences.map((tokens) => {
      const all = Array.from(tokens);
      return {
        model_input: { chunks: [{ type: 'encoded_text', tokens: all.slice(0, -1) }] },
        loss_fn_inputs: {
          target_tokens: { data: all.slice(1) },
          weights: { data: all.slice(1).map(() => 1) },
        },
      };
    }),
    loss_fn: 'cross_entropy',
  };
}
