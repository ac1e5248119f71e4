import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const LATE = '        late = self.turn >= self.max_turns\n';
const ON = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const WON = 'return "The gate opens.", 1.0, True, False, {}';
const ends = (tuple: string): string =>
  variant(
    GAME,
    [LATE, `        if self.turn >= self.max_turns:\n            return ${tuple}\n`],
    [ON, ON.replace('late', 'False')],
  );

describeRule('SP408', {
  bad: [
    {
      title: 'half the prize',
      source: ends('"Night falls.", 0.5, False, True, {}'),
      says: /is paid 0.5/,
      marks: '0.5',
      severity: 'warning',
    },
    {
      title: 'by how far it came',
      source: ends('"Night falls.", self.turn / 100, False, True, {}'),
      says: /is paid `self.turn \/ 100`/,
    },
    {
      title: 'on a condition',
      source: ends('"Night falls.", 0.3 if word == "amber" else 0.0, False, True, {}'),
    },
    {
      title: 'terminated',
      source: ends('"Night falls.", 0.0, True, False, {}'),
      says: /terminated=True, not truncated/,
    },
    {
      title: 'won or late',
      source: variant(
        GAME,
        [WON, 'pass'],
        [ON, 'won = word == self.lever\n        return "No.", float(won), won or late, False, {}'],
        ['float(won)', '0.0'],
      ),
    },
    {
      title: 'a flag that is set at the limit',
      source: variant(
        GAME,
        [LATE, '        over = False\n        if self.turn >= self.max_turns:\n            over = True\n'],
        [ON, ON.replace('False, late', 'over, False')],
      ),
    },
  ],
  good: [
    { title: 'truncated and not paid', source: GAME },
    { title: 'a fine', source: ends('"Night falls.", -0.1 * self.turn, False, True, {}') },
    { title: 'the same as on any turn', source: variant(GAME, [ON, ON.replace('0.0', '0.1')]) },
    {
      title: 'progress of the turn itself',
      source: variant(GAME, [
        ON,
        `reward = 0.1 if word == "amber" else 0.0\n        ${ON.replace('0.0', 'reward')}`,
      ]),
    },
    {
      title: 'lost by an action of its own',
      source: variant(GAME, [
        LATE,
        `        if word == "coral":\n            return "The gate falls.", 0.0, True, False, {}\n${LATE}`,
      ]),
    },
    {
      title: 'after the end',
      source: variant(GAME, [
        '        if self.done:\n',
        '        if self.done or self.turn >= self.max_turns:\n',
      ]),
    },
  ],
});
