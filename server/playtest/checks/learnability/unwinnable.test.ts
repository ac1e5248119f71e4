import { describeCheck, GAME, variant } from '../../testing.ts';
import { VAULT } from './fixtures.ts';

/** A lift between floors: small enough to see every state. */
const LIFT = `import random
import re


class LiftEnv:
    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.floor, self.goal, self.turn, self.ended = 0, 0, 0, ""
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.floor = rng.randint(0, 3)
        self.goal = rng.choice([f for f in range(8) if abs(f - self.floor) > 1])
        self.turn, self.ended = 0, ""
        return "A lift serves floors 0 to 7.\\n" + self._prompt(), {"floor": self.floor}

    def _prompt(self):
        return f"Floor {self.floor}; the doctor waits on floor {self.goal}.\\nActions: \\\\boxed{{up}}, \\\\boxed{{down}}, \\\\boxed{{open}}"

    def step(self, action):
        if self.ended:
            return "The lift is out of service.", 0.0, self.ended == "over", self.ended == "late", {"floor": self.floor}
        self.turn += 1
        match = re.search(r"\\\\boxed\\{([^{}]*)\\}", action)
        word = match.group(1).strip().lower() if match else ""
        if word == "up":
            self.floor = min(7, self.floor + 1)
            text = "The lift rises."
        elif word == "down":
            self.floor = max(0, self.floor - 1)
            text = "The lift sinks."
        elif word == "open":
            self.ended = "over"
            won = self.floor == self.goal
            return ("The doctor gets in." if won else "Nobody is there."), 1.0 if won else 0.0, True, False, {"floor": self.floor}
        else:
            text = "There is no such button."
        if self.turn >= self.max_turns:
            self.ended = "late"
            return text + " The power fails.", 0.0, False, True, {"floor": self.floor}
        return text + "\\n" + self._prompt(), 0.0, False, False, {"floor": self.floor}

    def solution(self):
        step = "up" if self.goal > self.floor else "down"
        return "\\n".join([step] * abs(self.goal - self.floor) + ["open"])
`;

describeCheck('SP504', {
  bad: [
    {
      title: 'a goal that cannot be reached on some seeds',
      source: variant(LIFT, ['range(8)', 'range(12)']),
      says: /Seed \d+ cannot be won: of \d+ moves through all 8 states/,
    },
    {
      title: 'a condition that nothing meets',
      source: variant(LIFT, ['won = self.floor == self.goal', 'won = self.floor == self.goal + 10']),
      without: ['SP402'],
    },
  ],
  good: [
    { title: 'every floor can be reached', source: LIFT },
    { title: 'a space too large to see all of it, won by solution()', source: VAULT },
    {
      title: 'a wrong solution() of a game that can be won',
      source: variant(LIFT, ['"up" if self.goal > self.floor else "down"', '"down"']),
    },
    {
      title: 'no guess where the answers are open',
      source: variant(GAME, ['", ".join(self.order)', '", ".join(self.order[::-1])']),
    },
  ],
});
