import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const STEP = '        self.turn += 1\n';
const INIT = '        self.reset()\n';
const using = (line: string, ...more: (readonly [string, string])[]): string =>
  variant(GAME, [STEP, `${STEP}        ${line}\n`], ...more);

describeRule('SP302', {
  bad: [
    {
      title: 'the shared generator',
      source: using('roll = random.random()'),
      says: /`step` draws by `random.random`/,
      marks: 'random.random()',
      severity: 'error',
    },
    {
      title: 'in a helper',
      source: using('noise = self._noise()', [
        '    def _prompt',
        '    def _noise(self):\n        return random.gauss(0, 1)\n\n    def _prompt',
      ]),
      says: /`_noise` draws/,
    },
    {
      title: 'by its short name',
      source: `from random import shuffle\n${using('words = action.split()\n        shuffle(words)')}`,
    },
    {
      title: 'a generator without a seed',
      source: using('roll = random.Random().randint(1, 6)'),
      says: /`step` makes a generator without a seed/,
    },
    {
      title: 'a local generator',
      source: using('dice = random.Random()\n        roll = dice.randint(1, 6)'),
    },
    {
      title: 'a generator of the constructor',
      source: using('roll = self.dice.randint(1, 6)', [INIT, `        self.dice = random.Random()\n${INIT}`]),
      says: /draws from `self.dice`, which was made without a seed/,
    },
    {
      title: 'in a tool',
      source: variant(TOOLS, [
        '        self._state["target"] = degrees\n',
        '        if random.random() < 0.3:\n            return "Error: try again"\n        self._state["target"] = degrees\n',
      ]),
      says: /`tool_set_target` draws/,
    },
    {
      title: 'seeded by the constructor only',
      source: using('roll = random.random()', [INIT, `        random.seed(7)\n${INIT}`]),
    },
  ],
  good: [
    { title: 'nothing drawn', source: GAME },
    { title: 'a generator that reset made of the seed', source: using('roll = self.rng.random()') },
    { title: 'a number made of the turn', source: using('roll = random.Random(self.turn).random()') },
    {
      title: 'a generator of its own, made in reset',
      source: using('roll = self.dice.random()', [
        '        self.turn = 0\n',
        '        self.turn = 0\n        self.dice = random.Random(f"{seed}-dice")\n',
      ]),
    },
    {
      title: 'the shared generator, seeded by reset: SP305',
      source: using('roll = random.random()', [
        'self.rng = random.Random(seed)',
        'random.seed(seed)\n        self.rng = random.Random(seed)',
      ]),
    },
    {
      title: 'what reset draws too: SP301',
      source: using(
        'roll = self._roll()',
        ['        self.turn = 0\n', '        self.turn = 0\n        self.first = self._roll()\n'],
        ['    def _prompt', '    def _roll(self):\n        return random.random()\n\n    def _prompt'],
      ),
    },
    { title: 'a method called choice', source: using('lever = self.menu.choice(1)') },
  ],
});
