import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

const seeded = variant(
  GAME,
  ['rng = random.Random(seed)', 'random.seed(seed)'],
  ['rng.sample(', 'random.sample('],
);

describeCheck('SP305', {
  bad: [
    {
      title: 'seeded and used up by reset',
      source: seeded,
      says: /disturbs other environments/,
      severity: 'warning',
      line: 20,
    },
    {
      title: 'seeded by reset, drawn from by step',
      source: variant(seeded, [
        '            self.progress = 0\n            text = "Clunk',
        '            self.progress = max(0, self.progress - random.randint(1, 3))\n            text = "Clunk',
      ]),
      says: /draw by other code/,
      without: ['SP301', 'SP302', 'SP112'],
    },
    {
      title: 'tool use',
      source: variant(TOOLS, ['rng = random.Random(seed)', 'random.seed(seed)\n        rng = random']),
    },
  ],
  good: [
    { title: 'a generator of its own', source: GAME },
    {
      title: 'the class of the generator under another name',
      source: variant(
        GAME,
        ['import random\n', 'from random import Random\n'],
        ['random.Random(seed)', 'Random(seed)'],
      ),
    },
  ],
});
