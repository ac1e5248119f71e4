import random
import re

CATALYSTS = ["platinum", "nickel", "zeolite", "vanadia", "copper"]


class ReactionYieldEnv:
    """Tune temperature and catalyst of a reactor by experiments until the yield is at its peak."""

    def __init__(self, max_turns=14):
        self.max_turns = max_turns
        self.peak = 0
        self.best_catalyst = ""
        self.catalysts = []
        self.temperature = 300
        self.catalyst = ""
        self.runs = 0
        self.turn = 0
        self.complete = False
        self.stopped = False
        self.reset()

    def reset(self, seed=2024):
        rng = random.Random(seed)
        self.catalysts = rng.sample(CATALYSTS, 4)
        self.best_catalyst = rng.choice(self.catalysts[1:])
        self.peak = rng.randrange(340, 600, 20)
        self.temperature = 300
        self.catalyst = self.catalysts[0]
        self.runs = 0
        self.turn = 0
        self.complete = False
        self.stopped = False
        return (
            "A reactor is run with one of the catalysts " + ", ".join(self.catalysts) + " at a temperature between "
            "300 and 600 K in steps of 20 K. The yield has a single peak over temperature, and one catalyst is "
            "better than the others. Find the best setting with test runs and then go into production, once. "
            "At least three test runs are required.\n" + self._panel()
        ), {"runs": 0}

    def _yield(self):
        value = 92 - abs(self.temperature - self.peak) // 5
        if self.catalyst != self.best_catalyst:
            value -= 17
        return max(0, value)

    def _panel(self):
        return (
            f"Setting: {self.catalyst} at {self.temperature} K. Turns left: {self.max_turns - self.turn}.\n"
            f"Actions: \\boxed{{heat 420}}, \\boxed{{use {self.catalysts[1]}}}, \\boxed{{run}}, \\boxed{{produce}}"
        )

    def _command(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if m is None:
            return []
        return re.sub(r"\\text|[{}$\"']", " ", m.group(1)).lower().split()

    def _set(self, words):
        """Apply a change of setting and describe it, or return None."""
        if len(words) != 2:
            return None
        verb, value = words
        if verb == "heat" and re.fullmatch(r"[0-9]{3}", value):
            kelvin = int(value)
            if kelvin % 20 == 0 and 300 <= kelvin <= 600:
                self.temperature = kelvin
                return f"The reactor goes to {kelvin} K."
            return "The controller takes 300 to 600 K in steps of 20 K."
        if verb == "use" and value in self.catalysts:
            self.catalyst = value
            return f"The bed is filled with {value}."
        return None

    def step(self, action):
        if self.complete or self.stopped:
            return "The plant is running.", 0.0, self.complete, self.stopped, {"runs": self.runs}
        self.turn += 1
        words = self._command(action)
        if words == ["run"]:
            self.runs += 1
            text = f"Test run {self.runs}: {self._yield()} percent yield."
        elif words == ["produce"]:
            if self.runs < 3:
                # Not enough evidence yet, so stay in the test phase.
                return (
                    "The board asks for at least three test runs first.\n" + self._panel(),
                    0.0,
                    self.turn >= self.max_turns,
                    {"runs": self.runs},
                )
            self.complete = True
            if self.temperature == self.peak and self.catalyst == self.best_catalyst:
                return "Production starts at the highest possible yield.", 1.0, True, False, {"runs": self.runs}
            return "Production starts, but a competitor does better.", 0.0, True, False, {"runs": self.runs}
        else:
            text = self._set(words) or "The control room does not know that command."
        if self.turn >= self.max_turns:
            self.stopped = True
            return text + " The budget is spent.", 0.0, False, True, {"runs": self.runs}
        return text + "\n" + self._panel(), 0.0, False, False, {"runs": self.runs}

    def solution(self):
        plan = []
        if self.catalyst != self.best_catalyst:
            plan.append(f"use {self.best_catalyst}")
        if self.temperature != self.peak:
            plan.append(f"heat {self.peak}")
        plan += ["run"] * max(0, 3 - self.runs)
        plan.append("produce")
        return "\n".join("\\boxed{" + p + "}" for p in plan)
