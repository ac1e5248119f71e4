import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type SandboxPool } from '../sandbox/pool.ts';
import { Lab } from './lab.ts';
import type { Search } from './search.ts';
import { Session } from './session.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { SolutionPlay } from './solution-play.ts';
import { GAME, TOOLS, variant } from './testing.ts';

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(async () => {
  await pool.close();
});

/** What an experiment of a lab over `source` gives. */
function inLab<T>(source: string, experiment: (lab: Lab) => Promise<T>): Promise<T> {
  return pool.use(async (interpreter) => {
    const session = new Session(interpreter, { source, compat: false, budget: DEFAULT_SETTINGS.budget });
    return experiment(new Lab(session, DEFAULT_SETTINGS, await session.fresh()));
  });
}

/** A lift with four floors: 4 states, whatever the turn. */
const LIFT = `import random
import re


class LiftEnv:
    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.rng = random.Random()
        self.reset()

    def reset(self, seed=None):
        self.rng = random.Random(seed)
        self.floor, self.turn, self.ended = self.rng.randint(0, 1), 0, ""
        return self._prompt(), {}

    def _prompt(self):
        return f"Floor {self.floor} of 3.\\nActions: \\\\boxed{{up}}, \\\\boxed{{down}}, \\\\boxed{{leave}}"

    def step(self, action):
        if self.ended:
            return "Closed.", 0.0, True, False, {}
        self.turn += 1
        match = re.search(r"\\\\boxed\\{(\\w+)\\}", action)
        word = match.group(1) if match else ""
        if word in ("up", "down"):
            self.floor = max(0, min(3, self.floor + (1 if word == "up" else -1)))
        elif word == "leave":
            self.ended = "over"
            return "Out.", float(self.floor == 3), True, False, {}
        if self.turn >= self.max_turns:
            return "Night.", 0.0, False, True, {}
        return self._prompt(), 0.0, False, False, {}

    def solution(self):
        return "\\n".join(["up"] * (3 - self.floor) + ["leave"])
`;

describe('search', () => {
  const search = (source: string): Promise<Search> => inLab(source, (lab) => lab.search());

  it('sees every state of a small game once, whatever the turn, and the shortest wins', async () => {
    const found = await search(LIFT);
    expect(found.exhaustive).toBe(true);
    expect(found.graphs.map((graph) => graph.paths.length)).toEqual([4, 4]);
    expect(found.wins.map((win) => win.actions.length)).toEqual(
      found.graphs.map((graph) => (graph.observations[0]?.includes('Floor 0') ? 4 : 3)),
    );
    expect(found.actionsMatter).toBe(true);
    expect(found.atOnce).toEqual([]);
  });
  it('never says that it saw all where answers are open', async () => {
    const open = variant(
      LIFT,
      ['elif word == "leave":', 'elif word == str(self.rng.getstate()[1][3]):'],
      ['float(self.floor == 3)', '1.0'],
      ['"\\n".join(["up"] * (3 - self.floor) + ["leave"])', 'str(self.rng.getstate()[1][3])'],
    );
    const found = await search(open);
    expect(found.exhaustive).toBe(false);
    expect(found.limit).toMatch(/values/);
  });
  it('finds an action that wins at once', async () => {
    const found = await search(variant(LIFT, ['float(self.floor == 3)', '1.0']));
    expect(found.atOnce.map((win) => win.actions)).toEqual([['\\boxed{leave}'], ['\\boxed{leave}']]);
  });
  it('says where a history keeps paths apart', async () => {
    const found = await search(
      variant(
        LIFT,
        ['        self.turn += 1\n', '        self.turn += 1\n        self.log = self.log + [action]\n'],
        ['self.floor, self.turn', 'self.log = []\n        self.floor, self.turn'],
      ),
    );
    expect(found.exhaustive).toBe(false);
    expect(found.limit).toMatch(/history/);
  });
  it('says where a state cannot be copied', async () => {
    const found = await search(
      variant(LIFT, [
        'self.floor, self.turn',
        'floor = 3\n        self.goal = lambda: floor\n        self.floor, self.turn',
      ]),
    );
    expect(found.limit).toMatch(/copied/);
  });
  it('leaves tool calls alone', async () => {
    expect((await search(TOOLS)).limit).toMatch(/tool calls/);
  });
});

describe('solutions', () => {
  const solutions = (source: string): Promise<readonly SolutionPlay[]> =>
    inLab(source, (lab) => lab.solutions());

  it('wins on every seed, with one play for each seed after the first', async () => {
    const found = await solutions(GAME);
    expect(found.every((solved) => solved.wins)).toBe(true);
    expect(found.slice(1).every((solved) => solved.tries.length === 1)).toBe(true);
    expect(new Set(found.map((solved) => solved.form)).size).toBe(1);
  });
  it('asks again before every action where only the next one is told', async () => {
    const found = await solutions(variant(GAME, ['", ".join(self.order)', 'self.order[self.progress]']));
    expect(found.every((solved) => solved.wins)).toBe(true);
    expect(found[0]?.actions).toHaveLength(5);
  });
  it('reads a losing solution as the winning ones of other seeds', async () => {
    const found = await solutions(
      variant(GAME, [
        '", ".join(self.order)',
        '", ".join(self.order if self.order[0] != "amber" else self.order[::-1])',
      ]),
    );
    const lost = found.find((solved) => !solved.wins);
    const won = found.find((solved) => solved.wins);
    if (lost && won) expect(lost.form).toBe(won.form);
    expect(won).toBeDefined();
  });
  it('takes what pays most, not what pays first', async () => {
    const source = variant(GAME, [
      '        if lever not in LEVERS:',
      '        if "," in lever:\n            self.ended = "won"\n            return "A spark.", 0.2, True, False, {}\n        if lever not in LEVERS:',
    ]);
    expect((await solutions(source)).map((solved) => solved.episode?.return)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
