import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const ON = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const LATE = '        late = self.turn >= self.max_turns\n';
const TURN = '        self.turn = 0\n';
const pays = (reward: string, before = ''): string => variant(GAME, [ON, before + ON.replace('0.0', reward)]);

describeRule('SP410', {
  bad: [
    {
      title: 'a reward for the format',
      source: pays('reward', 'reward = 0.1 if match else 0.0\n        '),
      says: /is paid 0.1, and repeating it is paid again/,
      marks: '0.1',
      severity: 'warning',
    },
    {
      title: 'for a valid word',
      source: pays(
        'reward',
        'reward = 0.0\n        if word in ("amber", "blue", "coral", "green"):\n            reward = 0.05\n        ',
      ),
    },
    {
      title: 'added',
      source: pays('reward', 'reward = 0.0\n        if match:\n            reward += 0.2\n        '),
      marks: '0.2',
    },
    {
      title: 'for coming close, every time',
      source: pays(
        'reward',
        'reward = 0.0\n        if word[:1] == self.lever[:1]:\n            reward = 0.3\n        ',
      ),
    },
    {
      title: 'on a path of its own',
      source: variant(GAME, [
        LATE,
        `${LATE}        if word == "inspect":\n            return "You look closely.", 0.1, False, late, {}\n`,
      ]),
    },
  ],
  good: [
    { title: 'nothing on the way', source: GAME },
    {
      title: 'paid once',
      source: variant(
        pays(
          'reward',
          'reward = 0.0\n        if word not in self.seen:\n            self.seen.add(word)\n            reward = 0.1\n        ',
        ),
        [TURN, `${TURN}        self.seen = set()\n`],
      ),
    },
    {
      title: 'by the best so far',
      source: variant(
        pays(
          'gain',
          'gain = 0.1 if len(word) > self.best else 0.0\n        self.best = max(self.best, len(word))\n        ',
        ),
        [TURN, `${TURN}        self.best = 0\n`],
      ),
    },
    {
      title: 'progress that moves on',
      source: variant(
        pays(
          'reward',
          'reward = 0.0\n        if self.at < 4 and word == "walk":\n            self.at += 1\n            reward = 0.1\n        ',
        ),
        [TURN, `${TURN}        self.at = 0\n`],
      ),
    },
    { title: 'a fine', source: pays('-0.1') },
    { title: 'at the end only', source: pays('0.5 if late else 0.0') },
  ],
});
