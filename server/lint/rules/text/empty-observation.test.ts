import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const ON = 'self._prompt("Nothing moves.")';
const says = (text: string, before = ''): string =>
  variant(GAME, [`return ${ON}`, `${before}return ${text}`]);

describeRule('SP707', {
  bad: [
    {
      title: 'nothing is said',
      source: says('""'),
      says: /The observation is empty here/,
      marks: '""',
      severity: 'error',
    },
    { title: 'blanks', source: says('" \\n"') },
    {
      title: 'the first observation',
      source: variant(GAME, ['self._prompt("A gate with four levers.")', '""']),
      says: /The first observation is empty/,
    },
    {
      title: 'on some way',
      source: says('text', 'text = ""\n        if match:\n            text = "No."\n        '),
      severity: 'warning',
    },
    { title: 'one of two', source: says('"No." if match else ""'), severity: 'warning' },
    {
      title: 'on a path of its own',
      source: variant(GAME, [
        '        late = ',
        '        if not word:\n            return "", 0.0, False, self.turn >= self.max_turns, {}\n        late = ',
      ]),
    },
  ],
  good: [
    { title: 'something is said', source: GAME },
    { title: 'the last one', source: variant(GAME, ['"The gate opens."', '""']) },
    { title: 'after the end', source: variant(GAME, ['"The gate has been dealt with."', '""']) },
    {
      title: 'a placeholder that is filled',
      source: says('text', 'text = ""\n        text = "No."\n        '),
    },
    { title: 'added to', source: says('"" + self._prompt("No.")') },
  ],
});
