import { describe, expect, it } from 'vitest';
import type { TrainingEnvironment } from './environment.ts';
import type { Group } from './learning.ts';
import type { Return } from './rewards.ts';
import { warnings } from './warnings.ts';

const environment = (className: string, plain: Return[], hinted: Return[]): TrainingEnvironment => ({
  slot: 0,
  skill: 'Optimization',
  className,
  source: className,
  hash: className,
  hint: 'h',
  design: null,
  results: { window: plain, plain, hinted },
});
const group = (returns: Return[]): Group => ({ plays: [], returns });
const report = (divergence: number) => ({
  loss: 0,
  tokens: 1,
  surprise: 1,
  meanRatio: 1,
  divergence,
  clippedShare: 0,
  gradientNorm: 1,
  updates: 1,
});

describe('warnings of a rollout', () => {
  it('are none where all is well', () => {
    const groups = new Map([[environment('A', [0, 1], [1, 1]), group([0, 1])]]);
    expect(warnings(groups, true, report(0))).toEqual([]);
  });

  it('name groups that teach nothing when they are many (SP903)', () => {
    const groups = new Map([
      [environment('A', [0, 0], [0, 0]), group([0, 0])],
      [environment('B', [1, 1], [1, 1]), group([1, 1])],
    ]);
    expect(warnings(groups, false, undefined)).toEqual([
      expect.stringMatching(/^SP903: in 2 of 2 environments/),
    ]);
  });

  it('name a sampler that the learner does not agree with (SP905)', () => {
    expect(warnings(new Map(), false, report(0.3))).toEqual([expect.stringMatching(/^SP905: .*0\.300/)]);
  });

  it('name hints that give the answer away or do harm, in the rollout in which they are new (SP908)', () => {
    const groups = new Map([
      [environment('Told', [0, 0], [1, 1]), group([0, 1])],
      [environment('Harmed', [1, 1], [0, 1]), group([0, 1])],
    ]);
    expect(warnings(groups, true, undefined)).toEqual([
      expect.stringMatching(/^SP908: Told is won with its hint and lost without it/),
      expect.stringMatching(/^SP908: the hint of Harmed does harm/),
    ]);
    expect(warnings(groups, false, undefined)).toEqual([]);
  });
});
