import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MADE = 'self.rng = random.Random(seed)';
const DRAW = 'self.rng.choice(';
const STEP = '        self.turn += 1\n';
const shared = (seeding: string, ...more: (readonly [string, string])[]): string =>
  variant(GAME, [MADE, seeding], [DRAW, 'random.choice('], ...more);

describeRule('SP305', {
  bad: [
    {
      title: 'seeded and drawn from in reset',
      source: shared('random.seed(seed)'),
      says: /is seeded and drawn from here and in 1 more place/,
      marks: 'random.seed(seed)',
      severity: 'warning',
      fixed: GAME,
    },
    {
      title: 'seeded where a seed is given',
      source: shared('if seed is not None:\n            random.seed(seed)'),
      fixed: GAME,
    },
    {
      title: 'seeded with a default',
      source: shared('random.seed(seed if seed is not None else 42)'),
      fixed: variant(GAME, ['Random(seed)', 'Random(seed if seed is not None else 42)']),
    },
    {
      title: 'never seeded',
      source: variant(shared('pass'), ['        pass\n', '']),
      says: /is drawn from here:/,
      fixed: GAME,
    },
    {
      title: 'drawn from in step, beside a generator of its own',
      source: variant(GAME, [STEP, `${STEP}        roll = random.random()\n`]),
      fixed: variant(
        GAME,
        [
          '        self.rng = random.Random(seed)\n',
          '        self._rng = random.Random(seed)\n        self.rng = random.Random(seed)\n',
        ],
        [STEP, `${STEP}        roll = self._rng.random()\n`],
      ),
    },
    {
      title: 'under another name, in a helper',
      source: variant(
        shared('random.seed(seed)\n        self._place()'),
        ['    def _prompt', '    def _place(self):\n        random.shuffle(self.cells)\n\n    def _prompt'],
        ['        self.reset()', '        self.cells = [1, 2]\n        self.reset()'],
      )
        .replace('import random', 'import random')
        .replaceAll('random.', 'random.'),
      fixed: variant(
        GAME,
        [MADE, `${MADE}\n        self._place()`],
        ['    def _prompt', '    def _place(self):\n        self.rng.shuffle(self.cells)\n\n    def _prompt'],
        ['        self.reset()', '        self.cells = [1, 2]\n        self.reset()'],
      ),
    },
    {
      title: 'in a tool',
      source: variant(TOOLS, [
        '        self._state["target"] = degrees\n',
        '        self._state["target"] = degrees + random.randint(0, 1)\n',
      ]),
      fixed: variant(
        TOOLS,
        [
          '        self._state["target"] = degrees\n',
          '        self._state["target"] = degrees + self.rng.randint(0, 1)\n',
        ],
        [
          '        rng = random.Random(seed)\n',
          '        self.rng = random.Random(seed)\n        rng = random.Random(seed)\n',
        ],
      ),
    },
    {
      title: 'drawn by the constructor: no fix',
      source: variant(GAME, [
        '        self.reset()',
        '        self.gate = random.randint(1, 9)\n        self.reset()',
      ]),
      unfixed: true,
    },
    {
      title: 'by a short name: no fix',
      source: `from random import choice\n${variant(GAME, [DRAW, 'choice('])}`,
      unfixed: true,
    },
    {
      title: 'in a function of the module: no fix',
      source: `${variant(GAME, ['        self.turn = 0\n', '        self.turn = 0\n        self.roll = roll()\n'])}\n\ndef roll():\n    return random.randint(1, 6)\n`,
      unfixed: true,
    },
    {
      title: 'drawn before it is seeded: no fix',
      source: shared('self.first = random.random()\n        random.seed(seed)'),
      unfixed: true,
    },
    {
      title: 'a seed for the seed: no fix',
      source: variant(GAME, [
        MADE,
        'if seed is None:\n            seed = random.randrange(2**32)\n        self.rng = random.Random(seed)',
      ]),
      unfixed: true,
    },
    {
      title: 'when the module is loaded: no fix',
      source: variant(GAME, ['class LeverEnv', 'random.seed(0)\n\n\nclass LeverEnv']),
      unfixed: true,
    },
  ],
  good: [
    { title: 'a generator of its own', source: GAME },
    { title: 'a sound tool-use environment', source: TOOLS },
    {
      title: 'a local called random',
      source: variant(GAME, [
        '        self.rng = random.Random(seed)\n',
        '        self.rng = random.Random(seed)\n        random2 = self.rng\n        self.first = random2.random()\n',
      ]),
    },
    {
      title: 'in a demonstration',
      source: `${GAME}\n\nif __name__ == "__main__":\n    random.seed(1)\n    print(random.random())\n`,
    },
    {
      title: 'a method called choice',
      source: variant(GAME, [STEP, `${STEP}        lever = self.rng.choice("ab")\n`]),
    },
  ],
});
