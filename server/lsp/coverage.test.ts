import { describe, expect, test } from 'vitest';
import { parse } from '../analysis/parse.ts';
import { executableLines, unreached } from './coverage.ts';

const SOURCE = `import random
class OrchardEnv:
    """Docstring."""
    def reset(self, seed=None):
        """Begins."""
        global world
        self.trees = [
            1,
            2,
        ]
        return "x", {}
    def step(self, action):
        if action == "a" or (
            action == "b"
        ):
            self.hit = 1
            return "hit", 1.0, True, False, {}
        elif action == "c":
            for n in range(3):
                self.hit += n
        return "no", 0.0, False, False, {}
`;

describe('lines that can run', () => {
  test('are those of statements, without texts and declarations', () => {
    expect(executableLines(parse(SOURCE), [])).toEqual([7, 11, 13, 16, 17, 18, 19, 20, 21]);
  });

  test('of a statement over several lines are the one that was reached', () => {
    expect(executableLines(parse(SOURCE), [8, 14])).toEqual([8, 11, 14, 16, 17, 18, 19, 20, 21]);
  });
});

test('what was not reached is told block by block', () => {
  const ranges = unreached(parse(SOURCE), [7, 11, 13, 18, 21]);
  expect(ranges.map(({ start, end }) => [start.line, end.line])).toEqual([
    [16, 17],
    [19, 20],
  ]);
  expect(unreached(parse(SOURCE), [7, 11]).map(({ start, end }) => [start.line, end.line])).toEqual([
    [13, 21],
  ]);
});
