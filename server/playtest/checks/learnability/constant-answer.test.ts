import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

describeCheck('SP510', {
  bad: [
    {
      title: 'the data change and the answer does not',
      source: variant(SUM, ['return self.crates * self.weight * self.rate + 40', 'return 4040']),
      says: /all 6 seeds/,
      without: ['SP506'],
    },
    {
      title: 'a code that no seed touches',
      source: variant(
        VAULT,
        [
          'self.code = str(rng.randint(1000, 9999))',
          'self.guard = rng.randint(1, 999)\n        self.code = "4711"',
        ],
        ['"A vault has', 'f"Guard {self.guard} is on duty. A vault has'],
      ),
    },
    {
      title: 'the levers are only shown in another order',
      source: variant(
        GAME,
        [
          'self.order = rng.sample(LEVERS, len(LEVERS))',
          'self.shown = rng.sample(LEVERS, len(LEVERS))\n        self.order = list(reversed(LEVERS))',
        ],
        ['Levers: amber, blue, coral, green, violet\\n', 'Levers: {", ".join(self.shown)}\\n'],
      ),
    },
  ],
  good: [
    { title: 'drawn for every seed', source: SUM },
    { title: 'the same first moves, another answer', source: VAULT },
    {
      title: 'one task only: that is SP306',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(7)']),
    },
  ],
});
