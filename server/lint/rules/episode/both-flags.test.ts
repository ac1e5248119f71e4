import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const COUNT = '        self.turn += 1\n';
const LATE = '        late = self.turn >= self.max_turns\n';
const WON = 'return "The gate opens.", 1.0, True, False, {}';
const ON = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';

describeRule('SP403', {
  bad: [
    {
      title: 'both of them written down',
      source: variant(GAME, [WON, WON.replace('True, False', 'True, True')]),
      says: /This returns terminated and truncated both True/,
      severity: 'warning',
    },
    {
      title: 'a win on the last turn',
      source: variant(
        GAME,
        [LATE, ''],
        [COUNT, COUNT + LATE],
        [WON, WON.replace('True, False', 'True, late')],
      ),
      says: /On the last allowed turn/,
      marks: '"The gate opens.", 1.0, True, late, {}',
    },
    {
      title: 'one flag for both',
      source: variant(
        GAME,
        [LATE, '        done = self.turn >= self.max_turns\n'],
        [ON, ON.replace('False, late', 'done, done')],
      ),
      says: /When time is up, this/,
    },
    {
      title: 'won or late, and late',
      source: variant(GAME, [ON, ON.replace('False, late', 'word == "" or late, late')]),
    },
    {
      title: 'two ifs that do not look at each other',
      source: variant(
        GAME,
        [WON, 'pass'],
        [ON, 'won = word == self.lever\n        return "No.", 0.0, won, late, {}'],
      ),
    },
    {
      title: 'flags kept in attributes',
      source: variant(
        GAME,
        [WON, 'pass'],
        [
          LATE,
          '        late = False\n        if self.turn >= self.max_turns:\n            late = True\n            self.done = True\n',
        ],
        [ON, ON.replace('False, late', 'self.done, late')],
      ),
    },
  ],
  good: [
    { title: 'one of them', source: GAME },
    {
      title: 'truncated only when not won',
      source: variant(
        GAME,
        [WON, 'pass'],
        [ON, 'won = word == self.lever\n        return "No.", 0.0, won, late and not won, {}'],
      ),
    },
    {
      title: 'elif',
      source: variant(
        GAME,
        [WON, 'pass'],
        [
          ON,
          'won = word == self.lever\n        cut = False\n        if won:\n            self.done = True\n        elif late:\n            cut = True\n        return "No.", 0.0, won, cut, {}',
        ],
      ),
    },
    {
      title: 'after the end',
      source: variant(GAME, [
        '0.0, True, False, {}\n        self.turn',
        '0.0, True, True, {}\n        self.turn',
      ]),
    },
    {
      title: 'tested before',
      source: variant(
        GAME,
        [LATE, ''],
        [COUNT, `${COUNT}${LATE}        if late:\n            return "Late.", 0.0, False, True, {}\n`],
        [WON, WON.replace('True, False', 'True, late')],
      ),
    },
    {
      title: 'a flag that nobody knows',
      source: variant(GAME, [ON, ON.replace('False, late', 'self.done, late')]),
    },
  ],
});
