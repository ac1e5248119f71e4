import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

describeCheck('SP503', {
  bad: [
    {
      title: 'it draws anew',
      source: variant(VAULT, [
        'return "\\n".join(["weigh 1", "weigh 2",',
        'return "\\n".join([f"weigh {random.randint(1, 4)}" for _ in range(9)] + [',
      ]),
      says: /differ on \d of 6/,
    },
    {
      title: 'it advances the progress',
      source: variant(GAME, [
        'return ", ".join(self.order)',
        'self.progress += 1\n        return ", ".join(self.order)',
      ]),
      says: /changes self\.progress/,
    },
    {
      title: 'it fills what a play begins with empty',
      source: variant(VAULT, [
        'return "\\n".join(["weigh 1",',
        'self.weighed += [(1, 0), (2, 0)]\n        return "\\n".join(["weigh 1",',
      ]),
      says: /self\.weighed/,
    },
    {
      title: 'it empties the list that it reads',
      source: variant(GAME, [
        'return ", ".join(self.order)',
        'return ", ".join(self.order.pop(0) for _ in range(len(self.order)))',
      ]),
    },
  ],
  good: [
    { title: 'a pure one', source: VAULT },
    {
      title: 'a result kept for the next call',
      source: variant(SUM, [
        'return str(self._total())\n',
        'self._solved = str(self._total())\n        return self._solved\n',
      ]),
    },
  ],
});
