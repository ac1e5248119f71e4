import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const LEVER = '        self.lever = self.rng.choice(["amber", "blue", "coral", "green"])\n';
const WINS = 'if word == self.lever:';

describeRule('SP109', {
  bad: [
    {
      title: 'the answer kept under the name of the method',
      source: variant(
        GAME,
        [LEVER, `${LEVER}        self.solution = self.lever\n`],
        [WINS, 'if word == self.solution:'],
      ),
      says: /hides the method/,
      marks: 'self.solution',
      severity: 'error',
      fixed: variant(
        GAME,
        [LEVER, `${LEVER}        self._answer = self.lever\n`],
        [WINS, 'if word == self._answer:'],
      ),
    },
    {
      title: 'a placeholder in the constructor',
      source: variant(GAME, ['        self.reset()', '        self.solution = None\n        self.reset()']),
      fixed: variant(GAME, ['        self.reset()', '        self._answer = None\n        self.reset()']),
    },
    {
      title: 'unpacked, where the other name is taken',
      source: variant(GAME, [
        LEVER,
        `${LEVER}        self._answer, self.solution = self.lever, self.lever.upper()\n`,
      ]),
      fixed: variant(GAME, [
        LEVER,
        `${LEVER}        self._answer, self._solution = self.lever, self.lever.upper()\n`,
      ]),
    },
    {
      title: 'a call that may be meant for the value: no fix',
      unfixed: true,
      source: variant(
        GAME,
        [LEVER, `${LEVER}        self.solution = self.lever\n`],
        [WINS, 'if word == self.solution():'],
      ),
    },
    {
      title: 'a list without a method',
      source: variant(
        GAME,
        [LEVER, `${LEVER}        self.solution = [self.lever]\n`],
        ['def solution', 'def plan'],
      ),
      says: /holds a value where a trainer calls/,
    },
    {
      title: 'a plan in a tool-use environment',
      source: variant(TOOLS, [
        '        self._current_msg = 0\n',
        '        self._current_msg = 0\n        self.solution = ["set_target"]\n',
      ]),
    },
    {
      title: 'a property',
      source: variant(GAME, ['    def solution(', '    @property\n    def solution(']),
      says: /is a property/,
      marks: 'solution',
      fixed: GAME,
    },
  ],
  good: [
    { title: 'a method', source: GAME },
    {
      title: 'another name',
      source: variant(GAME, [LEVER, `${LEVER}        self.solution_text = self.lever\n`]),
    },
    {
      title: 'a function',
      source: variant(GAME, [LEVER, `${LEVER}        self.solution = lambda: self.lever\n`]),
    },
    {
      title: 'another object',
      source: variant(GAME, [
        LEVER,
        `${LEVER}        state = object()\n        state.solution = self.lever\n`,
      ]),
    },
    { title: 'only called', source: variant(GAME, [WINS, 'if word == self.solution()[7:-1]:']) },
    { title: 'a local', source: variant(GAME, [LEVER, `${LEVER}        solution = self.lever\n`]) },
  ],
});
