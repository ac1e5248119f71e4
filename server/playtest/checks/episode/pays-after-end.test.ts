import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

const END =
  '        if self.ended:\n            return "The episode is over.", 0.0, self.ended == "won", self.ended == "late", {}\n';

describeCheck('SP404', {
  bad: [
    {
      title: 'nothing remembers the end',
      source: variant(GAME, [END, '']),
      says: /is won at step 5/,
      line: 27,
    },
    {
      title: 'time that is up stops nobody',
      source: variant(GAME, ['if self.ended:', 'if self.ended == "won":']),
      says: /Time is up at step 25.*as a win/,
      without: ['SP405'],
    },
    {
      title: 'a lost game is won a turn later',
      source: variant(GAME, [
        '            self.progress = 0\n            text = "Clunk: all levers spring back."',
        '            self.progress = 0\n            return "Clunk: the panel locks.", 0.0, True, False, {}',
      ]),
      says: /ends without a win/,
    },
    {
      title: 'the end is taken back, nothing is paid',
      source: variant(GAME, ['0.0, self.ended == "won", self.ended == "late", {}', '0.0, False, False, {}']),
      severity: 'warning',
    },
  ],
  good: [
    { title: 'every later step pays nothing', source: GAME },
    { title: 'tool use', source: TOOLS },
    {
      title: 'a step after the end is refused with an exception',
      source: variant(GAME, [
        END,
        '        if self.ended:\n            raise RuntimeError("call reset first")\n',
      ]),
    },
  ],
});
