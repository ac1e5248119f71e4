import { describe, expect, it } from 'vitest';
import { TokenStatistics, termScales } from './objective.ts';
import { IMITATION, SPADE_OBJECTIVE, truncatedImportance } from './policy.ts';

const close = (values: Iterable<number>) => [...values].map((value) => Number(value.toFixed(6)));

describe('truncated importance weights', () => {
  it('are the ratio of new to old probability, at most the cap', () => {
    const now = [Math.log(0.2), Math.log(0.3), Math.log(0.9)];
    const then = [Math.log(0.4), Math.log(0.2), Math.log(0.1)];
    expect(close(truncatedImportance(now, then, 2))).toEqual([0.5, 1.5, 2]);
  });
});

describe('scales of terms', () => {
  const a = { tokens: [1, 2, 3], mask: [0, 1, 1], advantages: [5, 2, -1], oldLogProbabilities: [0, 0, 0] };
  const b = {
    tokens: [1, 2, 3],
    mask: [0, 0, 1],
    advantages: [9, 9, 6],
    oldLogProbabilities: [0, 0, 0],
    importanceWeights: [7, 7, 0.5],
  };

  it('make the sum a mean over tokens: three of them', () => {
    const [first = [], second = []] = termScales([a, b], 'tokens');
    expect(close(first)).toEqual(close([0, 2 / 3, -1 / 3]));
    expect(close(second)).toEqual([0, 0, 1]);
  });

  it('make it a mean over trajectories, not counting one without tokens', () => {
    const [first = [], second = []] = termScales([a, b, { ...a, mask: [0, 0, 0] }], 'trajectories');
    expect(close(first)).toEqual([0, 0.5, -0.25]);
    expect(close(second)).toEqual([0, 0, 1.5]);
  });
});

describe('statistics', () => {
  it('count as clipped what the clip gives no gradient: too likely and rewarded, too unlikely and punished', () => {
    const statistics = new TokenStatistics(SPADE_OBJECTIVE);
    for (const [ratio, advantage] of [
      [1.5, 1],
      [1.5, -1],
      [0.5, 1],
      [0.5, -1],
      [1.25, 1],
    ] as const)
      statistics.add(Math.log(0.1 * ratio), Math.log(0.1), advantage);
    const report = statistics.report();
    expect(report.tokens).toBe(5);
    expect(report.clippedShare).toBeCloseTo(2 / 5);
    expect(report.meanRatio).toBeCloseTo((1.5 + 1.5 + 0.5 + 0.5 + 1.25) / 5);
    const divergence = (ratio: number) => ratio - 1 - Math.log(ratio);
    expect(report.divergence).toBeCloseTo((2 * divergence(1.5) + 2 * divergence(0.5) + divergence(1.25)) / 5);
  });

  it('of imitation have no ratio', () => {
    const statistics = new TokenStatistics(IMITATION);
    statistics.add(-2, 0, 1);
    statistics.add(-4, 0, 1);
    expect(statistics.report()).toEqual({
      tokens: 2,
      surprise: 3,
      meanRatio: 1,
      divergence: 0,
      clippedShare: 0,
    });
  });
});
