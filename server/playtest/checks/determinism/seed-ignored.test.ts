import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP306', {
  bad: [
    {
      title: 'a generator with a constant seed',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(7)']),
      says: /All 6 seeds/,
    },
    {
      title: 'no randomness at all',
      source: variant(GAME, ['rng.sample(LEVERS, len(LEVERS))', 'list(reversed(LEVERS))']),
    },
  ],
  good: [{ title: 'the task is drawn from the seed', source: GAME }],
});
