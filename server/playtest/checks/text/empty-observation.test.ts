import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP707', {
  bad: [
    {
      title: 'an empty opening',
      source: variant(GAME, [
        'return self._prompt("Pull all five levers in the right order. A wrong lever sets all of them back."), {}',
        'return "", {}',
      ]),
      says: /The first observation/,
      line: 19,
    },
    {
      title: 'nothing is said about a wrong lever',
      source: variant(GAME, [
        '        return self._prompt(text), 0.0, False, False',
        '        if text.startswith("Clunk"):\n            return "  \\n", 0.0, False, False, {}\n        return self._prompt(text), 0.0, False, False',
      ]),
      says: /of turn \d+/,
      line: 27,
    },
  ],
  good: [
    { title: 'an end without words', source: variant(GAME, ['"The panel opens."', '""']) },
    {
      title: 'a short observation',
      source: variant(GAME, [
        '        return self._prompt(text), 0.0, False, False',
        '        return ".", 0.0, False, False',
      ]),
    },
  ],
});
