import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const KEEP = '        self.max_turns = max_turns\n';
const LATE = 'self.turn >= self.max_turns';

describeRule('SP415', {
  bad: [
    {
      title: 'a number of its own',
      source: variant(GAME, [KEEP, '        self.max_turns = 8\n']),
      says: /takes `max_turns` and does not use it/,
      marks: 'max_turns',
      severity: 'warning',
    },
    {
      title: 'kept, and compared with a number',
      source: variant(GAME, [LATE, 'self.turn >= 12']),
      says: /Nothing compares the turns/,
    },
    {
      title: 'kept and shown',
      source: variant(
        GAME,
        [LATE, 'self.turn >= 12'],
        ['return text + "', 'return f"{text} {self.max_turns} turns." + "'],
      ),
    },
    {
      title: 'overwritten by reset',
      source: variant(GAME, [
        '        self.turn = 0\n',
        '        self.turn = 0\n        self.max_turns = 5\n',
      ]),
      says: /`self.max_turns` is set to something else/,
    },
    { title: 'overwritten at once', source: variant(GAME, [KEEP, `${KEEP}        self.max_turns = 20\n`]) },
    {
      title: 'in tool use',
      source: variant(TOOLS, [
        '    def reset',
        '    def __init__(self, max_turns=10):\n        super().__init__()\n\n    def reset',
      ]),
    },
  ],
  good: [
    { title: 'kept and compared', source: GAME },
    {
      title: 'under another name, within bounds',
      source: variant(
        GAME,
        [KEEP, '        self.limit = max(8, max_turns)\n'],
        [LATE, 'self.turn >= self.limit'],
      ),
    },
    {
      title: 'handed to the base class',
      source: variant(TOOLS, [
        '    def reset',
        '    def __init__(self, max_turns=10):\n        super().__init__(max_turns=max_turns)\n\n    def reset',
      ]),
    },
    {
      title: 'counted down',
      source: variant(
        GAME,
        ['        self.turn = 0\n', '        self.turn = 0\n        self.left = self.max_turns\n'],
        ['        self.turn += 1\n', '        self.turn += 1\n        self.left -= 1\n'],
        [LATE, 'self.left <= 0'],
      ),
    },
    {
      title: 'no such parameter',
      source: variant(GAME, ['max_turns=8', '**options'], [KEEP, '        self.max_turns = 8\n']),
    },
    {
      title: 'adapted to the task',
      source: variant(GAME, [
        '        self.turn = 0\n',
        '        self.turn = 0\n        if seed == 3:\n            self.max_turns = 5\n',
      ]),
    },
  ],
});
