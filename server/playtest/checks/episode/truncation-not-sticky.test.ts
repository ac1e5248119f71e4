import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP405', {
  bad: [
    {
      title: 'tested by equality',
      source: variant(GAME, [
        'if self.turn_count >= self.max_turns:\n            self.ended = "late"',
        'if self.turn_count == self.max_turns:',
      ]),
      severity: 'warning',
      line: 44,
    },
    {
      title: 'remembered and told as going on',
      source: variant(GAME, [
        'self.ended == "won", self.ended == "late", {}',
        'self.ended == "won", False, {}',
      ]),
      without: ['SP404'],
    },
  ],
  good: [
    { title: 'kept', source: GAME },
    { title: 'tested anew on every turn', source: variant(GAME, ['            self.ended = "late"\n', '']) },
    { title: 'tool use', source: TOOLS },
  ],
});
