import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const OVER = 'return "The gate has been dealt with.", 0.0, True, False, {}';
const WON = 'return "The gate opens.", 1.0, True, False, {}';

describeRule('SP402', {
  bad: [
    {
      title: 'winning truncates',
      source: variant(
        GAME,
        [OVER, OVER.replace('True, False', 'False, True')],
        [WON, WON.replace('True, False', 'False, True')],
      ),
      says: /No path of step returns terminated=True/,
      marks: 'step',
      severity: 'error',
    },
    {
      title: 'a local that stays False',
      source: variant(
        GAME,
        [OVER, OVER.replace('True, False', 'False, True')],
        [WON, 'terminated = False\n            return "The gate opens.", 1.0, terminated, False, {}'],
      ),
    },
    {
      title: 'an attribute that nothing sets',
      source: variant(
        GAME,
        [OVER, OVER.replace('True, False', 'self.won, True')],
        [WON, WON.replace('True, False', 'self.won, False')],
        ['        self.turn = 0\n', '        self.turn = 0\n        self.won = False\n'],
      ),
    },
    {
      title: 'through a helper',
      source: `${variant(GAME, [OVER, OVER.replace('True, False', 'False, True')], [WON, 'return self._result("The gate opens.", 1.0)'])}\n    def _result(self, text, reward, terminated=False):\n        return text, reward, terminated, False, {}\n`,
    },
  ],
  good: [
    { title: 'winning terminates', source: GAME },
    {
      title: 'an attribute',
      source: variant(
        GAME,
        [OVER, OVER.replace('True, False', 'self.done, False')],
        [WON, WON.replace('True,', 'self.done,')],
      ),
    },
    {
      title: 'a comparison',
      source: variant(
        GAME,
        [OVER, OVER.replace('True, False', 'False, True')],
        [WON, WON.replace('True,', 'word == self.lever,')],
      ),
    },
    { title: 'the base class of tool use', source: TOOLS },
    {
      title: 'what is not known',
      source: variant(
        GAME,
        [OVER, OVER.replace('True, False', 'False, True')],
        [WON, 'return finish("The gate opens.")'],
      ),
    },
  ],
});
