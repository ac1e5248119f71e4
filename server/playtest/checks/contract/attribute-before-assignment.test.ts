import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP110', {
  bad: [
    {
      title: '__init__ calls reset before it sets what reset reads',
      source: variant(
        GAME,
        [
          '        self.ended = ""\n        self.reset()\n',
          '        self.ended = ""\n        self.reset()\n        self.size = 5\n',
        ],
        ['len(LEVERS))\n', 'self.size)\n'],
      ),
      says: /`self\.size` does not exist.*before it sets it/,
      line: 25,
      without: ['SP412', 'SP504'],
    },
    {
      title: 'set on one path of reset only',
      source: variant(
        GAME,
        [
          '        self.order = rng.sample',
          '        if rng.random() < 0.5:\n            self.bonus = "again"\n        self.order = rng.sample',
        ],
        ['text = "Clunk: all levers spring back."', 'text = "Clunk: all levers spring back. " + self.bonus'],
      ),
      says: /`self\.bonus`.*another path only/,
      without: ['SP412'],
    },
    {
      title: 'a slip in a name',
      source: variant(GAME, ['f"Click: {self.progress} of', 'f"Click: {self.progres} of']),
      says: /`self\.progres`.*is `progress` meant\?/,
      line: 37,
      without: ['SP412'],
    },
    {
      title: 'a method that does not exist',
      source: variant(TOOLS, [
        'return answer.strip().lower() == "done" and',
        'return self._normal(answer) == "done" and',
      ]),
      says: /`self\._normal`/,
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'read with a default',
      source: variant(GAME, [
        '        self.turn_count += 1\n',
        '        self.turn_count += 1\n        self.seen = getattr(self, "seen", 0) + 1\n',
      ]),
    },
    {
      title: 'a class attribute',
      source: variant(
        GAME,
        ['    def __init__', '    size = 5\n\n    def __init__'],
        ['len(LEVERS))\n', 'self.size)\n'],
      ),
    },
    {
      title: 'an attribute of another object',
      source: variant(GAME, [
        '        if lever not in LEVERS:',
        '        if lever == "quartz":\n            return None.missing\n        if lever not in LEVERS:',
      ]),
    },
  ],
});
