import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { Replays } from './replays.ts';

const FREIGHT = readFileSync(
  new URL('../../server/playtest/fixtures/freight_sum.py', import.meta.url),
  'utf8',
);

const replays = new Replays();
afterAll(() => replays.close());

describe('an episode that is played again', () => {
  it('tells what the reset hid and what each action changed', async () => {
    const found = await replays.replay(FREIGHT, { seed: 3, actions: ['\\boxed{1}', '\\boxed{2}'] });
    if (found.kind !== 'played') throw new Error(found.message);
    const { state, turns, play } = found.table;
    expect(state.map(({ name }) => name)).toEqual(expect.arrayContaining(['attempts']));
    expect(turns.map(({ changes }) => changes.map(({ name }) => name))).toEqual([['attempts'], ['attempts']]);
    expect(turns[1]?.changes[0]).toEqual({ name: 'attempts', before: 1, after: 2 });
    expect(play.actions).toEqual(['\\boxed{1}', '\\boxed{2}']);
  });

  it('says why when its source cannot be played', async () => {
    expect(await replays.replay('import nothing_of_this_name', { seed: 0, actions: [] })).toEqual({
      kind: 'not-played',
      message: expect.stringContaining('nothing_of_this_name'),
    });
    expect(await replays.replay('x = 1\n', { seed: 0, actions: [] })).toMatchObject({ kind: 'not-played' });
  });
});
