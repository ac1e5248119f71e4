import { describeCheck, GAME, variant } from '../../testing.ts';
import { VAULT } from './fixtures.ts';

/** A guess among doors; `{doors}` of them. */
const DOORS = (doors: number): string => `import random
import re

NAMES = ["oak", "iron", "glass", "stone", "paper", "copper", "silk", "bone", "wax", "brass", "cork", "felt", "horn", "jade", "lead", "opal", "pine", "reed", "salt", "teak", "onyx", "wool", "zinc", "clay", "moss", "pearl", "flax", "kelp", "rye", "yew"][:${doors}]


class DoorsEnv:
    def __init__(self, max_turns=6):
        self.max_turns = max_turns
        self.door, self.turn, self.ended = "", 0, ""
        self.knocked = False
        self.reset()

    def reset(self, seed=None):
        self.door = random.Random(seed).choice(NAMES)
        self.turn, self.ended, self.knocked = 0, "", False
        return "Behind one of the doors is a lamp.\\n" + self._prompt(), {"turn": 0}

    def _prompt(self):
        doors = ", ".join(f"\\\\boxed{{{name}}}" for name in NAMES)
        return f"Knock first with \\\\boxed{{knock}}, then choose a door: {doors}."

    def step(self, action):
        if self.ended:
            return "The house is dark.", 0.0, self.ended == "over", self.ended == "late", {"turn": self.turn}
        self.turn += 1
        match = re.search(r"\\\\boxed\\{([^{}]*)\\}", action)
        word = match.group(1).strip().lower() if match else ""
        if word == "knock":
            self.knocked = True
            text = f"A voice says: '{len(self.door)} letters, and {self.door[0]} is the first.'"
        elif word in NAMES and self.knocked:
            self.ended = "over"
            won = word == self.door
            return ("Light!" if won else "Darkness."), 1.0 if won else 0.0, True, False, {"turn": self.turn}
        else:
            text = "Knock first." if word in NAMES else "There is no such door."
        if self.turn >= self.max_turns:
            self.ended = "late"
            return text + " The lamp goes out.", 0.0, False, True, {"turn": self.turn}
        return text + "\\n" + self._prompt(), 0.0, False, False, {"turn": self.turn}

    def solution(self):
        return f"knock\\n{self.door}"
`;

describeCheck('SP507', {
  bad: [
    { title: 'one of two doors', source: DOORS(2), severity: 'error', says: /95 % interval/ },
    { title: 'one of six doors', source: DOORS(6), severity: 'warning' },
    {
      title: 'a wrong lever costs nothing',
      source: variant(GAME, [
        '            self.progress = 0\n            text = "Clunk',
        '            text = "Clunk',
      ]),
    },
  ],
  good: [
    { title: 'one of thirty doors', source: DOORS(30) },
    { title: 'a hidden order', source: GAME },
    { title: 'a number of four digits', source: VAULT },
  ],
});
