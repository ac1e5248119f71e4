import random
import re

JUNCTIONS = ["north", "mill", "market", "school", "harbour", "chapel"]


class PipeDiagnosisEnv:
    """
    Find the one leaking section of a water main by closing valves, one at a time,
    and reading the pressure gauge at the pump.
    """

    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.order = []
        self.leak = 0
        self.closed = None
        self.readings = 0
        self.turn = 0
        self.mended = False
        self.abandoned = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.order = rng.sample(JUNCTIONS, len(JUNCTIONS))
        # Section k runs from junction k to junction k + 1; the pump stands before junction 0.
        self.leak = rng.randrange(len(self.order) - 1)
        self.closed = None
        self.readings = 0
        self.turn = 0
        self.mended = False
        self.abandoned = False
        return (
            "A water main runs from the pump through " + ", ".join(self.order) + ". One of the five sections between "
            "neighbouring junctions leaks. With the valve at a junction closed, nothing flows beyond it: the gauge at "
            "the pump reads high if the leak lies behind the closed valve and low if it lies before it.\n"
            "After at least two readings you may dig once. Dig at the right place and the town pays you.\n"
            + self._commands()
        ), {"readings": 0}

    def _commands(self):
        valve = self.closed if self.closed is not None else "none"
        return (
            f"Closed valve: {valve}. Turns left: {self.max_turns - self.turn}.\n"
            f"Actions: \\boxed{{close {self.order[2]}}} (any junction), \\boxed{{read gauge}}, "
            f"\\boxed{{dig {self.order[0]} {self.order[1]}}} (two neighbouring junctions)"
        )

    def _gauge(self):
        if self.closed is None:
            base = 2.0
        else:
            base = 6.0 if self.order.index(self.closed) <= self.leak else 2.0
        # Real gauges are noisy.
        return base + random.gauss(0, 0.3)

    def _words(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"',]", " ", m.group(1)).lower().split() if m else []

    def step(self, action):
        if self.mended or self.abandoned:
            return "The crew has gone home.", 0.0, self.mended, self.abandoned, self._info()
        self.turn += 1
        words = self._words(action)
        if len(words) == 2 and words[0] == "close" and words[1] in self.order:
            self.closed = words[1]
            text = f"The valve at {words[1]} is closed, all others are open."
        elif words == ["read", "gauge"]:
            self.readings += 1
            pressure = self._gauge()
            print(f"[debug] turn {self.turn}: pressure {pressure:.3f}")
            text = f"The gauge shows {pressure:.1f} bar."
        elif len(words) == 3 and words[0] == "dig" and words[1] in self.order and words[2] in self.order:
            a, b = sorted((self.order.index(words[1]), self.order.index(words[2])))
            if self.readings < 2:
                text = "The council wants two gauge readings before the street is opened."
            elif b - a != 1:
                text = "Those junctions are not neighbours."
            else:
                self.mended = True
                found = a == self.leak
                return "The trench is dug and the pipe mended. You win!", 1.0 if found else 0.0, True, False, self._info()
        else:
            text = "The crew looks at you blankly."
        if self.turn >= self.max_turns:
            self.abandoned = True
            return text + " The reservoir is empty.", 0.0, False, True, self._info()
        return text + "\n" + self._commands(), 0.0, False, False, self._info()

    def _info(self):
        return {"readings": self.readings}

    def solution(self):
        a, b = self.order[self.leak], self.order[self.leak + 1]
        plan = []
        if self.readings < 1:
            plan += [f"close {a}", "read gauge"]
        if self.readings < 2:
            plan += [f"close {b}", "read gauge"]
        return "\n".join(f"\\boxed{{{p}}}" for p in plan + [f"dig {a} {b}"])
