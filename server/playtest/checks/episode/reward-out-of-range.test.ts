import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

const fine = variant(
  GAME,
  [
    '            text = "There is',
    '            return self._late(), -0.1, False, self.ended == "late", {}\n            text = "There is',
  ],
  [
    '    def solution',
    '    def _late(self):\n        if self.turn_count >= self.max_turns:\n            self.ended = "late"\n        return self._prompt("There is no such lever.")\n\n    def solution',
  ],
);

describeCheck('SP407', {
  bad: [
    { title: 'a fine for a malformed action', source: fine, says: /-0.1/, severity: 'warning' },
    {
      title: 'a large prize',
      source: variant(GAME, ['"The panel opens.", 1.0', '"The panel opens.", 10.0']),
      says: /is paid 10/,
      line: 43,
    },
    {
      title: 'bonuses worth more than the task',
      source: variant(
        GAME,
        ['            text = f"Click', '            bonus = 0.4\n            text = f"Click'],
        ['        self.turn_count += 1\n', '        self.turn_count += 1\n        bonus = 0.0\n'],
        ['self._prompt(text), 0.0', 'self._prompt(text), bonus'],
      ),
      says: /on the way/,
    },
    {
      title: 'another end pays more than the solution',
      source: variant(
        GAME,
        ['"The panel opens.", 1.0', '"The panel opens.", 0.8'],
        [
          '        if lever not in LEVERS:',
          '        if lever == "pass":\n            self.ended = "won"\n            return "You walk away.", 1.0, True, False, {}\n        if lever not in LEVERS:',
        ],
      ),
    },
  ],
  good: [
    { title: 'from 0 to 1', source: GAME },
    {
      title: 'a fine that the class declares',
      source: variant(fine, ['    def __init__', '    reward_range = (-1.0, 1.0)\n\n    def __init__']),
    },
    { title: 'a fine that the settings allow', source: fine, settings: { rewardRange: [-1, 1] } },
    { title: 'tool use', source: TOOLS },
  ],
});
