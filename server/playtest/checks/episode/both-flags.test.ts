import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP403', {
  bad: [
    {
      title: 'time that runs out sets both',
      source: variant(GAME, ['0.0, False, True, {}', '0.0, True, True, {}']),
      severity: 'warning',
      says: /both True/,
      without: ['SP408'],
    },
    {
      title: 'a win on the last turn sets both',
      source: variant(GAME, ['1.0, True, False, {}', '1.0, True, self.turn_count >= self.max_turns, {}']),
      without: ['SP409'],
    },
  ],
  good: [
    { title: 'one of the two', source: GAME },
    { title: 'tool use', source: TOOLS },
  ],
});
