import { describeCheck, GAME, variant } from '../../testing.ts';

const LAST =
  'return self._prompt("Pull all five levers in the right order. A wrong lever sets all of them back."), {}';

describeCheck('SP104', {
  bad: [
    {
      title: 'a bare observation',
      source: variant(GAME, [LAST, LAST.replace('), {}', ')')]),
      says: /returned str/,
      line: 19,
      without: ['SP707'],
    },
    {
      title: 'nothing on one path',
      source: variant(GAME, [LAST, `if self.order[0] != "amber":\n            ${LAST}`]),
      says: /of \d+ resets returned NoneType/,
    },
    {
      title: 'the two parts in the wrong order',
      source: variant(GAME, [LAST, LAST.replace('return ', 'return {}, ').replace(', {}', '')]),
      says: /wrong order/,
    },
    {
      title: 'a list for info',
      source: variant(GAME, [LAST, LAST.replace('{}', '[]')]),
      says: /info, must be a dict/,
    },
  ],
  good: [
    { title: 'info with numbers', source: variant(GAME, [LAST, LAST.replace('{}', '{"levers": 5}')]) },
    {
      title: 'a named tuple',
      source: variant(
        GAME,
        [
          'LEVERS =',
          'from typing import NamedTuple\n\n\nclass Opening(NamedTuple):\n    observation: str\n    info: dict\n\n\nLEVERS =',
        ],
        [LAST, LAST.replace('return ', 'return Opening(').replace(', {}', ', {})')],
      ),
    },
  ],
});
