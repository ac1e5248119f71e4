import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP307', {
  bad: [
    {
      title: 'a number in place of no seed',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(seed if seed is not None else 42)']),
      says: /without a seed/,
      line: 20,
      without: ['SP306'],
    },
    {
      title: 'a default that is a number',
      source: variant(TOOLS, [
        '        rng = random.Random(seed)',
        '        seed = seed or 7\n        rng = random.Random(seed)',
      ]),
    },
  ],
  good: [
    { title: 'fresh entropy for None', source: GAME },
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
    {
      title: 'every seed gives the same: another rule',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(7)']),
    },
  ],
});
