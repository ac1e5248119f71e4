import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

/** The game, with `pay` as the reward of a turn; `self.best` is the furthest that was reached before it. */
const paying = (pay: string) =>
  variant(
    GAME,
    [
      '        self.turn_count += 1\n',
      '        self.turn_count += 1\n        clicked = False\n        best = self.best\n',
    ],
    [
      '            text = f"Click',
      '            clicked = True\n            self.best = max(best, self.progress)\n            text = f"Click',
    ],
    ['        self.order = rng', '        self.best = 0\n        self.order = rng'],
    ['self._prompt(text), 0.0', `self._prompt(text), ${pay}`],
  );

describeCheck('SP410', {
  bad: [
    {
      title: 'every click pays, also after falling back',
      source: paying('0.1 if clicked else 0.0'),
      severity: 'warning',
      says: /while solving the task pays 0.4/,
    },
    { title: 'the level is paid on every turn', source: paying('self.progress / 10') },
    {
      title: 'a well-formed action pays',
      source: paying('0.05 if match else 0.0'),
      says: /Repeating/,
    },
  ],
  good: [
    { title: 'each step of progress is paid once', source: paying('0.1 if self.best > best else 0.0') },
    { title: 'nothing is paid on the way', source: GAME },
    { title: 'tool use', source: TOOLS },
  ],
});
