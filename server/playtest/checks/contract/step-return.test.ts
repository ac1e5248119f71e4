import { describeCheck, GAME, variant } from '../../testing.ts';

const WON = 'return "The panel opens.", 1.0, True, False, {}';
const LATE = 'return text + " Time is up.", 0.0, False, True, {}';
const ON = 'return self._prompt(text), 0.0, False, False, {"progress": self.progress}';

describeCheck('SP106', {
  bad: [
    {
      title: 'four parts',
      source: variant(GAME, [ON, 'return self._prompt(text), 0.0, False, {"progress": self.progress}']),
      says: /old four-part form/,
      line: 27,
    },
    {
      title: 'falling off the end when time is up',
      source: variant(GAME, [LATE, 'text += " Time is up."\n            return']),
      says: /steps returned NoneType/,
    },
    {
      title: 'a reward that is a bool',
      source: variant(GAME, [WON, 'return "The panel opens.", self.progress == 5, True, False, {}']),
      says: /reward must be a number, not bool/,
    },
    {
      title: 'a flag that is an int',
      source: variant(GAME, [WON, 'return "The panel opens.", 1.0, 1, 0, {}']),
      says: /terminated must be True or False, not int/,
    },
  ],
  good: [
    {
      title: 'a reward that is an int',
      source: variant(GAME, [WON, 'return "The panel opens.", 1, True, False, {}']),
    },
    {
      title: 'flags from a comparison',
      source: variant(GAME, [
        LATE,
        'return text + " Time is up.", 0.0, False, self.turn_count >= self.max_turns, {}',
      ]),
    },
  ],
});
