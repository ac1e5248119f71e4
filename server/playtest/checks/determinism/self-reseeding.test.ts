import { describeCheck, GAME, variant } from '../../testing.ts';

/** `reset` takes its generator from `make`; the constructor gives it a first one. */
const reseeding = (make: string) =>
  variant(
    GAME,
    [
      '        self.order = []\n',
      '        self.order = []\n        self.rng = random.Random()\n        self.seed = None\n',
    ],
    ['        rng = random.Random(seed)\n', make],
  );

describeCheck('SP309', {
  bad: [
    {
      title: 'a seed drawn from the old generator, out of a hundred',
      source: reseeding(
        '        if seed is None:\n            seed = self.rng.randint(0, 99)\n        self.rng = rng = random.Random(seed)\n',
      ),
      says: /repeat \d+ episodes|the same episode/,
      severity: 'warning',
    },
    {
      title: 'the last seed kept',
      source: reseeding(
        '        if seed is None and self.seed is None:\n            seed = random.SystemRandom().getrandbits(32)\n        self.seed = self.seed if seed is None else seed\n        rng = random.Random(self.seed)\n',
      ),
      says: /the same episode/,
    },
  ],
  good: [
    {
      title: 'the old generator goes on',
      source: reseeding(
        '        if seed is not None:\n            self.rng = random.Random(seed)\n        rng = self.rng\n',
      ),
    },
    { title: 'fresh entropy', source: GAME },
    {
      title: 'the second in which it begins',
      source: variant(
        GAME,
        ['import re\n', 'import re\nimport time\n'],
        ['random.Random(seed)', 'random.Random(int(time.time()) if seed is None else seed)'],
      ),
    },
    {
      title: 'few tasks, drawn anew each time',
      source: variant(GAME, [
        'rng.sample(LEVERS, len(LEVERS))',
        'LEVERS if rng.random() < 0.5 else LEVERS[::-1]',
      ]),
    },
  ],
});
