"""A lake with grass, carp and pike: set the levers so that all three settle in their bands."""
import random
import re

LEVERS = ("stock", "fish", "mow")


class EcosystemLeversEnv:
    """Three levers change three populations; the couplings have to be learnt by trying."""

    def __init__(self, max_turns=14):
        self.max_turns = max_turns
        self.grass = 0
        self.carp = 0
        self.pike = 0
        self.bands = {}
        self.coupling = {}
        self.turn = 0
        self.settled = False
        self.expired = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.grass = rng.randint(40, 60)
        self.carp = rng.randint(20, 40)
        self.pike = rng.randint(5, 15)
        # How strongly a lever acts on each population, per unit.
        self.coupling = {
            "stock": (-2, 0, rng.choice([1, 2])),
            "fish": (rng.choice([1, 2]), -rng.choice([2, 3]), 0),
            "mow": (-rng.choice([3, 4]), 0, 0),
        }
        # Where the lake should end up.
        steps = {lever: rng.randint(1, 2) for lever in LEVERS}
        grass, carp, pike = self._shifted(steps)
        self.bands = {
            "grass": (grass - 1, grass + 1),
            "carp": (carp - 1, carp + 1),
            "pike": (pike, pike + 1),
        }
        # Harder lakes want a higher carp count than today's.
        if rng.random() < 0.35:
            self.bands["carp"] = (self.carp + 4, self.carp + 6)
        self.turn = 0
        self.settled = False
        self.expired = False
        return (
            "You manage a lake. Each lever may be pulled any number of times and acts on grass, carp and pike in a "
            "way that you have to find out. Bring all three into their bands, then rest the lake; resting "
            "is judged once.\n" + self._readout()
        ), {"turn": 0}

    def _shifted(self, steps):
        values = [self.grass, self.carp, self.pike]
        for lever, times in steps.items():
            values = [v + times * d for v, d in zip(values, self.coupling[lever])]
        return values

    def _readout(self):
        rows = []
        for name in ("grass", "carp", "pike"):
            low, high = self.bands[name]
            rows.append(f"  {name}: {getattr(self, name)} (band {low} to {high})")
        return (
            "\n".join(rows) + f"\nTurns left: {self.max_turns - self.turn}. "
            "One boxed action: \\boxed{stock}, \\boxed{fish}, \\boxed{mow}, \\boxed{rest}"
        )

    def _in_band(self):
        return all(low <= getattr(self, name) <= high for name, (low, high) in self.bands.items())

    def _info(self):
        return {"turn": self.turn, "in_band": self._in_band()}

    def _lever(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"']", " ", m.group(1)).strip().lower() if m else ""

    def step(self, action):
        if self.settled or self.expired:
            return "The lake is left to itself.", 0.0, self.settled, self.expired, self._info()
        self.turn += 1
        lever = self._lever(action)
        if lever in self.coupling:
            dg, dc, dp = self.coupling[lever]
            self.grass += dg
            self.carp += dc
            self.pike += dp
            text = f"You pull the lever '{lever}' and wait a season."
        elif lever == "rest":
            self.settled = True
            if self._in_band():
                return "The lake stays in balance.", 1.0, True, False, self._info()
            return "The lake tips over.", 0.0, True, False, self._info()
        else:
            text = "There is no such lever."
        if self.turn >= self.max_turns:
            self.expired = True
            low, high = self.bands["grass"]
            near = 0.3 if low - 40 <= self.grass <= high + 40 else 0.0
            return text + " Your term of office ends.", near, False, True, self._info()
        return text + "\n" + self._readout(), 0.0, False, False, self._info()

    def solution(self):
        for total in range(9):
            for s in range(total + 1):
                for f in range(total + 1 - s):
                    pulls = {"stock": s, "fish": f, "mow": total - s - f}
                    values = dict(zip(("grass", "carp", "pike"), self._shifted(pulls)))
                    if all(low <= values[n] <= high for n, (low, high) in self.bands.items()):
                        return "\n".join([lever for lever, n in pulls.items() for _ in range(n)] + ["rest"])
        return "rest"
