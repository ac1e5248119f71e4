import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MADE = '        self.rng = random.Random(seed)\n';
const INIT = '        self.reset()\n';
const made = (text: string): string =>
  variant(GAME, [MADE, `        ${text}\n`], [INIT, `        self.rng = random.Random()\n${INIT}`]);

describeRule('SP309', {
  bad: [
    {
      title: 'a number out of sixteen',
      source: made(
        'if seed is None:\n            seed = self.rng.randrange(16)\n        self.rng.seed(seed)',
      ),
      says: /drew itself out of 16: the episodes soon go round in a circle of about 3/,
      marks: 'self.rng.randrange(16)',
      severity: 'warning',
    },
    {
      title: 'a new generator',
      source: made('self.rng = random.Random(seed if seed is not None else self.rng.randint(0, 9999))'),
      says: /out of 10000.*about 63/,
    },
    {
      title: 'bits',
      source: made(
        'if seed is None:\n            seed = self.rng.getrandbits(16)\n        self.rng = random.Random(seed)',
      ),
      says: /out of 65536/,
    },
    {
      title: 'of unknown range',
      source: made(
        'if seed is None:\n            seed = self.rng.randint(0, self.max_turns)\n        self.rng = random.Random(seed)',
      ),
      says: /with a number that it drew itself:/,
    },
    {
      title: 'a thousand million',
      source: made(
        'if seed is None:\n            seed = self.rng.randint(0, 10**9)\n        self.rng = random.Random(seed)',
      ),
    },
  ],
  good: [
    { title: 'the seed as it is', source: GAME },
    {
      title: 'going on with the generator there is',
      source: made('if seed is not None:\n            self.rng = random.Random(seed)'),
    },
    {
      title: 'a master that is never seeded anew',
      source: made(
        'if seed is None:\n            seed = self.master.randrange(100)\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'a second generator made by the first',
      source: made(
        'self.rng = random.Random(seed)\n        self.dice = random.Random(self.rng.randrange(100))\n        self.roll = self.dice.random()',
      ),
    },
    {
      title: 'from a very large range',
      source: made(
        'if seed is None:\n            seed = self.rng.randrange(2**32)\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'fresh entropy',
      source: made(
        'if seed is None:\n            seed = random.SystemRandom().randrange(16)\n        self.rng = random.Random(seed)',
      ),
    },
  ],
});
