import { describe, expect, it } from 'vitest';
import { analyse } from './facts.ts';
import { parse } from './parse.ts';

const environment = (...reset: string[]): string => `import random
import time


class LeverEnv:
    def __init__(self, max_turns=8, seed=None):
        self.first = seed
        self.rng = random.Random()
        self.reset()

    def reset(self, seed=None):
${reset.map((line) => `        ${line}`).join('\n')}
        return "", {}

    def step(self, action):
        return "", 0.0, True, False, {}

    def _make(self, seed):
        return random.Random(seed)
`;

/** What the last seeding of `reset` rests on: with a seed given, and without. */
function seedsOf(...reset: string[]): readonly [given: string, absent: string] {
  const facts = analyse(parse(environment(...reset)));
  const all = (facts.seeding?.all ?? []).filter(({ fn }) => fn && facts.started.has(fn));
  const kinds = (called: 'given' | 'absent'): string =>
    [...new Set(all.flatMap((one) => [...one[called]]))].join();
  return [kinds('given'), kinds('absent')];
}

describe('what seeds a generator', () => {
  it.each([
    [['self.rng = random.Random(seed)'], 'seed', 'none'],
    [['self.rng = random.Random()'], 'none', 'none'],
    [['self.rng = random.Random(42)'], 'constant', 'constant'],
    [['self.rng = random.Random(seed or 42)'], 'seed', 'constant'],
    [['self.rng = random.Random(seed if seed is not None else 42)'], 'seed', 'constant'],
    [['self.rng = random.Random(42 if seed is None else seed + 1)'], 'seed', 'constant'],
    [['if seed is None:', '    seed = 42', 'self.rng = random.Random(seed)'], 'seed', 'constant'],
    [['if seed is not None:', '    self.rng = random.Random(seed)'], 'seed', ''],
    [
      ['if seed:', '    self.rng = random.Random(seed)', 'else:', '    self.rng = random.Random()'],
      'seed',
      'none',
    ],
    [['if seed is None:', '    seed = self.rng.randrange(16)', 'self.rng.seed(seed)'], 'seed', 'self'],
    [
      ['if seed is None:', '    seed = random.randrange(16)', 'self.rng = random.Random(seed)'],
      'seed',
      'global',
    ],
    [['self.rng = random.Random(time.time())'], 'entropy', 'entropy'],
    [['self.rng = random.SystemRandom()'], 'entropy', 'entropy'],
    [['self.rng = random.Random(f"{seed}-levers")'], 'seed', 'none'],
    [['self.rng = random.Random(str(seed).encode())'], 'seed', 'none'],
    [['self.rng = random.Random(self.first)'], 'constructor', 'constructor'],
    [['self.used = seed', 'self.rng = random.Random(self.used)'], 'seed', 'none'],
    [['self.rng = self._make(seed)'], 'seed', 'none'],
    [['self.rng = random.Random(seed)', 'self.dice = random.Random(self.rng.random())'], 'seed', 'none'],
    [['random.seed(seed)'], 'seed', 'none'],
    [['self.rng = random.Random(self.unknown())'], 'other', 'other'],
  ])('%j: %s, %s', (reset, given, absent) => {
    expect(seedsOf(...reset)).toEqual([given, absent]);
  });
});
