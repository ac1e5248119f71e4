import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP301', {
  bad: [
    {
      title: 'a generator without a seed',
      source: variant(GAME, ['random.Random(seed)', 'random.Random()']),
      says: /hidden in order/,
      line: 20,
      severity: 'error',
      without: ['SP302', 'SP304', 'SP112'],
    },
    {
      title: 'the shared generator without a seed',
      source: variant(GAME, ['rng.sample(', 'random.sample(']),
      without: ['SP302'],
    },
    {
      title: 'the clock as a seed',
      source: variant(
        GAME,
        ['import re\n', 'import re\nimport time\n'],
        ['random.Random(seed)', 'random.Random(time.time_ns())'],
      ),
      says: /clock/,
      line: 21,
    },
    {
      title: 'a task that shows in the first observation',
      source: variant(TOOLS, ['rng.sample(NAMES, 4)', 'random.sample(NAMES, 4)']),
      says: /the observation differs/,
    },
    {
      title: 'seed 0 taken for no seed',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(seed) if seed else random.Random()']),
      says: /seed 0 is taken for no seed/,
      severity: 'warning',
    },
  ],
  good: [
    { title: 'drawn from the seed', source: GAME },
    { title: 'tool use, drawn from the seed', source: TOOLS },
    {
      title: 'drawn by the constructor and again by reset',
      source: variant(GAME, ['self.order = []', 'self.order = random.Random().sample(LEVERS, 5)']),
    },
    {
      title: 'the shared generator seeded by reset',
      source: variant(
        GAME,
        ['rng = random.Random(seed)', 'random.seed(seed)'],
        ['rng.sample(', 'random.sample('],
      ),
    },
    {
      title: 'one generator for the whole process: what was played before decides, another rule',
      source: variant(
        GAME,
        ['\n\nclass', '\nRNG = random.Random(11)\n\nclass'],
        ['        rng = random.Random(seed)', '        rng = RNG'],
      ),
    },
  ],
});
