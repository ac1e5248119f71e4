import { expect, test } from 'vitest';
import { aligned, changeOf, learningOf, smoothed, windowMean } from './trend.ts';

/** Win rates of sets of four rollouts: each begins at 0.4 and gains so much. */
const sets = (count: number, gain: (set: number) => number): number[] =>
  Array.from({ length: count }, (_, set) => [0, 1, 2, 3].map((i) => 0.4 + (gain(set) * i) / 3)).flat();

test('learning shows within a set, even while the win rate as a whole stands still', () => {
  expect(
    learningOf(
      sets(12, (set) => 0.1 + (set % 2) / 50),
      4,
    ).answer,
  ).toBe('learning');
  expect(
    learningOf(
      sets(12, (set) => (set % 2 === 0 ? 0.004 : -0.004)),
      4,
    ).answer,
  ).toBe('not-learning');
  expect(
    learningOf(
      sets(12, (set) => (set % 2 === 0 ? 0.3 : -0.3)),
      4,
    ).answer,
  ).toBe('unclear');
});

test('a few sets say nothing, and neither do sets of one rollout', () => {
  expect(
    learningOf(
      sets(2, () => 0.2),
      4,
    ).answer,
  ).toBe('too-early');
  expect(learningOf([0.1, 0.2, 0.3, 0.4], 1).answer).toBe('too-early');
});

test('a change is clear when it is more than the noise', () => {
  const noisy = [0.5, 0.4, 0.6, 0.5, null, 0.4, 0.6];
  expect(changeOf(windowMean(noisy, 3, 4), windowMean(noisy, 6, 3))?.clear).toBe(false);
  const jump = [0.1, 0.12, 0.11, 0.5, 0.52, 0.51];
  expect(changeOf(windowMean(jump, 2, 3), windowMean(jump, 5, 3))).toMatchObject({ clear: true });
  expect(changeOf(undefined, windowMean(jump, 5, 3))).toBeUndefined();
});

test('running means leave gaps as they are', () => {
  expect(smoothed([1, null, 3, 5], 2)).toEqual([1, null, 2, 4]);
});

test('two runs share one axis', () => {
  const { x, ofOne, ofOther } = aligned([0, 2], [0, 1, 2, 3]);
  expect(x).toEqual([0, 1, 2, 3]);
  expect(ofOne([5, 6])).toEqual([5, null, 6, null]);
  expect(ofOther([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
});
