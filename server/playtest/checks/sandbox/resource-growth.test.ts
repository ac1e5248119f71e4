import { describeCheck, GAME, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';

describeCheck('SP213', {
  bad: [
    {
      title: 'a history that reset keeps',
      source: variant(
        GAME,
        ['        self.reset()\n', '        self.history = []\n        self.reset()\n'],
        [TURN, `${TURN}        self.history.append(action)\n`],
      ),
      says: /`self\.history` grows/,
      line: 17,
    },
    {
      title: 'a transcript in the module',
      source: variant(
        GAME,
        ['class LeverPanelEnv', 'transcript = []\n\n\nclass LeverPanelEnv'],
        [TURN, `${TURN}        transcript.append([self.turn_count, action])\n`],
      ),
      says: /Every instance leaves about \d+ characters behind in `transcript`/,
      line: 8,
    },
    {
      title: 'every instance is registered',
      source: variant(
        GAME,
        ['    def __init__', '    everyone = []\n\n    def __init__'],
        ['        self.reset()\n', '        self.everyone.append(self)\n        self.reset()\n'],
      ),
      line: 11,
    },
  ],
  good: [
    {
      title: 'a history that reset empties',
      source: variant(
        GAME,
        ['        rng = random', '        self.history = []\n        rng = random'],
        [TURN, `${TURN}        self.history.append(action)\n`],
      ),
    },
    {
      title: 'instances that refer to themselves',
      source: variant(GAME, [
        '        self.reset()\n',
        '        self.moves = {"pull": lambda: self.progress, "me": self}\n        self.reset()\n',
      ]),
    },
    {
      title: 'a cache with a bound',
      source: variant(
        GAME,
        ['import random\n', 'import functools\nimport random\n'],
        [
          'class LeverPanelEnv',
          '@functools.lru_cache(maxsize=64)\ndef shade(text):\n    return text[:3]\n\n\nclass LeverPanelEnv',
        ],
        [TURN, `${TURN}        shade(action[:20])\n`],
      ),
    },
    {
      title: 'a counter of episodes',
      source: variant(
        GAME,
        ['        self.reset()\n', '        self.episodes = 0\n        self.reset()\n'],
        ['        rng = random', '        self.episodes += 1\n        rng = random'],
      ),
    },
  ],
});
