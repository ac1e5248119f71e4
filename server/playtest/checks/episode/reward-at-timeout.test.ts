import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP408', {
  bad: [
    {
      title: 'partial credit when time is up',
      source: variant(GAME, ['" Time is up.", 0.0', '" Time is up.", self.progress / 10']),
      says: /Time runs out at step 25 and pays 0.4/,
      severity: 'warning',
    },
    {
      title: 'a consolation for everybody',
      source: variant(GAME, ['" Time is up.", 0.0', '" Time is up.", 0.1']),
    },
    {
      title: 'time that is up terminates',
      source: variant(
        GAME,
        ['0.0, False, True, {}', '0.0, True, False, {}'],
        ['self.ended == "won", self.ended == "late"', 'True, False'],
      ),
      says: /terminated=True, not truncated/,
      without: ['SP403'],
    },
  ],
  good: [
    { title: 'nothing is paid', source: GAME },
    {
      title: 'progress is paid on its turn, which may be the last',
      source: variant(
        GAME,
        ['        self.turn_count += 1\n', '        self.turn_count += 1\n        gain = 0.0\n'],
        [
          '            text = f"Click',
          '            gain = 0.1 if self.progress > self.best else 0.0\n            self.best = max(self.best, self.progress)\n            text = f"Click',
        ],
        ['        self.order = rng', '        self.best = 0\n        self.order = rng'],
        ['" Time is up.", 0.0', '" Time is up.", gain'],
        ['self._prompt(text), 0.0', 'self._prompt(text), gain'],
      ),
    },
    {
      title: 'a lost game terminates before the limit',
      source: variant(
        GAME,
        [
          '            self.progress = 0\n            text = "Clunk: all levers spring back."',
          '            self.ended = "lost"\n            return "Clunk: the panel locks.", 0.0, True, False, {}',
        ],
        ['self.ended == "won", self.ended', 'self.ended in ("won", "lost"), self.ended'],
      ),
    },
    { title: 'tool use', source: TOOLS },
  ],
});
