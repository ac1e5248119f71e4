import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const WINS = '        if word == self.lever:\n';
const wins = (attempt: string): string => variant(GAME, [WINS, `${attempt}        if right:\n`]);
const tries = (body: string, handler: string, then = 'right = False'): string =>
  wins(
    `        right = False\n        try:\n            ${body}\n        ${handler}:\n            ${then}\n`,
  );

describeRule('SP802', {
  bad: [
    {
      title: 'every exception is a wrong answer',
      source: tries('right = word == self.lever', 'except Exception'),
      says: /`except Exception` around `self.lever`/,
      marks: 'except Exception',
      severity: 'warning',
    },
    {
      title: 'a bare except',
      source: tries('right = word == self.lever', 'except'),
      says: /A bare except/,
      marks: 'except',
    },
    { title: 'with a name', source: tries('right = self._prompt(word) == ""', 'except Exception as error') },
    {
      title: 'one of several',
      source: tries('right = word == self.lever', 'except (ValueError, Exception)'),
    },
    {
      title: 'a check outside of the class',
      source: `${tries('right = word == self.lever', 'except ValueError').replace('right = word == self.lever', 'right = same(word, self.lever)')}\n\ndef same(a, b):\n    try:\n        return int(a) == int(b)\n    except Exception:\n        return False\n`,
      says: /a comparison/,
    },
    {
      title: 'an expression of the agent',
      source: `${wins('        right = value(word) == 3\n')}\n\ndef value(text):\n    try:\n        return eval(text)\n    except Exception:\n        return None\n`,
      says: /`eval`/,
    },
    {
      title: 'in a tool',
      source: variant(TOOLS, [
        '        self._state["target"] = degrees\n',
        '        try:\n            self._state["target"] = degrees\n        except:\n            return "Error"\n',
      ]),
    },
  ],
  good: [
    { title: 'none', source: GAME },
    { title: 'one exception', source: tries('right = word == self.lever', 'except ValueError') },
    { title: 'only the action is read', source: tries('number = int(word)', 'except Exception') },
    {
      title: 'the action has a form',
      source: tries('right = bool(word) if len(word) != 3 else int(word)', 'except Exception'),
    },
    { title: 'raised again', source: tries('right = word == self.lever', 'except Exception', 'raise') },
    {
      title: 'in a method that is not played',
      source: `${GAME}\n    def render(self):\n        try:\n            print(self.lever)\n        except Exception:\n            pass\n`,
    },
  ],
});
