import { describe, expect, it } from 'vitest';
import { environmentOf } from './classes.ts';
import { intervalOf } from './intervals.ts';
import { nodesOf } from './nodes.ts';
import { parse } from './parse.ts';

function interval(expression: string, before = ''): readonly number[] | undefined {
  const { tree } = parse(
    `import random\n\nclass RoomEnv:\n    def __init__(self):\n        self.a = 0\n\n    def reset(self, seed=None):\n        rng = random.Random(seed)\n        ${before || 'pass'}\n        return (${expression})\n\n    def step(self, action):\n        pass\n`,
  );
  const value = nodesOf(tree, 'Return')[0]?.value;
  const found = value && intervalOf(value, { module: tree, cls: environmentOf(tree).chosen?.cls });
  return found && [found.low, found.high];
}

describe('intervals', () => {
  it.each([
    ['7', '', [7, 7]],
    ['-3', '', [-3, -3]],
    ['rng.randint(2, 5)', '', [2, 5]],
    ['random.randrange(6)', '', [0, 5]],
    ['x - 2', 'x = rng.randrange(3, 9)', [1, 6]],
    ['self.a * 2', 'self.a = rng.randint(-1, 4)', [-2, 8]],
    ['rng.randint(x, 9)', 'x = rng.randint(1, 4)', [1, 9]],
    ['x - y', 'x, y = rng.randint(1, 4), rng.randint(1, 4)', [-3, 3]],
  ])('%s after `%s`', (expression, before, expected) => {
    expect(interval(expression, before)).toEqual(expected);
  });

  it.each([
    ['of the same draw twice', 'x - x', 'x = rng.randint(1, 4)'],
    ['set in two places', 'x', 'x = 1 if seed else rng.randint(0, 3)'],
    ['changed later', 'self.a', 'self.a = rng.randint(0, 3); self.a += 1'],
    ["NumPy's", 'numpy.random.randint(0, 3)', 'import numpy'],
    ['a float', 'rng.random() * 3', ''],
    ['an empty range', 'rng.randint(5, 2)', ''],
  ])('is not known: %s', (_, expression, before) => {
    expect(interval(expression, before)).toBeUndefined();
  });
});
