import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a full table is read', () => {
  const table = {
    profile: 'games',
    'allowed-imports': ['sympy'],
    'reward-range': [-1, 1],
    budget: { episodes: 400, seconds: 2 },
    seeds: 6,
    compat: true,
    select: ['ALL'],
    ignore: ['SP804', 'seed-ignored'],
    levels: { SP4: 'warning', 'dead-state': 'off' },
  };
  expect(readConfig(table)).toEqual({ config: table });
  expect(readConfig({})).toEqual({ config: {} });
});

test.each([
  [{ seeds: 1 }, 'seeds', 'at least 2'],
  [{ seeds: 'six' }, 'seeds', 'number'],
  [{ budget: { seconds: 0 } }, 'budget.seconds', 'more than 0'],
  [{ budget: { episode: 5 } }, 'budget.episode', 'did you mean "episodes"'],
  [{ 'reward-rang': [0, 1] }, 'reward-rang', 'did you mean "reward-range"'],
  [{ 'reward-range': [1, 0] }, 'reward-range', '[lowest, highest]'],
  [{ ignore: ['SP306', 'SP999'] }, 'ignore.1', 'there is no rule "SP999"'],
  [{ levels: { SP306: 'loud' } }, 'levels.SP306', 'error'],
  [{ levels: { 'sed-ignored': 'off' } }, 'levels.sed-ignored', 'Did you mean seed-ignored'],
])('%j is refused with the key and what to do', (table, key, message) => {
  const read = readConfig(table);
  expect(read).toHaveProperty('problems');
  if (!('problems' in read)) return;
  expect(read.problems).toHaveLength(1);
  expect(read.problems[0]?.key).toBe(key);
  expect(read.problems[0]?.message).toContain(message);
});

test('all that is wrong is told at once', () => {
  const read = readConfig({ seeds: 99, profile: 'chess', nonsense: 1 });
  expect('problems' in read && read.problems.map(({ key }) => key).sort()).toEqual([
    'nonsense',
    'profile',
    'seeds',
  ]);
});
