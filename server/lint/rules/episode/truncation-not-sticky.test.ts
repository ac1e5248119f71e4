import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const LATE = '        late = self.turn >= self.max_turns\n';
const ON = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const exact = (line = '        late = self.turn == self.max_turns\n'): string => variant(GAME, [LATE, line]);

describeRule('SP405', {
  bad: [
    {
      title: 'equality',
      source: exact(),
      says: /true on one turn only/,
      marks: 'self.turn == self.max_turns',
      severity: 'warning',
    },
    { title: 'turned round', source: exact('        late = self.max_turns == self.turn\n') },
    {
      title: 'in an if',
      source: variant(
        GAME,
        [
          LATE,
          '        if self.turn == self.max_turns:\n            return "Time is up.", 0.0, False, True, {}\n',
        ],
        [ON, ON.replace('late', 'False')],
      ),
    },
    {
      title: 'in the return',
      source: variant(GAME, [LATE, ''], [ON, ON.replace('late', 'self.turn == self.max_turns')]),
    },
    {
      title: 'counted down to nought',
      source: variant(
        GAME,
        ['        self.turn = 0\n', '        self.turn = 0\n        self.left = self.max_turns\n'],
        ['        self.turn += 1\n', '        self.turn += 1\n        self.left -= 1\n'],
        [LATE, '        late = self.left == 0\n'],
      ),
    },
    {
      title: 'a later test that says it again',
      source: exact(
        '        late = self.turn == self.max_turns\n        if self.turn > self.max_turns:\n            return "Over.", 0.0, False, late, {}\n',
      ),
    },
  ],
  good: [
    { title: 'at or past the limit', source: GAME },
    {
      title: 'kept in an attribute',
      source: exact(
        '        late = self.turn == self.max_turns\n        if late:\n            self.done = True\n',
      ),
    },
    {
      title: 'kept where it is tested',
      source: variant(
        GAME,
        [
          LATE,
          '        if self.turn == self.max_turns:\n            self.done = True\n            return "Time is up.", 0.0, False, True, {}\n',
        ],
        [ON, ON.replace('late', 'False')],
      ),
    },
    {
      title: 'a later test that truncates',
      source: exact(
        '        late = self.turn == self.max_turns\n        if self.turn > self.max_turns:\n            return "Over.", 0.0, False, True, {}\n',
      ),
    },
    {
      title: 'another count',
      source: variant(GAME, [
        LATE,
        `        if self.turn == 3:\n            self._prompt("A hint.")\n${LATE}`,
      ]),
    },
  ],
});
