import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP209', {
  bad: [
    {
      title: 'a search without end in step',
      source: variant(GAME, [
        '            text = "There is no such lever."',
        '            while lever not in LEVERS:\n                lever = lever.strip()\n            text = "There is no such lever."',
      ]),
      says: /`step` on turn 1, with the action/,
      without: ['SP210', 'SP214'],
    },
    {
      title: 'rejection sampling that some seeds never leave',
      source: variant(GAME, [
        'self.order = rng.sample(LEVERS, len(LEVERS))',
        'self.order = rng.sample(LEVERS, len(LEVERS))\n        while self.order[0] == "amber" and rng.random() < 2:\n            rng.shuffle(self.order[1:])',
      ]),
      says: /`reset` \(seed \d+\)/,
      without: ['SP412'],
    },
    {
      title: 'a table built while loading',
      source: `TABLE = [i * i % 7 for i in range(60_000_000)]\n${GAME}`,
      says: /Loading/,
      line: 1,
    },
    {
      title: 'a solution that tries everything',
      source: variant(GAME, [
        'return ", ".join(self.order)',
        'tries = 0\n        while tries < 10 ** 9:\n            tries += 1\n        return ", ".join(self.order)',
      ]),
      says: /`solution`/,
      without: ['SP501'],
    },
  ],
  good: [
    {
      title: 'a loop that ends',
      source: variant(GAME, [
        '            text = "There is no such lever."',
        '            for _ in range(200):\n                lever = lever.strip()\n            text = "There is no such lever."',
      ]),
    },
    {
      title: 'a recursion that ends in an error',
      source: variant(
        GAME,
        ['"There is no such lever."', 'self._lost(0)'],
        ['def _prompt', 'def _lost(self, n):\n        return self._lost(n + 1)\n\n    def _prompt'],
      ),
    },
  ],
});
