import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP114', {
  bad: [
    {
      title: 'state that only reset makes',
      source: variant(GAME, ['        self.ended = ""\n        self.reset()\n', '']),
      says: /AttributeError: .*ended/,
      severity: 'information',
      line: 26,
      without: ['SP110', 'SP412'],
    },
    {
      title: 'an empty list until reset',
      source: variant(
        GAME,
        ['        self.reset()\n', ''],
        ['        self.turn_count += 1\n', '        self.turn_count += 1\n        first = self.order[0]\n'],
      ),
      says: /IndexError/,
      without: ['SP110', 'SP412'],
    },
  ],
  good: [
    { title: 'the constructor resets', source: GAME },
    {
      title: 'an error that says what to do',
      source: variant(
        GAME,
        ['        self.reset()\n', ''],
        [
          '        self.turn_count += 1\n',
          '        if not self.order:\n            raise RuntimeError("call reset() first")\n        self.turn_count += 1\n',
        ],
      ),
    },
  ],
});
