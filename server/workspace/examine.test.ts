import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../playtest/batch.ts';
import { DEFAULT_SETTINGS } from '../playtest/settings.ts';
import { createPool, type SandboxPool } from '../sandbox/pool.ts';
import { READING_AND_PLAYING } from './examine.ts';

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool.close());

const examine = (source: string, selected?: Job['selected']) =>
  pool.use((interpreter, signal) =>
    READING_AND_PLAYING.examine(interpreter, { source, settings: DEFAULT_SETTINGS, selected }, signal),
  );

const source = (comment: string) => `class OneTaskEnv:${comment}
    def __init__(self, max_turns=6):
        self.max_turns = max_turns
        self.reset()
    def reset(self, seed=None):
        self.turn = 0
        return "Guess a number from 1 to 9 with \\\\boxed{5}.", {}
    def step(self, action):
        self.turn += 1
        won = "{7}" in action
        return ("Right." if won else "No."), float(won), won, self.turn >= self.max_turns, {}
    def solution(self):
        return "\\\\boxed{7}"
`;

const SELECTED = new Set(['SP306']);

test('a suppressed finding is not told, and the verdict follows', async () => {
  const told = await examine(source(''), SELECTED);
  expect(told.findings.map(({ code }) => code)).toEqual(['SP306']);
  expect(told.verdict).toBe('unsound');
  const suppressed = await examine(source('  # spade: ignore[SP306] one task on purpose'), SELECTED);
  expect(suppressed.findings).toEqual([]);
  expect(suppressed.verdict).toBe('sound');
});

test('a suppression that suppresses nothing is told, one of a rule that was not looked for is not', async () => {
  const comment = '  # spade: ignore[SP301] it is reproducible';
  const idle = await examine(source(comment), new Set(['SP301', 'SP806']));
  expect(idle.findings.map(({ code }) => code)).toEqual(['SP806']);
  expect((await examine(source(comment), new Set(['SP401']))).findings).toEqual([]);
});

test('what cannot even be loaded is never sound, whatever is suppressed', async () => {
  const report = await examine('# spade: ignore[SP115, SP101, SP412]\nclass AEnv(:\n    pass\n');
  expect(report.verdict).not.toBe('sound');
});
