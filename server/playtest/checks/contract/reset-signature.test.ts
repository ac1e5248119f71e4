import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP103', {
  bad: [
    {
      title: 'no seed',
      source: variant(
        GAME,
        ['def reset(self, seed=None)', 'def reset(self)'],
        ['random.Random(seed)', 'random.Random()'],
      ),
      says: /`reset` takes no `seed` by name/,
      line: 19,
      without: ['SP412', 'SP301', 'SP306'],
    },
    {
      title: 'a default that is not None',
      source: variant(GAME, ['seed=None', 'seed=42']),
      says: /`seed=42`/,
    },
    {
      title: 'a seed that must be given',
      source: variant(TOOLS, ['seed=None', 'seed']),
      says: /requires a `seed`/,
      without: ['SP412'],
    },
    {
      title: 'a further argument that must be given',
      source: variant(GAME, ['seed=None', 'difficulty, seed=None'], ['self.reset()', 'self.reset(1)']),
      says: /requires `difficulty`/,
    },
  ],
  good: [
    {
      title: 'options beside the seed',
      source: variant(GAME, ['seed=None', '*, seed: int | None = None, options=None']),
    },
    {
      title: 'the seed among keyword arguments',
      source: variant(
        GAME,
        ['seed=None', '**kwargs'],
        ['random.Random(seed)', 'random.Random(kwargs.get("seed"))'],
      ),
    },
  ],
});
