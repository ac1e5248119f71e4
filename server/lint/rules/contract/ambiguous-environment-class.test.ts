import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const HELPER = `class RoomEnv:
    def __init__(self, size):
        self.size = size

    def reset(self, seed=None):
        return "", {}

    def step(self, rule):
        return "", 0.0, False, False, {}


`;
const EASY = HELPER.replace('self, size', 'self').replace('size', '3');
const helped = variant(GAME, ['class LeverEnv', `${HELPER}class LeverEnv`]);

describeRule('SP102', {
  bad: [
    {
      title: 'a helper with the methods of an environment comes first',
      source: helped,
      says: /takes the first class that it can play, `RoomEnv`, and never sees `LeverEnv`/,
      marks: 'RoomEnv',
      severity: 'error',
    },
    {
      title: 'a helper of which a loader can make an instance',
      source: variant(GAME, ['class LeverEnv', `${EASY}class LeverEnv`]),
      says: /`RoomEnv`, and never sees `LeverEnv`. If/,
      severity: 'warning',
    },
    {
      title: 'a base class of its own',
      source: `${variant(GAME, ['class LeverEnv', 'class BaseLeverEnv'])}\n\nclass LeverEnv(BaseLeverEnv):\n    pass\n`,
      says: /only the base of the other/,
      marks: 'BaseLeverEnv',
    },
    {
      title: 'an easy and a hard variant',
      source: `${GAME}\n\nclass HardLeverEnv(LeverEnv):\n    pass\n\n\nclass MildLeverEnv(LeverEnv):\n    pass\n`,
      says: /`HardLeverEnv`, `MildLeverEnv`/,
    },
    {
      title: 'two games in one file',
      source: `${GAME}\n${variant(GAME, ['class LeverEnv', 'class GateEnv'])}`,
      says: /`LeverEnv`, and never sees `GateEnv`/,
    },
  ],
  good: [
    { title: 'one class', source: GAME },
    { title: 'two names of one class', source: `${GAME}\n\nGateEnv = LeverEnv\n` },
    {
      title: 'a helper that cannot be played',
      source: variant(helped, ['def step(self, rule)', 'def move(self, rule)']),
    },
    { title: 'a helper called otherwise', source: variant(helped, ['class RoomEnv', 'class Room']) },
    {
      title: 'a helper inside the environment',
      source: variant(GAME, [
        '    def __init__',
        '    class RoomEnv:\n        def reset(self):\n            pass\n\n        def step(self):\n            pass\n\n    def __init__',
      ]),
    },
  ],
});
