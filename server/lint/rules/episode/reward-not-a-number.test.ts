import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const ON = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const pays = (reward: string, before = ''): string => variant(GAME, [ON, before + ON.replace('0.0', reward)]);

describeRule('SP406', {
  bad: [
    {
      title: 'NaN',
      source: pays('float("nan")'),
      says: /can be NaN/,
      marks: 'float("nan")',
      severity: 'error',
    },
    { title: 'on one way', source: pays('0.0 if match else float("NaN")') },
    { title: 'infinite', source: pays('-math.inf', 'import math\n        '), says: /can be infinite/ },
    { title: 'too large a number', source: pays('1e999') },
    {
      title: 'kept in a local',
      source: pays('score / 10', 'score = 1.0 if match else float("nan")\n        '),
      marks: 'float("nan")',
    },
    {
      title: 'from an import',
      source: pays('nan', 'from math import nan\n        ')
        .replace(', nan,', ', math.nan,')
        .replace('from math import nan', 'import math'),
    },
  ],
  good: [
    { title: 'numbers', source: GAME },
    {
      title: 'infinity as a start of a search',
      source: pays('0.0', 'best = float("inf")\n        best = min(best, 3)\n        '),
    },
    { title: 'divided by infinity', source: pays('1.0 / float("inf")') },
    {
      title: 'tested',
      source: pays(
        '0.0 if math.isnan(score) else score',
        'import math\n        score = float("nan") if not match else 0.1\n        ',
      ),
    },
    { title: 'text as a number', source: pays('float("0.5")') },
  ],
});
