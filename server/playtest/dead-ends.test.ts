import { describe, expect, it } from 'vitest';
import { turnOf } from '../contract/episode.ts';
import { deadEnds } from './dead-ends.ts';
import { menuPlay } from './menu-play.ts';
import type { Edge, Graph } from './searcher.ts';

const edge = (
  from: number,
  to: number | undefined,
  reward = 0,
  terminated = to === undefined,
  action = 'go',
): Edge => ({
  from,
  to,
  action: `\\boxed{${action}}`,
  turn: turnOf(1, action, {
    returned: {
      type: 'tuple',
      parts: ['', { float: reward }, terminated, !terminated && to === undefined, { dict: [] }],
    },
  }),
});

const graph = (edges: Edge[], more: Partial<Graph> = {}): Graph => {
  const states = 1 + Math.max(0, ...edges.map(({ from, to }) => Math.max(from, to ?? 0)));
  return {
    seed: 0,
    success: 1,
    paths: Array.from({ length: states }, () => []),
    observations: Array.from({ length: states }, () => 'Actions: go, stay'),
    edges,
    nonsense: [],
    wins: [],
    limit: undefined,
    ...more,
  };
};

describe('deadEnds', () => {
  it('finds states from which no win can be reached', () => {
    expect(deadEnds(graph([edge(0, 1), edge(0, 2), edge(1, undefined, 1), edge(2, 2)]))).toEqual([2]);
  });
  it('finds circles without a way out', () => {
    expect(deadEnds(graph([edge(0, undefined, 1), edge(0, 1), edge(1, 2), edge(2, 1)]))).toEqual([1, 2]);
  });
  it('says nothing where a way was not seen to its end', () => {
    expect(deadEnds(graph([edge(0, undefined, 1), edge(0, 1), edge(1, 1)], { limit: 'more' }))).toEqual([]);
    expect(deadEnds(graph([edge(0, undefined, 1), edge(0, 1), edge(1, undefined, 0, false)]))).toEqual([]);
  });
});

describe('menuPlay', () => {
  const coin = graph([edge(0, undefined, 1, true, 'go'), edge(0, undefined, 0, true, 'stay')]);
  it('computes the share of wins of a blind choice', () => {
    expect(menuPlay([coin, coin], 'games')?.share).toBeCloseTo(0.5);
  });
  it('goes on where choices go on', () => {
    const retry = graph([edge(0, undefined, 1, true, 'go'), edge(0, 0, 0, false, 'stay')]);
    expect(menuPlay([retry, retry], 'games')?.share).toBeCloseTo(1, 4);
  });
  it('counts what was not searched as lost', () => {
    expect(
      menuPlay([coin, graph([edge(0, 1, 0, false, 'go'), edge(0, undefined, 0, true, 'stay')])], 'games')
        ?.share,
    ).toBeCloseTo(0.25);
  });
  it('says nothing of one graph, or without a menu', () => {
    expect(menuPlay([coin], 'games')).toBeUndefined();
    expect(menuPlay([coin, { ...coin, observations: ['?'] }], 'games')).toBeUndefined();
  });
});
