import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const DEF = 'def solution(self):';
const BODY = '        return f"\\\\boxed{{{self.lever}}}"\n';

describeRule('SP108', {
  bad: [
    {
      title: 'no solution',
      source: variant(GAME, [DEF, 'def answer(self):']),
      says: /`LeverEnv` has no `solution\(\)`/,
      marks: 'LeverEnv',
      severity: 'error',
    },
    {
      title: 'none in a tool-use environment',
      source: variant(TOOLS, [DEF, 'def _plan(self):']),
      says: /`ThermostatEnv`/,
    },
    {
      title: 'a required argument',
      source: variant(GAME, [DEF, 'def solution(self, state):']),
      says: /requires `state`/,
      marks: 'solution',
    },
    {
      title: 'only declared',
      source: variant(GAME, [BODY, '        """What wins."""\n        raise NotImplementedError("later")\n']),
      says: /declared and not written/,
    },
    {
      title: 'only an attribute',
      source: variant(
        GAME,
        [DEF, 'def _answer(self):'],
        ['        self.turn = 0', '        self.solution = self.lever + ""\n        self.turn = 0'],
      ),
      says: /only an attribute/,
    },
    { title: 'another spelling', source: variant(GAME, [DEF, 'def get_solution(self):']) },
  ],
  good: [
    { title: 'a solution', source: GAME },
    { title: 'arguments with defaults', source: variant(GAME, [DEF, 'def solution(self, verbose=False):']) },
    {
      title: 'a base class that is not in the source',
      source: `from lib import Base\n${variant(GAME, ['class LeverEnv', 'class LeverEnv(Base)'], [DEF, 'def answer(self):'])}`,
    },
    {
      title: 'a function of the class body',
      source: variant(GAME, [DEF, 'def answer(self):']).concat('\n    solution = answer\n'),
    },
    {
      title: 'a function in an attribute',
      source: variant(
        GAME,
        [DEF, 'def _answer(self):'],
        ['        self.turn = 0', '        self.solution = lambda: self.lever\n        self.turn = 0'],
      ),
    },
    {
      title: 'one that raises on one path only',
      source: variant(GAME, [
        BODY,
        `        if not self.lever:\n            raise NotImplementedError\n${BODY}`,
      ]),
    },
  ],
});
