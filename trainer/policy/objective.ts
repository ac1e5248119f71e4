/** The objective in numbers: what each position's term is scaled by, and what an update reports. */
import type { Objective, Trajectory, UpdateSettings } from './policy.ts';

/**
 * For each token of each trajectory, what its term in the loss is multiplied by: mask · advantage · importance weight,
 * divided so that the sum over all is the mean that was asked for. (An importance weight is never negative, so it may
 * stand inside the minimum of equation (2).)
 */
export function termScales(
  trajectories: readonly Trajectory[],
  mean: UpdateSettings['mean'],
): Float32Array[] {
  const counts = trajectories.map(({ mask }) => masked(mask));
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  const learning = counts.filter((count) => count > 0).length;
  return trajectories.map(({ mask, advantages, importanceWeights }, i) => {
    const share = mean === 'tokens' ? tokens : learning * (counts[i] ?? 1);
    return Float32Array.from({ length: mask.length }, (_, t) =>
      mask[t] ? ((advantages[t] ?? 0) * (importanceWeights?.[t] ?? 1)) / share : 0,
    );
  });
}

/** How many tokens a mask lets through. */
export function masked(mask: ArrayLike<number>): number {
  let count = 0;
  for (let t = 0; t < mask.length; t++) if (mask[t]) count += 1;
  return count;
}

/** Means over masked tokens of what an `UpdateReport` tells of them. */
export class TokenStatistics {
  private readonly objective: Objective;
  private tokens = 0;
  private surprise = 0;
  private ratio = 0;
  private divergence = 0;
  private clipped = 0;

  constructor(objective: Objective) {
    this.objective = objective;
  }

  /** @param scale the term's; its sign is the advantage's. */
  add(now: number, old: number, scale: number): void {
    this.tokens += 1;
    this.surprise -= now;
    if (this.objective.kind === 'imitation') return;
    const { low, high } = this.objective;
    const difference = now - old;
    const ratio = Math.exp(difference);
    this.ratio += ratio;
    this.divergence += ratio - 1 - difference;
    if ((scale > 0 && ratio > 1 + high) || (scale < 0 && ratio < 1 - low)) this.clipped += 1;
  }

  report() {
    const mean = (sum: number) => sum / this.tokens;
    return {
      tokens: this.tokens,
      surprise: mean(this.surprise),
      meanRatio: this.objective.kind === 'imitation' ? 1 : mean(this.ratio),
      divergence: mean(this.divergence),
      clippedShare: mean(this.clipped),
    };
  }
}
