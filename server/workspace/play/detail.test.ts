import { expect, test } from 'vitest';
import { createPool } from '../../sandbox/pool.ts';
import { detailOf } from './detail.ts';
import { Table } from './table.ts';

const COUNTER = `class TallyEnv:
    def __init__(self, max_turns=9):
        self.max_turns = max_turns
        self.resets = 0
    def reset(self, seed=None):
        self.resets += 1
        self.count = 0
        return "Count to two.", {}
    def step(self, action):
        self.count += 1
        if self.count == 2:
            self.won = True
        return f"{self.count}", float(self.count == 2), self.count == 2, False, {}
    def solution(self):
        return ["a", "a"]
`;

async function detail(play: Parameters<typeof detailOf>[1]) {
  const pool = await createPool({ children: 1 });
  try {
    return await pool.use(async (interpreter, signal) => {
      const table = await Table.open(interpreter, {
        source: COUNTER,
        compat: false,
        profile: 'auto',
        signal,
      });
      if (!(table instanceof Table)) throw new Error('not loaded');
      return detailOf(table, play);
    });
  } finally {
    await pool.close();
  }
}

test('an attribute that a turn makes is new, and earlier episodes leave their traces', async () => {
  const { state, turns, ending } = await detail({
    seed: 0,
    actions: ['a', 'a'],
    earlier: [{ seed: 5, actions: ['a'] }],
  });
  expect(state).toContainEqual({ name: 'resets', after: 2 });
  expect(turns[1]?.changes).toEqual([
    { name: 'count', before: 1, after: 2 },
    { name: 'won', after: true },
  ]);
  expect(ending).toBe('terminated');
  expect(turns.map(({ place }) => place)).toEqual(Array(2).fill({ line: 13, function: 'step' }));
});

test('a play beside another instance is shown without the state', async () => {
  const { state, turns } = await detail({
    seed: 0,
    actions: ['a'],
    beside: { seed: 1, actions: ['a', 'a'] },
  });
  expect([state, turns[0]?.observation, turns[0]?.changes]).toEqual([[], '1', []]);
});
