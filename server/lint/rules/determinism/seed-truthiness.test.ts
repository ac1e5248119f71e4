import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MADE = '        self.rng = random.Random(seed)\n';
const made = (text: string): string => variant(GAME, [MADE, `        ${text}\n`]);

describeRule('SP308', {
  bad: [
    {
      title: 'if seed',
      source: made(
        'if seed:\n            self.rng = random.Random(seed)\n        else:\n            self.rng = random.Random()',
      ),
      says: /Seed 0 counts as no seed/,
      marks: 'seed',
      severity: 'warning',
      fixed: made(
        'if seed is not None:\n            self.rng = random.Random(seed)\n        else:\n            self.rng = random.Random()',
      ),
    },
    {
      title: 'if not seed',
      source: made('if not seed:\n            seed = 42\n        self.rng = random.Random(seed)'),
      fixed: made('if seed is None:\n            seed = 42\n        self.rng = random.Random(seed)'),
    },
    {
      title: 'seed or a number',
      source: made('self.rng = random.Random(seed or 42)'),
      fixed: made('self.rng = random.Random(seed if seed is not None else 42)'),
    },
    {
      title: 'in a sum',
      source: made('self.rng = random.Random(1 + (seed or 42))'),
      fixed: made('self.rng = random.Random(1 + (seed if seed is not None else 42))'),
    },
    {
      title: 'in a sum of its own',
      source: made('self.rng = random.Random([seed or 42][0])'),
      fixed: made('self.rng = random.Random([(seed if seed is not None else 42)][0])'),
    },
    {
      title: 'a conditional expression',
      source: made('self.rng = random.Random(seed if seed else 42)'),
      fixed: made('self.rng = random.Random(seed if seed is not None else 42)'),
    },
    {
      title: 'an attribute',
      source: variant(made('self.rng = random.Random(self.seed or 42)'), [
        'max_turns=8):\n',
        'max_turns=8, seed=None):\n        self.seed = seed\n',
      ]),
      marks: 'self.seed',
      fixed: variant(made('self.rng = random.Random(self.seed if self.seed is not None else 42)'), [
        'max_turns=8):\n',
        'max_turns=8, seed=None):\n        self.seed = seed\n',
      ]),
    },
    {
      title: 'and another condition',
      source: made(
        'if seed and self.max_turns:\n            self.first = 1\n        self.rng = random.Random(seed)',
      ),
      fixed: made(
        'if seed is not None and self.max_turns:\n            self.first = 1\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'the shared generator',
      source: made('seed and random.seed(seed)\n        self.rng = random.Random(seed)'),
    },
  ],
  good: [
    { title: 'the seed as it is', source: GAME },
    {
      title: 'compared with None',
      source: made('self.rng = random.Random(seed if seed is not None else 42)'),
    },
    { title: '0 for none', source: made('self.rng = random.Random(seed or 0)') },
    {
      title: 'counted down',
      source: made(
        'digits = []\n        while seed:\n            digits.append(seed % 10)\n            seed //= 10\n        self.rng = random.Random(str(digits))',
      ),
    },
    {
      title: 'compared with a number',
      source: made(
        'if seed is not None and seed > 0:\n            self.first = seed\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'a flag',
      source: made(
        'seed_given = seed is not None\n        if seed_given:\n            self.first = 1\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'another word',
      source: variant(GAME, [
        '        self.turn += 1\n',
        '        self.turn += 1\n        seeds = action.split()\n        if seeds:\n            self.first = seeds[0]\n',
      ]),
    },
  ],
});
