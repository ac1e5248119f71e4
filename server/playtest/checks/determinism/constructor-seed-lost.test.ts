import { describeCheck, GAME, variant } from '../../testing.ts';

const seeded = (make: string) =>
  variant(
    GAME,
    ['max_turns=25, **kwargs', 'max_turns=25, seed=None'],
    ['        self.max_turns', '        self.seed = seed\n        self.max_turns'],
    ['random.Random(seed)', make],
  );

describeCheck('SP310', {
  bad: [
    {
      title: 'stored and forgotten',
      source: seeded('random.Random(seed)'),
      says: /constructor's seed is not used/,
      severity: 'warning',
      line: 12,
    },
    {
      title: 'used by the constructor, lost by the next reset',
      source: variant(seeded('random.Random(seed)'), [
        '        self.reset()\n',
        '        self.reset(seed)\n',
      ]),
    },
  ],
  good: [
    { title: 'reset falls back on it', source: seeded('random.Random(self.seed if seed is None else seed)') },
    { title: 'no such parameter', source: GAME },
  ],
});
