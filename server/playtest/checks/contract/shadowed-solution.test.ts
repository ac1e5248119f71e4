import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP109', {
  bad: [
    {
      title: 'the answer is stored under its name',
      source: variant(GAME, [
        'self.order = rng.sample(LEVERS, len(LEVERS))',
        'self.order = rng.sample(LEVERS, len(LEVERS))\n        self.solution = ", ".join(self.order)',
      ]),
      line: 25,
      without: ['SP412', 'SP108'],
    },
    {
      title: 'cleared in the constructor',
      source: variant(GAME, [
        'self.ended = ""\n        self.reset()',
        'self.ended = ""\n        self.solution = None\n        self.reset()',
      ]),
      line: 17,
      without: ['SP412', 'SP108'],
    },
  ],
  good: [
    {
      title: 'stored under another name',
      source: variant(GAME, [
        'self.order = rng.sample(LEVERS, len(LEVERS))',
        'self.order = rng.sample(LEVERS, len(LEVERS))\n        self._solution = ", ".join(self.order)',
      ]),
    },
    {
      title: 'a callable of the same name',
      source: variant(GAME, [
        'self.progress = 0\n        self.ended = ""\n        self.order = rng',
        'self.progress = 0\n        self.ended = ""\n        self.solution = lambda: ", ".join(self.order)\n        self.order = rng',
      ]),
    },
  ],
});
