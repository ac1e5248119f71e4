import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP402', {
  bad: [
    {
      title: 'success truncates',
      source: variant(
        GAME,
        ['1.0, True, False, {}', '1.0, False, True, {}'],
        ['self.ended == "won", self.ended == "late"', 'False, True'],
      ),
      says: /earns 1 at step 5/,
      line: 27,
    },
    {
      title: 'success is paid and the play goes on',
      source: variant(GAME, [
        '            self.ended = "won"\n            return "The panel opens.", 1.0, True, False, {}',
        '            self.progress = 0\n            return "The panel opens.", 1.0, False, False, {}',
      ]),
    },
  ],
  good: [
    { title: 'a game that terminates', source: GAME },
    { title: 'tool use', source: TOOLS },
  ],
});
