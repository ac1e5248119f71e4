import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

const NUMBER = '        if given == str(self._total()):';
const close = (test: string): readonly [string, string] => [
  NUMBER,
  `        if re.fullmatch(r"-?\\d+", given) and ${test}:`,
];

/** Boxes are loaded one by one, and a lorry leaves. */
const LORRY = `import random
import re


class LorryEnv:
    def __init__(self, max_turns=14):
        self.max_turns = max_turns
        self.wanted, self.loaded, self.turn, self.ended = 0, 0, 0, ""
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.wanted = rng.randint(3, 9)
        self.width, self.height = rng.randint(2, 5) * self.wanted, rng.randint(2, 5)
        self.loaded, self.turn, self.ended = 0, 0, ""
        return "A shelf is " + str(self.width) + " wide; a box takes " + str(self.width // self.wanted) + " of it.\\n" + self._prompt(), {"loaded": 0}

    def _prompt(self):
        return f"Fill the shelf exactly. {self.loaded} boxes stand on it.\\nActions: \\\\boxed{{load}}, \\\\boxed{{unload}}, \\\\boxed{{leave}}"

    def step(self, action):
        if self.ended:
            return "The lorry has left.", 0.0, self.ended == "over", self.ended == "late", {"loaded": self.loaded}
        self.turn += 1
        match = re.search(r"\\\\boxed\\{([^{}]*)\\}", action)
        word = match.group(1).strip().lower() if match else ""
        text = "Nobody moves."
        if word == "load":
            self.loaded += 1
            text = "One more box."
        elif word == "unload":
            self.loaded = max(0, self.loaded - 1)
            text = "One box less."
        elif word == "leave":
            self.ended = "over"
            won = self.loaded == self.wanted
            return ("A full shelf." if won else "Gaps or splinters."), 1.0 if won else 0.0, True, False, {"loaded": self.loaded}
        if self.turn >= self.max_turns:
            self.ended = "late"
            return text + " Night falls.", 0.0, False, True, {"loaded": self.loaded}
        return text + "\\n" + self._prompt(), 0.0, False, False, {"loaded": self.loaded}

    def solution(self):
        return "\\n".join(["load"] * self.wanted + ["leave"])
`;

describeCheck('SP513', {
  bad: [
    {
      title: 'half of it is close enough',
      source: variant(SUM, close('abs(int(given) - self._total()) <= self._total() * 0.6')),
      says: /tolerance is larger/,
    },
    {
      title: 'a tolerance in the units of another task',
      source: variant(SUM, close('abs(int(given) - self._total()) < 100000')),
    },
    {
      title: 'the number of boxes is not looked at',
      source: variant(LORRY, ['won = self.loaded == self.wanted', 'won = self.loaded > 0']),
      says: /self\.wanted/,
    },
  ],
  good: [
    { title: 'exact', source: SUM },
    { title: 'a rounding error', source: variant(SUM, close('abs(int(given) - self._total()) <= 1')) },
    {
      title: 'a tolerance that is stated',
      source: variant(SUM, close('abs(int(given) - self._total()) <= self._total() * 0.12'), [
        'Answer with a whole number',
        'An estimate within 12 % will do. Answer with a whole number',
      ]),
    },
    { title: 'the state is judged', source: LORRY },
    {
      title: 'an answer kept beside what it came from',
      source: variant(
        VAULT,
        [
          'self.code = str(rng.randint(1000, 9999))',
          'self.number = rng.randint(1000, 9999)\n        self.code = str(self.number)',
        ],
        ['f"report {self.code}"', 'f"report {self.number}"'],
      ),
    },
    { title: 'a game without numbers', source: GAME },
  ],
});
