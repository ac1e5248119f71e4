import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP101', {
  bad: [
    {
      title: 'a class called Environment',
      source: variant(GAME, ['class LeverEnv', 'class LeverEnvironment']),
      says: /finds none. Call it `LeverEnv`/,
      marks: 'LeverEnvironment',
    },
    {
      title: 'a name in other case',
      source: variant(GAME, ['class LeverEnv', 'class lever_env']),
      says: /Call it `leverEnv`/,
    },
    {
      title: 'no step',
      source: variant(GAME, ['def step', 'def take_step']),
      says: /has no `step`/,
      marks: 'LeverEnv',
    },
    {
      title: 'the methods of a helper, not of the class',
      source: `class Board:\n    def reset(self, seed=None):\n        return "", {}\n\n\nclass BoardEnv:\n    board = Board()\n`,
      says: /no `reset` and no `step`/,
      line: 6,
    },
    {
      title: 'a tool-use environment without reset',
      source: variant(TOOLS, ['def reset', 'def setup']),
      says: /of its own/,
    },
    {
      title: 'functions only',
      source: 'def reset(seed=None):\n    return "", {}\n',
      says: /no class whose name/,
      line: 1,
    },
    { title: 'only the base class by name', source: 'class Env:\n    pass\n', says: /there is Env/ },
  ],
  good: [
    { title: 'a sound environment', source: GAME },
    { title: 'step comes from the injected base', source: TOOLS },
    {
      title: 'an alias of the class',
      source: `${variant(GAME, ['class LeverEnv', 'class Lever'])}\n\nLeverEnv = Lever\n`,
    },
    {
      title: 'methods from a base class of the source',
      source: `${variant(GAME, ['class LeverEnv', 'class Base'])}\n\nclass GateEnv(Base):\n    pass\n`,
    },
    {
      title: 'a base class that is not in the source',
      source: 'from lib import Base\n\n\nclass GateEnv(Base):\n    pass\n',
    },
    {
      title: 'a class made by a call',
      source: `${variant(GAME, ['class LeverEnv', 'class Lever'])}\n\nLeverEnv = type("LeverEnv", (Lever,), {})\n`,
    },
    {
      title: 'step given afterwards',
      source: `${variant(GAME, ['def step', 'def take_step'])}\n\nLeverEnv.step = LeverEnv.take_step\n`,
    },
    { title: 'a source that does not compile', source: 'class Lever(:\n    pass\n' },
  ],
});
