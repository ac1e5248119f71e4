import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

const CLUNK = '            self.progress = 0\n            text = "Clunk';
const kept = (clunk: string) =>
  variant(
    GAME,
    ['        rng = random.Random(seed)\n', '        self.rng = rng = random.Random(seed)\n'],
    [CLUNK, `${clunk}            self.progress = 0\n            text = "Clunk`],
  );

describeCheck('SP413', {
  bad: [
    {
      title: 'a wrong lever draws another order',
      source: kept('            self.order = self.rng.sample(LEVERS, 5)\n'),
      says: /draws another task/,
      severity: 'error',
      without: ['SP302', 'SP404', 'SP405'],
    },
    {
      title: 'a wrong lever resets the environment',
      source: variant(GAME, [CLUNK, '            self.reset()\n            text = "Clunk']),
      says: /step call reset/,
      line: 39,
      without: ['SP302', 'SP404', 'SP401'],
    },
  ],
  good: [
    { title: 'the task stays', source: GAME },
    { title: 'a slip by chance', source: kept('            self.slips = self.rng.randint(1, 3)\n') },
    { title: 'tool use', source: TOOLS },
  ],
});
