import random
import re

VILLAGES = ["Aldery", "Benfold", "Castor", "Dunmere", "Elmstead", "Farley", "Gorse", "Hexby"]
TRADES = ["farmers", "weavers", "smiths", "bakers", "carters", "masons"]


class CensusTableEnv:
    """Read sums and differences off a long census register and report three of them."""

    def __init__(self, max_turns=10):
        self.max_turns = max_turns
        self.households = []
        self.questions = []
        self.position = 0
        self.misses = 0
        self.turn = 0
        self.filed = False
        self.overdue = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.households = []
        for number in range(1, 181):
            village = rng.choice(VILLAGES)
            trade = rng.choice(TRADES)
            self.households.append((number, village, trade, rng.randint(1, 9), rng.randint(0, 40)))
        self.questions = []
        for _ in range(3):
            village, trade = rng.choice(VILLAGES), rng.choice(TRADES)
            kind = rng.choice(["people", "sheep"])
            self.questions.append((kind, village, trade))
        self.position = 0
        self.misses = 0
        self.turn = 0
        self.filed = False
        self.overdue = False
        text = (
            "You are the clerk of a county and answer three letters of the ministry from the register below. "
            "Two false figures cost you the post.\n" + self._register() + self._summary() + self._letter()
        )
        return text, self._info()

    def _register(self):
        lines = []
        for number, village, trade, people, sheep in self.households:
            lines.append(f"  House {number}: in {village}, {trade}; {people} people and {sheep} sheep.")
        return "\n".join(lines) + "\n"

    def _summary(self):
        # A table of totals by village and trade closes the register.
        rows = []
        for village in VILLAGES:
            for trade in TRADES:
                rows.append(
                    f"  {village}, {trade}: {self._total('people', village, trade)} people, "
                    f"{self._total('sheep', village, trade)} sheep"
                )
        return "Totals\n" + "\n".join(rows) + "\n"

    def _total(self, kind, village, trade):
        column = 3 if kind == "people" else 4
        return sum(h[column] for h in self.households if h[1] == village and h[2] == trade)

    def _letter(self):
        kind, village, trade = self.questions[self.position]
        return (
            f"Letter {self.position + 1}: how many {kind} belong to the {trade} of {village}?\n"
            f"Turns left: {self.max_turns - self.turn}."
        )

    def _info(self):
        return {"letter": min(self.position + 1, 3), "misses": self.misses}

    def _figure(self, action):
        found = {b.strip() for b in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)}
        if len(found) != 1:
            return None
        text = re.sub(r"\\text|[{}$\"'\s]", "", found.pop())
        return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None

    def step(self, action):
        if self.filed or self.overdue:
            return "The letters have been sent.", 0.0, self.filed, self.overdue, self._info()
        self.turn += 1
        figure = self._figure(action)
        if figure is None:
            text = "The ministry cannot read your reply."
        elif figure == self._total(*self.questions[self.position]):
            self.position += 1
            if self.position == 3:
                self.filed = True
                return "The ministry thanks you for three accurate figures.", 1.0, True, False, self._info()
            text = "The ministry acknowledges the figure."
        else:
            self.misses += 1
            if self.misses == 2:
                self.filed = True
                return "The ministry appoints another clerk.", 0.0, True, False, self._info()
            text = "The ministry questions the figure."
        if self.turn >= self.max_turns:
            self.overdue = True
            return text + " The term has lapsed.", 0.0, False, True, self._info()
        return text + "\n" + self._letter(), 0.0, False, False, self._info()

    def solution(self):
        return "\n".join("\\boxed{%d}" % self._total(*q) for q in self.questions[self.position:])
