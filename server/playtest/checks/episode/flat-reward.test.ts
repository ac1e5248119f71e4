import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP414', {
  bad: [
    {
      title: 'a win pays nothing',
      source: variant(GAME, ['"The panel opens.", 1.0', '"The panel opens.", 0.0']),
      severity: 'information',
      says: /return 0/,
    },
    {
      title: 'every end pays the same',
      source: variant(
        GAME,
        ['0.0, False, True, {}', '1.0, True, False, {}'],
        ['self.ended == "won", self.ended == "late"', 'True, False'],
      ),
      says: /return 1/,
    },
  ],
  good: [
    { title: 'a win pays', source: GAME },
    { title: 'tool use', source: TOOLS },
  ],
});
