import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP409', {
  bad: [
    {
      title: 'the limit is tested before the action',
      source: variant(GAME, [
        '        self.turn_count += 1\n',
        '        self.turn_count += 1\n        if self.turn_count >= self.max_turns:\n            self.ended = "late"\n            return "Time is up.", 0.0, False, True, {}\n',
      ]),
      says: /turn 25, the last one/,
      severity: 'error',
      line: 27,
    },
    {
      title: 'a win counts only with time to spare',
      source: variant(GAME, [
        'if self.progress == len(self.order):',
        'if self.progress == len(self.order) and self.turn_count < self.max_turns:',
      ]),
    },
    {
      title: 'a wrong or idle action loses, so no turn can be idled away',
      source: variant(
        GAME,
        [
          '            text = "There is no such lever."',
          '            self.ended = "lost"\n            return "No such lever: the panel locks.", 0.0, True, False, {}',
        ],
        [
          '            self.progress = 0\n            text = "Clunk: all levers spring back."',
          '            self.ended = "lost"\n            return "Clunk: the panel locks.", 0.0, True, False, {}',
        ],
        ['self.ended == "won", self.ended', 'self.ended in ("won", "lost"), self.ended'],
        [
          'if self.progress == len(self.order):',
          'if self.progress == len(self.order) and self.turn_count < self.max_turns:',
        ],
      ),
      says: /turn 5, the last one/,
    },
  ],
  good: [
    { title: 'success is tested before the limit', source: GAME },
    {
      title: 'one turn more than the limit',
      source: variant(GAME, ['>= self.max_turns', '> self.max_turns']),
    },
    { title: 'tool use', source: TOOLS },
  ],
});
