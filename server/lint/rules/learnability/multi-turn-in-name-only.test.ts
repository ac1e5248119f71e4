import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MISS =
  'late = self.turn >= self.max_turns\n        return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const ONCE = variant(GAME, [MISS, 'self.done = True\n        return "Nothing moves.", 0.0, True, False, {}']);
const AFTER = 'return "The gate has been dealt with.", 0.0, True, False, {}';

describeRule('SP520', {
  bad: [
    { title: 'one try of eight', source: ONCE, says: /8 turns/, marks: 'step', severity: 'warning' },
    {
      title: 'after the end it says how it ended',
      source: variant(ONCE, [AFTER, AFTER.replace('True', 'self.done')]),
    },
    {
      title: 'by a helper',
      source: variant(
        ONCE,
        ['return "Nothing moves.", 0.0, True, False, {}', 'return self._end("Nothing moves.")'],
        [
          '    def _prompt',
          '    def _end(self, text):\n        return text, 0.0, True, False, {}\n\n    def _prompt',
        ],
      ),
    },
    {
      title: 'truncated at once',
      source: variant(ONCE, [
        'return "Nothing moves.", 0.0, True, False, {}',
        'truncated = True\n        return "Nothing moves.", 0.0, False, truncated, {}',
      ]),
    },
  ],
  good: [
    { title: 'several tries', source: GAME },
    { title: 'one try of one', source: variant(ONCE, ['max_turns=8', 'max_turns=1']) },
    {
      title: 'an action that does not count goes on',
      source: variant(ONCE, [
        '        self.turn += 1',
        '        if not action:\n            return "Say something.", 0.0, False, False, {}\n        self.turn += 1',
      ]),
    },
    {
      title: 'the end hangs on something else',
      source: variant(ONCE, [
        'return "Nothing moves.", 0.0, True, False, {}',
        'return "Nothing moves.", 0.0, self.turn > 3, False, {}',
      ]),
    },
  ],
});
