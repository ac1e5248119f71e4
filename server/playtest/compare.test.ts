import { describe, expect, it } from 'vitest';
import { type Episode, episodeOf } from '../contract/episode.ts';
import type { PyValue } from '../protocol/value.ts';
import { difference, partedLines, visibleDifference } from './compare.ts';

const step = (observation: string, reward: number, info: PyValue = { dict: [] }) => ({
  returned: { type: 'tuple', parts: [observation, { float: reward }, false, false, info] },
});
const episode = (...turns: ReturnType<typeof step>[]): Episode =>
  episodeOf(
    { seed: 1, actions: turns.map(() => 'a') },
    { opening: { returned: { type: 'tuple', parts: ['Go.', { dict: [] }] } }, turns, after: [] },
  );

describe('two episodes', () => {
  it('do not differ when everything is equal by value', () => {
    expect(difference(episode(step('One.', 0)), episode(step('One.', 0)))).toBeUndefined();
  });

  it('part at the first step and in the first part that differ', () => {
    expect(
      difference(episode(step('One.', 0), step('Two.', 0)), episode(step('One.', 0), step('Two.', 1))),
    ).toEqual({ step: 2, expected: { float: 0 }, observed: { float: 1 } });
  });

  it('part where one of them ends', () => {
    expect(difference(episode(step('One.', 0), step('Two.', 0)), episode(step('One.', 0)))).toMatchObject({
      step: 2,
      observed: null,
    });
  });

  it('are alike to an agent when only info differs', () => {
    const other = episode(step('One.', 0, { dict: [['episodes', 2]] }));
    expect(difference(episode(step('One.', 0)), other)).toMatchObject({ step: 1 });
    expect(visibleDifference(episode(step('One.', 0)), other)).toBeUndefined();
  });
});

it('tells a difference by the first lines that part', () => {
  expect(partedLines({ step: 1, expected: 'A map.\nTurn 1.', observed: 'A map.\nTurn 7.' })).toEqual([
    "'Turn 1.'",
    "'Turn 7.'",
  ]);
});
