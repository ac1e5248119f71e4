import { describeCheck, GAME, variant } from '../../testing.ts';
import { VAULT } from './fixtures.ts';

describeCheck('SP518', {
  bad: [
    {
      title: 'a mood that nobody feels',
      source: variant(VAULT, [
        'self.code = str(rng.randint(1000, 9999))',
        'self.code = str(rng.randint(1000, 9999))\n        self.mood = rng.choice(["calm", "cross", "tired", "vexed", "merry"])',
      ]),
      says: /self\.mood/,
      line: 20,
    },
    {
      title: 'a trap behind a condition that never holds',
      source: variant(
        GAME,
        [
          'self.order = rng.sample(LEVERS, len(LEVERS))',
          'self.trap = rng.randint(100, 999)\n        self.order = rng.sample(LEVERS, len(LEVERS))',
        ],
        [
          '        if lever not in LEVERS:',
          '        if self.progress > self.trap:\n            self.progress = 0\n        if lever not in LEVERS:',
        ],
      ),
    },
  ],
  good: [
    { title: 'everything that is drawn matters', source: VAULT },
    {
      title: 'drawn for the story that the opening tells',
      source: variant(
        VAULT,
        [
          'self.code = str(rng.randint(1000, 9999))',
          'self.code = str(rng.randint(1000, 9999))\n        self.town = rng.choice(["Arden", "Brill", "Cowden", "Dorn", "Esk"])',
        ],
        ['"A vault has a code', 'f"In {self.town} a vault has a code'],
      ),
    },
    {
      title: 'a trap that is felt',
      source: variant(
        VAULT,
        [
          'self.code = str(rng.randint(1000, 9999))',
          'self.code = str(rng.randint(1000, 9999))\n        self.noise = rng.randint(100, 999)',
        ],
        [
          'text = f"The scale shows {weight}."',
          'text = f"The scale shows {weight}; the clock says {self.noise}."',
        ],
      ),
    },
  ],
});
