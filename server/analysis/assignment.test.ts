import { describe, expect, it } from 'vitest';
import { factsOf, game } from './testing/facts-of.ts';

const early = (source: string): string[] =>
  factsOf(source).earlyReads.map((r) => `${r.attribute} during ${r.during}`);
const fine = 'return "x", {}';

describe('finds reads that come before any assignment', () => {
  it('when the constructor calls reset too soon', () => {
    expect(
      early(
        game({
          init: 'self.reset()\nself.size = 3\nself.max_turns = max_turns',
          reset: `self.board = [0] * self.size\n${fine}`,
          step: 'return "x", 0.0, False, False, {}',
          solution: 'return "a"',
        }),
      ),
    ).toEqual(['size during __init__']);
  });

  it('when only one branch assigns', () => {
    expect(
      early(
        game({
          reset: `if seed is not None:\n    self.rng = random.Random(seed)\nself.x = self.rng.random()\n${fine}`,
        }),
      ),
    ).toEqual(['rng during reset']);
  });

  it('in step, through a helper', () => {
    expect(
      early(
        game({
          step: 'return self._end()',
          more: 'def _end(self):\n    return self.score, 0.0, True, False, {}',
        }),
      ),
    ).toEqual(['score during step']);
  });

  it('when an augmented assignment is the first', () => {
    expect(early(game({ step: 'self.count += 1\nreturn "x", 0.0, False, False, {}' }))).toEqual([
      'count during step',
    ]);
  });

  it('when the injected base class calls reset before the subclass has set what it needs', () => {
    const source =
      'class ShopEnv(ToolUseBaseEnv):\n    def __init__(self, max_turns=10):\n        super().__init__(max_turns)\n        self.names = ["a"]\n    def reset(self, seed=None):\n        self._state = {"n": self.names[0]}\n        return "x", {}\n';
    expect(early(source)).toEqual(['names during __init__']);
    expect(
      early(
        source.replace(
          '        super().__init__(max_turns)\n        self.names = ["a"]\n',
          '        self.names = ["a"]\n        super().__init__(max_turns)\n',
        ),
      ),
    ).toEqual([]);
  });
});

describe('says nothing', () => {
  it.each([
    [
      'when all branches assign',
      `if seed is None:\n    self.rng = random.Random()\nelse:\n    self.rng = random.Random(seed)\nself.x = self.rng.random()\n${fine}`,
    ],
    [
      'when a loop that must end assigns',
      `while True:\n    self.size = 3\n    break\nself.x = self.size\n${fine}`,
    ],
    [
      'when a try assigns and the handler leaves',
      `try:\n    self.size = int("3")\nexcept ValueError:\n    raise\nself.x = self.size\n${fine}`,
    ],
    ['when finally assigns', `try:\n    pass\nfinally:\n    self.size = 3\nself.x = self.size\n${fine}`],
    [
      'when every case assigns',
      `match seed:\n    case None:\n        self.size = 1\n    case _:\n        self.size = 2\nself.x = self.size\n${fine}`,
    ],
    ['when a helper assigns', `self._setup()\nself.x = self.size\n${fine}`],
    ['when hasattr is asked', `if hasattr(self, "size") and self.size:\n    pass\n${fine}`],
    [
      'when AttributeError is expected',
      `try:\n    self.x = self.size\nexcept AttributeError:\n    self.x = 1\n${fine}`,
    ],
    ['of a read that runs later', `self.show = lambda: self.size\nself.size = 1\n${fine}`],
    ['of class attributes, methods and properties', `self.x = (self.LIMIT, self._setup, self.area)\n${fine}`],
    [
      'of unpacked targets, loops and with',
      `self.a, (self.b, *self.c) = 1, (2, 3)\nfor self.d in [1]:\n    self.x = (self.a, self.b, self.c, self.d)\n${fine}`,
    ],
  ])('%s', (_, reset) => {
    const more =
      'LIMIT = 3\ndef _setup(self):\n    self.size = 3\n@property\ndef area(self):\n    return self.LIMIT';
    expect(
      early(game({ reset, more, solution: 'return "a"', step: 'return "x", 0.0, False, False, {}' })),
    ).toEqual([]);
  });

  it('where a base class or setattr may set it', () => {
    expect(
      early(
        'class AEnv(Unknown):\n    def reset(self, seed=None):\n        return self.text, {}\n    def step(self, a): ...\n',
      ),
    ).toEqual([]);
    expect(
      early(
        'class AEnv:\n    def __init__(self, **kw):\n        for k, v in kw.items():\n            setattr(self, k, v)\n    def reset(self, seed=None):\n        return self.text, {}\n    def step(self, a): ...\n',
      ),
    ).toEqual([]);
  });
});
