import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const SOLVED = 'return f"\\\\boxed{{{self.lever}}}"';

describeRule('SP510', {
  bad: [
    {
      title: 'a constant, and the drawn lever does not matter',
      source: variant(GAME, ['word == self.lever', 'word == "amber"'], [SOLVED, 'return "\\\\boxed{amber}"']),
      marks: 'solution',
      severity: 'error',
    },
    {
      title: 'a constant of the class, by way of a helper',
      source: variant(
        GAME,
        ['    def __init__', '    RIGHT = "amber"\n\n    def __init__'],
        ['word == self.lever', 'word == self._right()'],
        [
          SOLVED,
          'return "\\\\boxed{" + self._right() + "}"\n\n    def _right(self):\n        return self.RIGHT',
        ],
      ),
    },
    {
      title: 'set anew by every reset, to the same',
      source: variant(
        GAME,
        ['        self.turn = 0', '        self.right = "blue"\n        self.turn = 0'],
        ['word == self.lever', 'word == self.right'],
        ['{{{self.lever}}}', '{{{self.right}}}'],
      ),
    },
    {
      title: 'the next of a list of the module',
      source: variant(
        GAME,
        ['class LeverEnv', 'ORDER = ["blue", "amber"]\n\n\nclass LeverEnv'],
        ['        self.turn = 0', '        self.pulled = 0\n        self.turn = 0'],
        ['if word == self.lever:', 'if word == ORDER[self.pulled]:\n            self.pulled += 1'],
        [SOLVED, 'return "\\n".join("\\\\boxed{" + one + "}" for one in ORDER[self.pulled:])'],
      ),
    },
  ],
  good: [
    { title: 'drawn', source: GAME },
    { title: 'drawn, for tools', source: TOOLS },
    {
      title: 'by way of a helper that looks at what was drawn',
      source: variant(GAME, [SOLVED, 'return self._say()\n\n    def _say(self):\n        return self.lever']),
    },
    {
      title: 'handed to a function that may look at anything',
      source: variant(
        GAME,
        [SOLVED, 'return solve(self)'],
        ['class LeverEnv', 'def solve(env):\n    return env.lever\n\n\nclass LeverEnv'],
      ),
    },
    {
      title: 'set in a branch',
      source: variant(
        GAME,
        [
          '        self.turn = 0',
          '        self.right = "blue"\n        if self.lever == "amber":\n            self.right = "coral"\n        self.turn = 0',
        ],
        ['{{{self.lever}}}', '{{{self.right}}}'],
      ),
    },
    {
      title: 'one task only, which SP306 tells of',
      source: variant(
        GAME,
        ['self.rng.choice(["amber", "blue", "coral", "green"])', '"amber"'],
        [SOLVED, 'return "\\\\boxed{amber}"'],
      ),
    },
    {
      title: 'advice, which SP502 tells of',
      source: variant(GAME, [SOLVED, 'return "Try one lever after the other until the gate opens."']),
    },
  ],
});
