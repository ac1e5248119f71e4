import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM } from './fixtures.ts';

/** Fuel for a number of hops along a line of moons. */
const HOPS = `import random
import re


class MoonHopsEnv:
    def __init__(self, max_turns=40):
        self.max_turns = max_turns
        self.moon, self.goal, self.fuel, self.turn, self.ended = 0, 0, 0, 0, ""
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.moon, self.goal = rng.randint(0, 2), rng.randint(4, 6)
        self.fuel = self.goal - self.moon + 2
        self.turn, self.ended = 0, ""
        return "Hop from moon to moon.\\n" + self._prompt(), {"fuel": self.fuel}

    def _prompt(self):
        return f"Moon {self.moon} of 6, goal {self.goal}, fuel {self.fuel}.\\nActions: \\\\boxed{{out}}, \\\\boxed{{home}}, \\\\boxed{{land}}"

    def step(self, action):
        if self.ended:
            return "Radio silence.", 0.0, self.ended == "over", self.ended == "late", {"fuel": self.fuel}
        self.turn += 1
        match = re.search(r"\\\\boxed\\{([^{}]*)\\}", action)
        word = match.group(1).strip().lower() if match else ""
        if word in ("out", "home") and self.fuel > 0:
            self.fuel -= 1
            self.moon = max(0, min(6, self.moon + (1 if word == "out" else -1)))
            text = "A short burn."
        elif word in ("out", "home"):
            text = "The tank is empty."
        elif word == "land" and self.moon == self.goal:
            self.ended = "over"
            return "Touchdown.", 1.0, True, False, {"fuel": self.fuel}
        elif word == "land":
            text = "Nothing to land on here."
        else:
            text = "The autopilot does not know that."
        if self.turn >= self.max_turns:
            self.ended = "late"
            return text + " The air is gone.", 0.0, False, True, {"fuel": self.fuel}
        return text + "\\n" + self._prompt(), 0.0, False, False, {"fuel": self.fuel}

    def solution(self):
        return "\\n".join(["out" if self.goal > self.moon else "home"] * abs(self.goal - self.moon) + ["land"])
`;

const ENDS = [
  '        if self.turn >= self.max_turns:',
  '        if self.fuel < abs(self.goal - self.moon):\n            self.ended = "over"\n            return text + " The goal is out of reach.", 0.0, True, False, {"fuel": self.fuel}\n        if self.turn >= self.max_turns:',
] as const;

describeCheck('SP517', {
  bad: [
    { title: 'the fuel does not reach any more', source: HOPS, says: /out of reach/, severity: 'warning' },
    {
      title: 'a lever that jams the panel',
      source: variant(
        GAME,
        [
          '            self.progress = 0\n            text = "Clunk: all levers spring back."',
          '            self.order = ["none"] * 9\n            text = "Clunk: something broke."',
        ],
        ['"amber", "blue", "coral", "green", "violet"', '"amber", "blue", "coral"'],
      ),
    },
  ],
  good: [
    { title: 'the episode ends there', source: variant(HOPS, ENDS) },
    { title: 'a game in which every state can be mended', source: GAME },
    { title: 'fuel that does not run out', source: variant(HOPS, ['            self.fuel -= 1\n', '']) },
    { title: 'attempts that are counted', source: SUM },
  ],
});
