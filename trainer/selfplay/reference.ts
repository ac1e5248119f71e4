/**
 * The KL term of equation (2), β · KL(π ‖ π_ref), for engines whose loss has none: its gradient is that of the
 * objective with −β (log π − log π_ref) as a token's advantage. The mean over all tokens is taken off, which changes no
 * expectation and much of the noise.
 */
import { masked } from '../policy/objective.ts';
import type { Policy, Trajectory } from '../policy/policy.ts';

/** Tells log-probabilities under the weights that a run began with. */
export type Reference = Pick<Policy, 'score'>;

/**
 * The trajectories with the term in their advantages.
 * @param weight β, at least 0.
 * @throws PolicyFailure
 */
export async function heldNear(
  trajectories: readonly Trajectory[],
  reference: Reference,
  weight: number,
  signal: AbortSignal,
): Promise<readonly Trajectory[]> {
  if (weight === 0 || trajectories.length === 0) return trajectories;
  const scores = await reference.score(trajectories, { signal });
  const differences = trajectories.map(({ mask, oldLogProbabilities }, i) =>
    Float32Array.from(mask, (on, t) => (on ? (oldLogProbabilities[t] ?? 0) - (scores[i]?.[t] ?? 0) : 0)),
  );
  const tokens = trajectories.reduce((sum, { mask }) => sum + masked(mask), 0);
  const mean = differences.reduce((sum, one) => sum + one.reduce((a, b) => a + b, 0), 0) / tokens;
  return trajectories.map((trajectory, i) => ({
    ...trajectory,
    advantages: Float32Array.from(trajectory.advantages, (advantage, t) =>
      trajectory.mask[t] ? advantage - weight * ((differences[i]?.[t] ?? 0) - mean) : advantage,
    ),
  }));
}
