import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MADE = '        self.rng = random.Random(seed)\n';
const made = (text: string): string => variant(GAME, [MADE, `        ${text}\n`]);

describeRule('SP307', {
  bad: [
    {
      title: 'a number where there is no seed',
      source: made('self.rng = random.Random(seed if seed is not None else 42)'),
      says: /made from the same number every time/,
      severity: 'error',
    },
    { title: 'seed or a number', source: made('self.rng = random.Random(seed or 42)') },
    {
      title: 'assigned before',
      source: made('if seed is None:\n            seed = 42\n        self.rng = random.Random(seed)'),
      marks: 'random.Random(seed)',
    },
    { title: 'the default of the parameter', source: variant(GAME, ['seed=None', 'seed=2024']) },
    {
      title: 'on another path',
      source: made(
        'if seed is not None:\n            self.rng = random.Random(seed)\n        else:\n            self.rng = random.Random(0)',
      ),
      marks: 'random.Random(0)',
    },
    {
      title: 'the shared generator',
      source: variant(made('random.seed(seed if seed is not None else 42)'), [
        'self.rng.choice',
        'random.choice',
      ]),
    },
    {
      title: 'a constant of the module',
      source: variant(made('self.rng = random.Random(seed if seed is not None else SEED)'), [
        'class LeverEnv',
        'SEED = 42\n\n\nclass LeverEnv',
      ]),
    },
    {
      title: 'kept in an attribute first',
      source: made('self.seed = 42 if seed is None else seed\n        self.rng = random.Random(self.seed)'),
    },
    {
      title: 'in a helper',
      source: variant(made('self._seed(seed)'), [
        '    def _prompt',
        '    def _seed(self, seed):\n        self.rng = random.Random(0 if seed is None else seed)\n\n    def _prompt',
      ]),
    },
  ],
  good: [
    { title: 'the seed as it is', source: GAME },
    {
      title: 'fresh entropy on the other path',
      source: made('self.rng = random.Random(seed) if seed is not None else random.Random()'),
    },
    {
      title: 'a fresh number',
      source: made(
        'if seed is None:\n            seed = random.SystemRandom().randrange(2**32)\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'a count of episodes',
      source: variant(
        made('self.plays += 1\n        self.rng = random.Random(self.plays if seed is None else seed)'),
        ['        self.reset()', '        self.plays = 0\n        self.reset()'],
      ),
    },
    { title: 'a number for every seed: SP306', source: made('self.rng = random.Random(42)') },
    {
      title: 'a table of the same numbers beside',
      source: made(
        'table = random.Random(1 if seed is None else 2).random()\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'made of the seed',
      source: made('self.rng = random.Random(None if seed is None else seed + 1)'),
    },
    {
      title: 'going on with the generator there is',
      source: variant(made('if seed is not None:\n            self.rng = random.Random(seed)'), [
        '        self.reset()',
        '        self.rng = random.Random()\n        self.reset()',
      ]),
    },
  ],
});
