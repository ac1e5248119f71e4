import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const INIT = '        self.reset()\n';
const DRAW = '        self.lever = self.rng.choice(["amber", "blue", "coral", "green"])\n';

describeRule('SP110', {
  bad: [
    {
      title: 'the constructor calls reset first',
      source: variant(
        GAME,
        [INIT, `${INIT}        self.levers = ["amber", "blue"]\n`],
        [DRAW, '        self.lever = self.rng.choice(self.levers)\n'],
      ),
      says: /does not exist when the constructor reads it: `__init__` calls `reset\(\)` before/,
      marks: 'self.levers',
      severity: 'error',
    },
    {
      title: 'through a helper of reset',
      source: variant(
        GAME,
        [INIT, `${INIT}        self.menu = "amber, blue"\n`],
        ['Levers: amber, blue, coral, green. Answer', 'Levers: " + self.menu + ". Answer'],
      ),
      severity: 'error',
      line: 33,
    },
    {
      title: 'a slip of the pen',
      source: variant(GAME, ['late = self.turn >=', 'late = self.trun >=']),
      says: /nothing sets it; is `turn` meant\?/,
      marks: 'self.trun',
      severity: 'error',
    },
    {
      title: 'a name that nothing knows',
      source: variant(GAME, ['"Nothing moves."', '"Nothing moves " + self.weather']),
      says: /nothing sets it and no method has this name/,
      severity: 'error',
    },
    {
      title: 'set on one path of step only',
      source: variant(
        GAME,
        [
          '        self.turn += 1\n',
          '        self.turn += 1\n        if action:\n            self.last = action\n',
        ],
        ['"Nothing moves."', '"Nothing moves, " + self.last'],
      ),
      says: /may not exist yet when `step` reads it/,
      severity: 'warning',
    },
    {
      title: 'a count that starts nowhere',
      source: variant(GAME, ['        self.turn = 0\n', '']),
      says: /nothing|another path|only/,
      line: 21,
    },
    {
      title: 'set by solution only',
      source: variant(
        GAME,
        ['"Nothing moves."', '"Nothing moves " + self.plan'],
        ['    def solution(self):\n', '    def solution(self):\n        self.plan = "x"\n'],
      ),
      says: /only `solution` sets it/,
      severity: 'warning',
    },
    {
      title: 'a tool-use environment: reset runs inside super().__init__()',
      source: variant(
        TOOLS,
        [
          '    def reset',
          '    def __init__(self, max_turns=10):\n        super().__init__(max_turns)\n        self._limits = (17, 24)\n\n    def reset',
        ],
        ['rng.randint(17, 24)', 'rng.randint(*self._limits)'],
      ),
      severity: 'error',
      marks: 'self._limits',
    },
    {
      title: 'a name that another function may set',
      source: variant(
        GAME,
        [INIT, `        configure(self)\n${INIT}`],
        ['"Nothing moves."', '"Nothing moves " + self.weather'],
      ),
      severity: 'warning',
    },
    {
      title: 'the second of two classes',
      source: `class RoomEnv:\n    def reset(self, seed=None):\n        return "", {}\n\n    def step(self, action):\n        return "", 0.0, True, False, {}\n\n\n${variant(GAME, ['late = self.turn >=', 'late = self.trun >='])}`,
      marks: 'self.trun',
    },
  ],
  good: [
    { title: 'set in reset', source: GAME },
    {
      title: 'a class that makes attributes up',
      source: `${variant(GAME, ['"Nothing moves."', '"Nothing moves " + self.weather'])}\n    def __getattr__(self, name):\n        return name\n`,
    },
    {
      title: 'given to the class afterwards',
      source: `${variant(GAME, ['"Nothing moves."', '"Nothing moves " + self.weather'])}\n\nLeverEnv.weather = "fog"\n`,
    },
    {
      title: 'set before reset is called',
      source: variant(
        GAME,
        [INIT, `        self.levers = ["amber"]\n${INIT}`],
        [DRAW, '        self.lever = self.rng.choice(self.levers)\n'],
      ),
    },
    { title: 'given by the injected base', source: TOOLS },
    {
      title: 'set on both paths',
      source: variant(GAME, [
        DRAW,
        '        if seed:\n            self.lever = "amber"\n        else:\n            self.lever = "blue"\n',
      ]),
    },
    {
      title: 'asked for before it is read',
      source: variant(GAME, [
        '"Nothing moves."',
        '"Nothing moves" + (self.hint if hasattr(self, "hint") else "")',
      ]),
    },
    {
      title: 'a constant of the class',
      source: variant(
        GAME,
        ['    def __init__', '    LEVERS = ["amber"]\n\n    def __init__'],
        [DRAW, '        self.lever = self.rng.choice(self.LEVERS)\n'],
      ),
    },
    {
      title: 'a base class that is not in the source',
      source: `from lib import Base\n${variant(GAME, ['class LeverEnv', 'class LeverEnv(Base)'], ['"Nothing moves."', '"Nothing moves " + self.weather'])}`,
    },
    {
      title: 'setattr',
      source: variant(
        GAME,
        [INIT, `        setattr(self, "weather" + "", "fog")\n${INIT}`],
        ['"Nothing moves."', '"Nothing moves " + self.weather'],
      ),
    },
    {
      title: 'set by a helper of reset',
      source: variant(
        GAME,
        ['        self.turn = 0\n', '        self._start()\n'],
        ['    def _prompt', '    def _start(self):\n        self.turn = 0\n\n    def _prompt'],
      ),
    },
    {
      title: 'an AttributeError that is expected',
      source: variant(GAME, [
        '        self.turn += 1\n',
        '        self.turn += 1\n        try:\n            last = self.last\n        except AttributeError:\n            last = ""\n        self.last = last\n',
      ]),
    },
  ],
});
