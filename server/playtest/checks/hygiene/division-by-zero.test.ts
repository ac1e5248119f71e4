import { describeCheck, GAME, variant } from '../../testing.ts';

const ORDER = 'self.order = rng.sample(LEVERS, len(LEVERS))\n';

describeCheck('SP803', {
  bad: [
    {
      title: 'a divisor that a seed makes zero',
      source: variant(GAME, [ORDER, `${ORDER}        self.ratio = 10 // rng.choice([0, 1])\n`]),
      says: /The constructor, which calls `reset`,.*ZeroDivisionError/,
      line: 25,
      severity: 'error',
      without: ['SP412'],
    },
    {
      title: 'an empty range',
      source: variant(GAME, [
        ORDER,
        `${ORDER}        low = rng.randint(1, 9)\n        self.high = rng.randint(low, 5)\n`,
      ]),
      says: /bounds of the draw can cross/,
      line: 26,
      without: ['SP412'],
    },
    {
      title: 'nothing left to choose from',
      source: variant(GAME, [
        ORDER,
        `${ORDER}        self.first = rng.choice([lever for lever in self.order[:2] if lever != "amber" and lever != "blue"])\n`,
      ]),
      says: /nothing to choose from/,
      without: ['SP412'],
    },
    {
      title: 'an average over no turns',
      source: variant(GAME, [
        '"There is no such lever."',
        'f"There is no such lever; {self.turn_count / self.progress:.1f} turns a lever."',
      ]),
      says: /`step` on turn/,
      line: 34,
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'divisors that are not zero',
      source: variant(GAME, [ORDER, `${ORDER}        self.ratio = 10 // rng.choice([1, 2])\n`]),
    },
    {
      title: 'a divisor that the action names is another rule',
      source: variant(GAME, [
        '"There is no such lever."',
        'f"There is no such lever {100 // int(lever) if lever.isdecimal() and len(lever) < 4 else 0}."',
      ]),
    },
    {
      title: 'the case of zero is treated apart',
      source: variant(GAME, [
        '"There is no such lever."',
        'f"There is no such lever; {self.turn_count / max(1, self.progress):.1f} turns a lever."',
      ]),
    },
  ],
});
