import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP304', {
  bad: [
    {
      title: 'the hidden order drawn from a set',
      source: variant(GAME, [
        'rng.sample(LEVERS, len(LEVERS))',
        'rng.sample(list(set(LEVERS)), len(LEVERS))',
      ]),
      says: /PYTHONHASHSEED/,
      line: 24,
      without: ['SP301', 'SP302', 'SP305', 'SP501', 'SP112'],
    },
    {
      title: 'a set printed in the observation',
      source: variant(TOOLS, ['return ", ".join(CITIES)', 'return ", ".join(set(NAMES))']),
    },
    {
      title: 'hash() of a text as a seed',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(hash(f"lever-{seed}"))']),
    },
  ],
  good: [
    {
      title: 'a set that is sorted before it is drawn from',
      source: variant(GAME, [
        'rng.sample(LEVERS, len(LEVERS))',
        'rng.sample(sorted(set(LEVERS)), len(LEVERS))',
      ]),
    },
    {
      title: 'a set that is only looked into',
      source: variant(
        GAME,
        ['lever not in LEVERS', 'lever not in set(LEVERS)'],
        ['self.order = []', 'self.order = []\n        self.names = set(LEVERS)'],
      ),
    },
  ],
});
