import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MADE = '        self.rng = random.Random(seed)\n';
const DRAW = 'self.rng.choice(["amber", "blue", "coral", "green"])';

describeRule('SP306', {
  bad: [
    {
      title: 'a number in place of the seed',
      source: variant(GAME, ['Random(seed)', 'Random(42)']),
      says: /always made from the same number/,
      marks: 'random.Random(42)',
      severity: 'error',
    },
    {
      title: 'nothing random',
      source: variant(GAME, [MADE, ''], [DRAW, '"amber"']),
      says: /Nothing that reset makes depends on its seed/,
      marks: 'reset',
    },
    {
      title: 'a generator that nothing draws from',
      source: variant(GAME, [MADE, '        rng = random.Random(seed)\n'], [DRAW, '"amber"']),
    },
    {
      title: 'kept and never read',
      source: variant(GAME, [MADE, '        self.seed = seed\n'], [DRAW, '"amber"']),
    },
    {
      title: 'made of the seed, but drawn from another',
      source: variant(GAME, [
        MADE,
        '        rng = random.Random(seed)\n        self.rng = random.Random(1)\n',
      ]),
      marks: 'random.Random(1)',
    },
    {
      title: 'the shared generator, seeded with a number',
      source: variant(GAME, [MADE, '        random.seed(7)\n'], ['self.rng.choice', 'random.choice']),
      marks: 'random.seed(7)',
    },
    {
      title: 'only asked for',
      source: variant(
        GAME,
        [MADE, '        if seed is not None:\n            self.fixed = True\n'],
        [DRAW, '"amber"'],
      ),
    },
    {
      title: 'a generator of the constructor, made from a number',
      source: variant(
        GAME,
        [MADE, ''],
        ['        self.reset()', '        self.rng = random.Random(0)\n        self.reset()'],
      ),
    },
    {
      title: 'a tool-use environment',
      source: variant(TOOLS, ['        rng = random.Random(seed)\n', ''], ['rng.randint(17, 24)', '21']),
    },
  ],
  good: [
    { title: 'the seed', source: GAME },
    { title: 'a sound tool-use environment', source: TOOLS },
    {
      title: 'made from the seed by counting',
      source: variant(GAME, [MADE, ''], [DRAW, '["amber", "blue"][(seed or 0) % 2]']),
    },
    { title: 'without a seed: SP301', source: variant(GAME, ['Random(seed)', 'Random()']) },
    {
      title: 'handed to a helper',
      source: variant(
        GAME,
        [MADE, '        self._build(seed)\n'],
        [DRAW, '"amber"'],
        [
          '    def _prompt',
          '    def _build(self, seed):\n        self.rng = random.Random(seed)\n        self.cells = self.rng.sample(range(9), 3)\n\n    def _prompt',
        ],
      ),
    },
    {
      title: 'kept and read later',
      source: variant(
        GAME,
        [MADE, '        self.seed = seed\n'],
        [DRAW, '"amber"'],
        ['"A gate with four levers."', 'f"Gate {self.seed}."'],
      ),
    },
    {
      title: 'given to an object',
      source: variant(GAME, [MADE, '        self.board = Board(seed)\n'], [DRAW, '"amber"']),
    },
    {
      title: 'in a comprehension',
      source: variant(GAME, [MADE, ''], [DRAW, '["amber", "blue"][sum(seed * n for n in range(3)) % 2]']),
    },
    {
      title: 'a base class that may use it',
      source: `from lib import Base\n${variant(GAME, ['class LeverEnv', 'class LeverEnv(Base)'], [MADE, '        super().reset(seed=seed)\n'], [DRAW, '"amber"'])}`,
    },
    {
      title: 'another one of two is a number',
      source: variant(GAME, [MADE, `${MADE}        table = random.Random(1).random()\n`]),
    },
  ],
});
