import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const DEF = 'def reset(self, seed=None):';
const reset = (def: string): string => variant(GAME, [DEF, def]);

describeRule('SP103', {
  bad: [
    {
      title: 'no seed',
      source: reset('def reset(self):'),
      says: /takes no `seed` by name/,
      marks: 'reset',
      severity: 'error',
      fixed: GAME,
    },
    {
      title: 'no seed in a tool-use environment, with an annotated result',
      source: variant(TOOLS, [DEF, 'def reset(self) -> tuple:']),
      fixed: variant(TOOLS, [DEF, 'def reset(self, seed=None) -> tuple:']),
    },
    {
      title: 'options, and no seed',
      source: reset('def reset(self, options=None, *args):'),
      fixed: reset('def reset(self, options=None, seed=None, *args):'),
    },
    {
      title: 'a required seed',
      source: reset('def reset(self, seed):'),
      says: /`reset\(\)` is a TypeError/,
      marks: 'seed',
      fixed: GAME,
    },
    {
      title: 'a required seed with an annotation',
      source: reset('def reset(self, seed: int):'),
      fixed: reset('def reset(self, seed: int = None):'),
    },
    {
      title: 'a number as default',
      source: reset('def reset(self, seed=2024):'),
      says: /takes `seed=2024` when none is given/,
      fixed: GAME,
    },
    {
      title: 'a constant of the module as default',
      source: variant(reset('def reset(self, seed=SEED):'), [
        'class LeverEnv',
        'SEED = 42\n\n\nclass LeverEnv',
      ]),
      says: /seed=SEED/,
    },
    {
      title: 'another name',
      source: variant(
        GAME,
        [DEF, 'def reset(self, random_seed=None):'],
        ['Random(seed)', 'Random(random_seed)'],
      ),
    },
    {
      title: 'a second required argument',
      source: reset('def reset(self, difficulty, seed=None):'),
      says: /requires `difficulty`/,
    },
    { title: 'by position only', source: reset('def reset(self, seed=None, /):') },
    {
      title: 'a default that arithmetic needs: no fix',
      source: variant(reset('def reset(self, seed=0):'), ['Random(seed)', 'Random(seed * 31)']),
      unfixed: true,
    },
  ],
  good: [
    { title: 'the usual signature', source: GAME },
    { title: 'by keyword only', source: reset('def reset(self, *, seed=None, options=None):') },
    { title: 'annotated', source: reset('def reset(self, seed: "int | None" = None) -> tuple:') },
    {
      title: 'any keywords',
      source: variant(reset('def reset(self, **kwargs):'), ['Random(seed)', 'Random(kwargs.get("seed"))']),
    },
    {
      title: 'a name that stands for None',
      source: variant(reset('def reset(self, seed=UNSET):'), [
        'class LeverEnv',
        'UNSET = None\n\n\nclass LeverEnv',
      ]),
    },
    {
      title: 'inherited',
      source: `${variant(GAME, ['class LeverEnv', 'class Base'])}\n\nclass GateEnv(Base):\n    pass\n`,
    },
    { title: 'a decorator that may give it a seed', source: reset('@seeded\n    def reset(self):') },
  ],
});
