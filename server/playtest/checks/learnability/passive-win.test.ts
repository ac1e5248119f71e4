import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

describeCheck('SP506', {
  bad: [
    {
      title: 'time that runs out is a win',
      source: variant(GAME, [
        'return text + " Time is up.", 0.0, False, True, {}',
        'return text + " You held out.", 1.0, True, False, {}',
      ]),
      says: /Saying nothing of use wins/,
    },
    {
      title: 'an empty answer is as good as the right one',
      source: variant(SUM, ['if given == str(self._total()):', 'if str(self._total()).startswith(given):']),
    },
    {
      title: 'the same lever again and again',
      source: variant(
        GAME,
        ['elif lever == self.order[self.progress]:', 'else:'],
        [
          '        else:\n            self.progress = 0\n            text = "Clunk: all levers spring back."\n',
          '',
        ],
      ),
      says: /every turn wins/,
    },
    {
      title: 'done is taken at its word',
      source: variant(TOOLS, [
        ' and self._current_msg >= len(self._user_messages)\n\n    def solution',
        '\n\n    def solution',
      ]),
    },
  ],
  good: [
    { title: 'a game that has to be played', source: GAME },
    { title: 'a passive turn that costs time', source: VAULT },
    {
      title: 'a verifier that looks for the answer anywhere: that is SP511',
      source: variant(SUM, ['if given == str(self._total()):', 'if str(self._total()) in given:']),
    },
  ],
});
