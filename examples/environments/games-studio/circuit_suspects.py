import random
import re

COMPONENTS = {
    "fuse", "relay", "diode", "coil", "switch",
    "sensor", "valve", "pump", "belt", "clutch",
}


class CircuitSuspectsEnv:
    """
    A machine stands still because exactly two of its parts are broken.
    The agent measures pairs of parts and then replaces two of them.
    """

    def __init__(self, max_turns=14):
        self.max_turns = max_turns
        self.broken = set()
        self.parts = []
        self.measured = {}
        self.turn_count = 0
        self.done = False
        self.late = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        # Eight of the ten components are installed in this machine.
        self.parts = list(COMPONENTS)
        rng.shuffle(self.parts)
        self.parts = self.parts[:8]
        self.broken = set(rng.sample(self.parts, 2))
        self.measured = {}
        self.turn_count = 0
        self.done = False
        self.late = False
        return (
            "A packing machine of eight parts stands still. Exactly two of its parts are broken. The tester takes two parts at a "
            "time and tells how many of them are broken, not which.\n"
            f"Installed: {', '.join(self.parts)}.\n"
            "You may order one replacement of two parts, after at least two measurements.\n" + self._menu()
        ), {"measured": 0}

    def _menu(self):
        a, b = self.parts[0], self.parts[1]
        past = "; ".join(f"{x}+{y}: {n}" for (x, y), n in self.measured.items()) or "none"
        return (
            f"Measurements: {past}. Turns left: {self.max_turns - self.turn_count}.\n"
            f"Boxed actions: \\boxed{{measure {a} {b}}}, \\boxed{{replace {a} {b}}} (any two installed parts)"
        )

    def _pair(self, words):
        if len(words) != 3 or words[1] == words[2]:
            return None
        if words[1] not in self.parts or words[2] not in self.parts:
            return None
        return words[1], words[2]

    def _words(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"',+]", " ", m.group(1)).lower().split() if m else []

    def step(self, action):
        if self.done or self.late:
            return "The machine is in other hands.", 0.0, self.done, self.late, self._info()
        self.turn_count += 1
        words = self._words(action)
        pair = self._pair(words)
        if pair and words[0] == "measure":
            found = len(self.broken & set(pair))
            self.measured[pair] = found
            text = f"The tester says that {found} of {pair[0]} and {pair[1]} are broken."
        elif pair and words[0] == "replace":
            if len(self.measured) < 2:
                text = "The foreman wants to see at least two measurements first."
            else:
                return self._replace(set(pair))
        else:
            text = "The tester takes two different installed parts."
        if self.turn_count >= self.max_turns:
            self.late = True
            return text + " The shift is over.", 0.0, False, True, self._info()
        return text + "\n" + self._menu(), 0.0, False, False, self._info()

    def _replace(self, pair):
        self.done = True
        if pair == self.broken:
            return "The machine starts with a hum.", 1.0, True, False, self._info()
        left = self.broken - pair
        # Tell the fitter what is still wrong.
        reason = ", ".join(left)
        return f"The machine stays silent. Still broken: {reason}.", 0.0, True, False, self._info()

    def _info(self):
        return {"measured": len(self.measured)}

    def solution(self):
        a, b = sorted(self.broken)
        others = [p for p in self.parts if p not in self.broken]
        moves = [f"measure {a} {others[0]}", f"measure {b} {others[1]}"][len(self.measured):]
        return "\n".join(moves + [f"replace {a} {b}"])
