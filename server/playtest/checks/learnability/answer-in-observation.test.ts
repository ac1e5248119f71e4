import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT, WORD } from './fixtures.ts';

const STALLS = `import random
import re

TOWNS = ["Aldery", "Benfold", "Castor", "Dunmere", "Elmstead"]
WARES = ["apples", "barley", "cloth", "dates"]


class StallsEnv:
    def __init__(self, max_turns=4):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.sold = {(town, ware): rng.randint(3, 180) for town in TOWNS for ware in WARES}
        self.asked = rng.choice(TOWNS), rng.choice(WARES)
        self.turn = 0
        self.done = False
        rows = "\\n".join(f"{town} sold {count} sacks of {ware}" for (town, ware), count in self.sold.items())
        town, ware = self.asked
        return f"{rows}\\nAnswer with a number as \\\\boxed{{number}}. How many sacks of {ware} did {town} sell?", {}

    def _total(self, town, ware):
        return self.sold[town, ware]

    def step(self, action):
        if self.done:
            return "It is over.", 0.0, True, False, {}
        self.turn += 1
        found = re.search(r"\\\\boxed\\{\\s*(\\d+)\\s*\\}", action)
        if found and int(found.group(1)) == self._total(*self.asked):
            self.done = True
            return "Right.", 1.0, True, False, {}
        late = self.turn >= self.max_turns
        self.done = late
        return "Not so. Answer as \\\\boxed{number}.", 0.0, False, late, {}

    def solution(self):
        return "\\\\boxed{%d}" % self._total(*self.asked)
`;

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
      title: 'a table of sums that the question points into',
      source: STALLS,
      says: /answers its own question/,
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
    {
      title: 'a table whose rows have to be added up',
      source: variant(STALLS, [
        'return self.sold[town, ware]',
        'return sum(self.sold[town, w] for w in WARES)',
      ]),
    },
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
