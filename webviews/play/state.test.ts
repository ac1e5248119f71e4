import { describe, expect, test } from 'vitest';
import {
  acted,
  begin,
  kept,
  lineOf,
  playOf,
  small,
  upTo,
  withConditions,
  withLine,
  withNewLine,
  withPlay,
} from './state.ts';

const LINE = { actions: ['a', 'b'], after: ['c'] };

describe('a line of play', () => {
  test('grows after the end apart from what came before', () => {
    expect(acted({ actions: ['a'], after: [] }, 'b', false)).toEqual({ actions: ['a', 'b'], after: [] });
    expect(acted(LINE, 'd', true)).toEqual({ actions: ['a', 'b'], after: ['c', 'd'] });
  });

  test('goes back to any step, those after the end counted on', () => {
    expect(upTo(LINE, 0)).toEqual({ actions: [], after: [] });
    expect(upTo(LINE, 2)).toEqual({ actions: ['a', 'b'], after: [] });
    expect(upTo(LINE, 3)).toEqual(LINE);
  });
});

describe('the page’s state', () => {
  const start = begin('file:///a.py', 'a.py');

  test('asks for what its present line has sent', () => {
    const state = withLine(start, LINE);
    expect(playOf(state)).toEqual({ seed: 0, actions: ['a', 'b'], after: ['c'] });
    expect(playOf(start)).toEqual({ seed: 0, actions: [] });
  });

  test('branches without losing the line it leaves', () => {
    const state = withNewLine(withLine(start, LINE), upTo(LINE, 1));
    expect(state.lines).toEqual([LINE, { actions: ['a'], after: [] }]);
    expect(lineOf(state)).toEqual({ actions: ['a'], after: [] });
  });

  test('begins anew under other conditions, which the old answers are not about', () => {
    const state = withConditions({ ...withLine(start, LINE), step: 2 }, { seed: 7 });
    expect(state).toMatchObject({ conditions: { seed: 7 }, lines: [{ actions: [], after: [] }], current: 0 });
    expect(state).not.toHaveProperty('step');
  });

  test('takes over the conditions of a play that is handed over', () => {
    const state = withPlay(start, { seed: null, actions: ['x'], hashSeed: 1, after: ['y'] });
    expect(playOf(state)).toEqual({ seed: null, hashSeed: 1, actions: ['x'], after: ['y'] });
  });

  test('is kept without answers that are too long, and is read again', () => {
    const beside = { title: 'solution()', said: 'x'.repeat(500), table: null };
    expect(small({ ...start, beside }, 100)).toEqual(start);
    expect(kept.parse(JSON.parse(JSON.stringify(small({ ...start, beside }, 10_000))))).toEqual({
      ...start,
      beside,
    });
  });
});
