import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const DEF = '    def __init__(self, max_turns=8):\n';
const INIT = '        self.reset()\n';
const MADE = '        self.rng = random.Random(seed)\n';
const seeded = (line: string, ...more: (readonly [string, string])[]): string =>
  variant(GAME, ...more, [DEF, `    def __init__(self, max_turns=8, seed=None):\n        ${line}\n`]);

describeRule('SP310', {
  bad: [
    {
      title: 'kept and forgotten',
      source: seeded('self.seed = seed'),
      says: /kept in `self.seed`, and a later reset\(\) does not use it/,
      marks: 'self.seed',
      severity: 'warning',
    },
    {
      title: 'taken and forgotten',
      source: seeded('self.gates = 4'),
      says: /seed is taken/,
      marks: 'seed=None',
    },
    {
      title: 'a generator that reset replaces',
      source: seeded('self.rng = random.Random(seed)'),
      marks: 'self.rng',
    },
    {
      title: 'handed to the first reset only',
      source: seeded('self.gates = 4', [INIT, '        self.reset(seed)\n']),
    },
    {
      title: 'shown, but not followed',
      source: seeded('self.seed = seed', ['"Nothing moves."', 'f"Nothing moves {self.seed}."']),
    },
  ],
  good: [
    { title: 'no seed of the constructor', source: GAME },
    {
      title: 'reset falls back on it',
      source: seeded('self.seed = seed', [
        MADE,
        '        self.rng = random.Random(seed if seed is not None else self.seed)\n',
      ]),
    },
    {
      title: 'through a helper',
      source: seeded(
        'self.seed = seed',
        [MADE, '        self.rng = self._generator(seed)\n'],
        [
          '    def _prompt',
          '    def _generator(self, seed):\n        return random.Random(self.seed if seed is None else seed)\n\n    def _prompt',
        ],
      ),
    },
    {
      title: 'a generator that reset goes on with',
      source: seeded('self.rng = random.Random(seed)', [
        MADE,
        '        if seed is not None:\n            self.rng = random.Random(seed)\n',
      ]),
    },
    {
      title: 'looked up by name',
      source: seeded('self._seed = seed', [
        MADE,
        '        self.rng = random.Random(getattr(self, "_seed", None) if seed is None else seed)\n',
      ]),
    },
    {
      title: 'nothing random',
      source: seeded(
        'self.seed = seed',
        [MADE, ''],
        ['self.rng.choice(["amber", "blue", "coral", "green"])', '"amber"'],
      ),
    },
  ],
});
