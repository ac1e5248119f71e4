/**
 * The KL term of equation (2), β · KL(π ‖ π_ref), for engines whose loss has none: its gradient is that of the
 * objective with −β (log π − log π_ref) as a token's advantage. On tokens that older weights wrote (rehearsal.ts) it is
 * that of −β/2 (log π − log π_ref)², which draws them to what the reference says.
 */
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
  return trajectories.map((trajectory, i) => {
    const { mask, oldLogProbabilities } = trajectory;
    const drift = (t: number) => (oldLogProbabilities[t] ?? 0) - (scores[i]?.[t] ?? 0);
    return {
      ...trajectory,
      advantages: Float32Array.from(trajectory.advantages, (advantage, t) =>
        mask[t] ? advantage - weight * drift(t) : advantage,
      ),
    };
  });
}
