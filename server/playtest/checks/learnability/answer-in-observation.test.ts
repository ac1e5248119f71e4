import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT, WORD } from './fixtures.ts';

describeCheck('SP508', {
  bad: [
    {
      title: 'a line for debugging in a game of several turns',
      source: variant(VAULT, ['f"Known: {known}. Turn', 'f"Known: {known}. [debug code={self.code}] Turn']),
      says: /6 of 6 seeds/,
    },
    {
      title: 'the sum is in the story',
      source: variant(SUM, [
        'return self._ask("A carrier moves crates.")',
        'return self._ask(f"A carrier moves crates; his last bill was {self._total()} crowns.")',
      ]),
    },
    {
      title: 'the format example is the answer',
      source: variant(SUM, ['as \\\\boxed{<number>}.', 'for example \\\\boxed{" + str(self._total()) + "}.']),
    },
    {
      title: 'the order of the levers',
      source: variant(GAME, [
        'return self._prompt("Pull',
        'return self._prompt("(" + " > ".join(self.order) + ") Pull',
      ]),
      says: /in their order/,
    },
  ],
  good: [
    { title: 'the data of the puzzle', source: SUM },
    { title: 'levers in a fixed menu', source: GAME },
    {
      title: 'the answer is one of the listed words',
      source: variant(WORD, ['f"Cipher: {shifted', "f\"Words in use: {', '.join(WORDS)}. Cipher: {shifted"]),
    },
    {
      title: 'a range that holds the answer',
      source: variant(
        SUM,
        [
          'Answer with a whole number',
          'It is one of {self._total() - 2 + self.crates % 3} to {self._total() + 9}. Answer with a whole number',
        ],
        ['rng.randint(12, 48)', 'rng.randint(12, 47)'],
      ),
    },
  ],
});
