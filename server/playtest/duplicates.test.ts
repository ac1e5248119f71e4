import { describe, expect, test } from 'vitest';
import { Duplicates, openingPrint, programPrint } from './duplicates.ts';

const PROGRAM = `import random

class MazeEnv:
    """Find the way out."""
    def __init__(self, max_turns=20):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.cells = [rng.randint(0, 9) for _ in range(12)]
        return f"Cells: {len(self.cells)}", {}

    def step(self, action):
        guess = max(self.cells)  # the highest
        return "no", 0.0, action == str(guess), False, {}
`;

describe('programs', () => {
  test('are the same under other names, numbers, strings, comments and layout', () => {
    const other = PROGRAM.replaceAll('MazeEnv', 'VaultEnv')
      .replaceAll('cells', 'locks')
      .replaceAll('guess', 'attempt')
      .replaceAll('rng', 'dice')
      .replace('"no"', "'wrong'")
      .replace('0, 9', '10, 99')
      .replace('"""Find the way out."""\n', '# another story\n\n')
      .replace('  # the highest', '');
    expect(other).not.toBe(PROGRAM);
    expect(programPrint(other)).toBe(programPrint(PROGRAM));
  });

  test.each([
    ['another built-in function', PROGRAM.replace('max(self.cells)', 'min(self.cells)')],
    ['another method', PROGRAM.replace('rng.randint', 'rng.randrange')],
    ['another operator', PROGRAM.replace('action == str', 'action != str')],
    [
      'names exchanged for each other',
      PROGRAM.replace('self.max_turns = max_turns', 'max_turns = self.max_turns'),
    ],
    ['another flag', PROGRAM.replace('False, {}', 'True, {}')],
  ])('differ by %s', (_, other) => {
    expect(other).not.toBe(PROGRAM);
    expect(programPrint(other)).not.toBe(programPrint(PROGRAM));
  });

  test('need not be Python', () => {
    for (const text of ['', 'class (((', '"""', '\u0000\ud800', '```python\nx = 1\n```'])
      expect(programPrint(text)).toHaveLength(32);
  });
});

describe('openings', () => {
  const text =
    'You are in a vault with 4 locks and must find the code that opens them before Turn 12 ends. Ask Anna or Bob for hints.';

  test('are the same under other names and numbers', () => {
    expect(
      openingPrint(text.replace('4', '11').replace('12', '20').replace('Anna or Bob', 'Clara or Dave')),
    ).toBe(openingPrint(text));
    expect(openingPrint(text.replace('locks', 'doors'))).not.toBe(openingPrint(text));
  });

  test('that say little are not compared', () => {
    expect(openingPrint('Guess a number from 1 to 9.')).toBeNull();
  });
});

test('the first of its kind is no duplicate, and the ones after it name it', () => {
  const seen = new Duplicates();
  expect(seen.add('a.py', 'p1', 'o1')).toBeUndefined();
  expect(seen.add('b.py', 'p2', 'o1')).toEqual({ of: 'a.py', same: 'opening' });
  expect(seen.add('c.py', 'p1', 'o2')).toEqual({ of: 'a.py', same: 'program' });
  expect(seen.add('d.py', 'p3', null)).toBeUndefined();
  expect(seen.add('e.py', 'p4', null)).toBeUndefined();
});
