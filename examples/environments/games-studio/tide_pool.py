import random
import re

CREATURES = ["limpet", "anemone", "hermit crab", "starfish", "mussel", "periwinkle", "goby", "urchin"]


class PoolEnv:
    """The physical side: which creature sits in which pool, and how the tide moves them."""

    def __init__(self, count):
        self.count = count
        self.where = {}
        self.tide = 0

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.where = {}
        for creature in rng.sample(CREATURES, 4):
            self.where[creature] = rng.randrange(self.count)
        self.tide = 0
        return "", {}

    def step(self, rule):
        """One tide: every creature moves as its rule says."""
        self.tide += 1
        for creature, shift in rule.items():
            self.where[creature] = (self.where[creature] + shift) % self.count
        return "", 0.0, False, False, {}


class TidePoolForecastEnv:
    """Watch creatures wander between rock pools with the tides and forecast where they will be."""

    POOLS = 7

    def __init__(self, max_turns=14):
        self.max_turns = max_turns
        self.reset()
        self.bonus_tides = 3

    def reset(self, seed=None):
        self.pool = PoolEnv(self.POOLS)
        self.pool.reset(seed)
        rng = random.Random(seed)
        self.rule = {c: rng.randint(1, self.POOLS - 1) for c in self.pool.where}
        self.horizon = 10 + self.bonus_tides
        self.order = list(self.pool.where)
        self.forecast = 0
        self.wrong = 0
        self.turn = 0
        self.over = False
        self.dark = False
        return (
            f"On a shore lie {self.POOLS} pools in a ring, numbered 0 to {self.POOLS - 1}. With every tide each "
            "creature moves on by its own fixed number of pools. Watch tides, then forecast where each creature will "
            f"sit {self.horizon} tides after the present one. The first wrong forecast ends the survey.\n"
            + self._look()
        ), self._info()

    def _look(self):
        seats = "; ".join(f"{c} in pool {p}" for c, p in self.pool.where.items())
        creature = self.order[self.forecast]
        return (
            f"Tide {self.pool.tide}: {seats}. Turns left: {self.max_turns - self.turn}.\n"
            f"Boxed actions: \\boxed{{watch}}, or \\boxed{{forecast <pool>}} for the {creature}, "
            f"{self.horizon} tides from now."
        )

    def _info(self):
        return {"tide": self.pool.tide, "forecasts": self.forecast}

    def _words(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"']", " ", m.group(1)).lower().split() if m else []

    def _place_later(self, creature):
        return (self.pool.where[creature] + self.horizon * self.rule[creature]) % self.POOLS

    def step(self, action):
        if self.over or self.dark:
            return "The survey is closed.", 0.0, self.over, self.dark, self._info()
        self.turn += 1
        words = self._words(action)
        if words == ["watch"]:
            self.pool.step(self.rule)
            text = "The tide comes and goes."
        elif len(words) == 2 and words[0] == "forecast" and re.fullmatch("[0-6]", words[1]):
            creature = self.order[self.forecast]
            if int(words[1]) != self._place_later(creature):
                self.over = True
                return f"The {creature} will sit elsewhere.", 0.0, True, False, self._info()
            self.forecast += 1
            if self.forecast == len(self.order):
                self.over = True
                return "Every forecast comes true.", 1.0, True, False, self._info()
            text = "That forecast is sound."
        else:
            text = "The surveyor writes nothing down."
        if self.turn >= self.max_turns:
            self.dark = True
            return text + " The light fails.", 0.0, False, True, self._info()
        return text + "\n" + self._look(), 0.0, False, False, self._info()

    def solution(self):
        later = [self._place_later(c) for c in self.order[self.forecast:]]
        return "\n".join(f"forecast {p}" for p in later)
