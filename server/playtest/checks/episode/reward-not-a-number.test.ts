import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP406', {
  bad: [
    {
      title: 'NaN from an empty share',
      source: variant(GAME, [
        'text + " Time is up.", 0.0',
        'text + " Time is up.", self.progress * float("inf") * 0',
      ]),
      says: /is nan/,
      severity: 'error',
      without: ['SP407', 'SP408'],
    },
    {
      title: 'infinity for a win',
      source: variant(GAME, ['"The panel opens.", 1.0', '"The panel opens.", float("inf")']),
      says: /is inf/,
    },
    {
      title: 'a truth value',
      source: variant(GAME, ['"The panel opens.", 1.0', '"The panel opens.", True']),
      says: /a bool/,
    },
    {
      title: 'a text',
      source: variant(GAME, ['self._prompt(text), 0.0', 'self._prompt(text), "0"']),
      says: /a str/,
    },
    { title: 'nothing', source: variant(GAME, ['self._prompt(text), 0.0', 'self._prompt(text), None']) },
  ],
  good: [
    { title: 'floats', source: GAME },
    { title: 'integers', source: variant(GAME, ['"The panel opens.", 1.0', '"The panel opens.", 1']) },
    { title: 'tool use', source: TOOLS },
  ],
});
