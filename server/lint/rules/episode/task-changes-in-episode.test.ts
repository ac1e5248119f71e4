import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const LATE = '        late = self.turn >= self.max_turns\n';
const LEVER = '        self.lever = self.rng.choice(["amber", "blue", "coral", "green"])\n';
const OVER = '            return "The gate has been dealt with.", 0.0, True, False, {}\n';
const MAKER =
  '\n    def _hide(self):\n        self.lever = self.rng.choice(["amber", "blue", "coral", "green"])\n';
const hides = (...changes: (readonly [string, string])[]): string =>
  `${variant(GAME, [LEVER, '        self._hide()\n'], ...changes)}${MAKER}`;

describeRule('SP413', {
  bad: [
    {
      title: 'reset after a wrong word',
      source: variant(GAME, [LATE, `        if not word:\n            self.reset()\n${LATE}`]),
      says: /step calls reset/,
      marks: 'self.reset()',
      severity: 'error',
    },
    {
      title: 'reset with a seed of its own',
      source: variant(GAME, [
        LATE,
        `        if word == "again":\n            observation, info = self.reset(seed=3)\n${LATE}`,
      ]),
    },
    {
      title: 'reset in a helper',
      source: `${variant(GAME, [LATE, `        if not word:\n            self._again()\n${LATE}`])}\n    def _again(self):\n        self.reset()\n`,
    },
    {
      title: 'reset after the end',
      source: variant(GAME, [OVER, `            self.reset()\n${OVER}`]),
      says: /begins another episode/,
      severity: 'warning',
    },
    {
      title: 'the maker of the task, always',
      source: hides([LATE, `        self._hide()\n${LATE}`]),
      says: /`_hide` builds the task in reset/,
      severity: 'warning',
    },
    {
      title: 'after a wrong word',
      source: hides([LATE, `        if word != self.lever:\n            self._hide()\n${LATE}`]),
    },
    {
      title: 'in the else of the right word',
      source: hides([
        '            return "The gate opens.", 1.0, True, False, {}\n',
        '            return "The gate opens.", 1.0, True, False, {}\n        else:\n            self._hide()\n',
      ]),
    },
  ],
  good: [
    { title: 'the task stays', source: GAME },
    { title: 'a maker called in reset only', source: hides() },
    {
      title: 'the next part after a right word',
      source: hides([LATE, `        if word == self.lever + "s":\n            self._hide()\n${LATE}`]),
    },
    {
      title: 'nothing was there yet',
      source: variant(GAME, [
        '        if self.done:\n',
        '        if self.rng is None:\n            self.reset()\n        if self.done:\n',
      ]),
    },
    {
      title: 'dice that no answer is kept in',
      source: `${variant(GAME, [LEVER, `${LEVER}        self._roll()\n`], [LATE, `        self._roll()\n${LATE}`])}\n    def _roll(self):\n        self.dice = self.rng.randint(1, 6)\n`,
    },
  ],
});
