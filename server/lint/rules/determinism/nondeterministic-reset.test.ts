import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MADE = 'self.rng = random.Random(seed)';
const DRAW = 'self.rng.choice(["amber", "blue", "coral", "green"])';
const INIT = '        self.reset()\n';
const made = (text: string, ...more: (readonly [string, string])[]): string =>
  variant(GAME, [MADE, text], ...more);

describeRule('SP301', {
  bad: [
    {
      title: 'a generator without the seed',
      source: made('self.rng = random.Random()'),
      says: /this generator is made without the seed/,
      marks: 'random.Random()',
      severity: 'error',
    },
    { title: 'a generator made of None', source: made('self.rng = random.Random(None)') },
    {
      title: 'a second generator',
      source: made(`${MADE}\n        dice = random.Random()\n        self.roll = dice.randint(1, 6)`),
      marks: 'random.Random()',
    },
    { title: 'handed on', source: made(`${MADE}\n        self._place(random.Random())`) },
    {
      title: 'the shared generator, unseeded',
      source: made('pass', [DRAW, 'random.choice(["amber", "blue"])']),
      says: /reset draws by `random.choice`/,
      marks: 'random.choice(["amber", "blue"])',
    },
    {
      title: 'by its short name',
      source: `from random import choice\n${made('pass', [DRAW, 'choice(["amber", "blue"])'])}`,
      says: /reset draws by `random.choice`/,
    },
    {
      title: 'in a helper of reset',
      source: made(`${MADE}\n        self.cells = self._cells()`, [
        '    def _prompt',
        '    def _cells(self):\n        return [random.randint(1, 9) for _ in range(3)]\n\n    def _prompt',
      ]),
    },
    {
      title: 'a generator of the constructor',
      source: made('pass', [INIT, `        self.rng = random.Random()\n${INIT}`]),
      says: /draws from `self.rng`, which was made without the seed/,
    },
    {
      title: "a generator of the constructor's seed",
      source: made(
        'pass',
        [INIT, `        self.rng = random.Random(seed)\n${INIT}`],
        ['max_turns=8', 'max_turns=8, seed=None'],
      ),
    },
    {
      title: 'drawn by the constructor',
      source: made(
        MADE,
        [INIT, `        self.secret = random.randint(1, 9)\n${INIT}`],
        ['word == self.lever', 'word == str(self.secret)'],
      ),
      says: /drawn by the constructor/,
    },
    {
      title: 'drawn when the module is loaded',
      source: variant(
        GAME,
        ['class LeverEnv', 'GATE = random.randint(1, 9)\n\n\nclass LeverEnv'],
        ['"A gate with four levers."', 'f"Gate {GATE}."'],
      ),
      says: /when the module is loaded/,
    },
    {
      title: 'in a function inside reset',
      source: made(
        `${MADE}\n\n        def spot():\n            return random.randint(1, 9)\n\n        self.cells = [spot(), spot()]`,
      ),
      says: /reset draws by `random.randint`/,
    },
    { title: 'a tool-use environment', source: variant(TOOLS, ['random.Random(seed)', 'random.Random()']) },
  ],
  good: [
    { title: 'a generator made of the seed', source: GAME },
    { title: 'a sound tool-use environment', source: TOOLS },
    {
      title: 'made where a seed is given',
      source: made('self.rng = random.Random(seed) if seed is not None else random.Random()'),
    },
    {
      title: 'on two paths',
      source: made(
        'if seed is None:\n            self.rng = random.Random()\n        else:\n            self.rng = random.Random(seed)',
      ),
    },
    { title: 'seeded behind', source: made('self.rng = random.Random()\n        self.rng.seed(seed)') },
    {
      title: 'seeded where a seed is given',
      source: made('if seed is not None:\n            self.rng = random.Random(seed)', [
        INIT,
        `        self.rng = random.Random()\n${INIT}`,
      ]),
    },
    {
      title: 'the shared generator, seeded: SP305',
      source: made('random.seed(seed)', [DRAW, 'random.choice(["amber", "blue"])']),
    },
    {
      title: 'a fresh seed where none is given',
      source: made(
        'if seed is None:\n            seed = random.randrange(2**32)\n        self.rng = random.Random(seed)',
      ),
    },
    {
      title: 'a base class that may seed the shared generator',
      source: `from lib import Base\n${variant(
        made('super().reset(seed=seed)', [DRAW, 'random.choice(["amber", "blue"])']),
        ['class LeverEnv', 'class LeverEnv(Base)'],
      )}`,
    },
    {
      title: 'a function that may seed the shared generator',
      source: `from lib import seed_everything\n${made('seed_everything(seed)', [DRAW, 'random.choice(["amber", "blue"])'])}`,
    },
    { title: 'a number made of the seed', source: made('self.rng = random.Random(f"{seed}-levers")') },
    {
      title: 'a helper that is given the seed',
      source: made('self._seed(seed)', [
        '    def _prompt',
        '    def _seed(self, seed):\n        self.rng = random.Random(seed)\n\n    def _prompt',
      ]),
    },
    {
      title: 'a generator that nothing draws from',
      source: made(`${MADE}\n        spare = random.Random()`),
    },
    {
      title: 'no seed to be given: SP103',
      source: variant(made('self.rng = random.Random()'), ['def reset(self, seed=None)', 'def reset(self)']),
    },
  ],
});
