import random
import re
from fractions import Fraction
from math import gcd

# Molar masses rounded to whole grams per mole, as school tables print them.
MASS = {"H": 1, "C": 12, "N": 14, "O": 16, "Na": 23, "Mg": 24, "Al": 27, "S": 32, "Cl": 35, "Ca": 40, "Fe": 56}

# Reactants and products with the coefficients of the balanced equation.
REACTIONS = [
    ([("CH4", 1), ("O2", 2)], [("CO2", 1), ("H2O", 2)]),
    ([("C3H8", 1), ("O2", 5)], [("CO2", 3), ("H2O", 4)]),
    ([("C2H6", 2), ("O2", 7)], [("CO2", 4), ("H2O", 6)]),
    ([("NH3", 4), ("O2", 5)], [("NO", 4), ("H2O", 6)]),
    ([("Fe", 4), ("O2", 3)], [("Fe2O3", 2)]),
    ([("Al", 4), ("O2", 3)], [("Al2O3", 2)]),
    ([("N2", 1), ("H2", 3)], [("NH3", 2)]),
    ([("Fe2O3", 1), ("C", 3)], [("Fe", 2), ("CO", 3)]),
    ([("Al", 2), ("HCl", 6)], [("AlCl3", 2), ("H2", 3)]),
    ([("C4H10", 2), ("O2", 13)], [("CO2", 8), ("H2O", 10)]),
]


def molar_mass(formula):
    return sum(MASS[e] * int(n or 1) for e, n in re.findall(r"([A-Z][a-z]?)([0-9]*)", formula))


class StoichiometryBenchEnv:
    """Balance an equation, then find how much product a weighed amount yields, then what is left over."""

    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.left = []
        self.right = []
        self.moles = {}
        self.stage = 0
        self.wrong = 0
        self.turn = 0
        self.closed = False
        self.cut_off = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.left, self.right = rng.choice(REACTIONS)
        (first, a), (second, b) = self.left
        for _ in range(40):
            # Both reactants are weighed in; the second one is in excess.
            batches = rng.randint(12, 60)
            self.moles = {first: a * batches, second: b * batches + rng.randint(11, 47)}
            weights = {str(n * molar_mass(f)) for f, n in self.moles.items()}
            if not weights & {self._answer(1), self._answer(2)}:
                break
        self.stage = 0
        self.wrong = 0
        self.turn = 0
        self.closed = False
        self.cut_off = False
        return (
            "You run a small plant. Molar masses in g/mol: "
            + ", ".join(f"{e} {m}" for e, m in MASS.items())
            + ".\nWeighed in: " + " and ".join(f"{n * molar_mass(f)} g of {f}" for f, n in self.moles.items())
            + ".\nThere are three questions about one reaction. "
            "Two wrong answers end the shift.\n\n" + self._ask()
        ), {"stage": 1, "wrong": 0}

    def _equation(self):
        return " + ".join(f for f, _ in self.left) + " -> " + " + ".join(f for f, _ in self.right)

    def _coefficients(self):
        numbers = [n for _, n in self.left + self.right]
        common = 0
        for n in numbers:
            common = gcd(common, n)
        return [n // common for n in numbers]

    def _answer(self, stage):
        """The exact answer of a stage, as text."""
        (first, a), (second, b) = self.left
        batches = Fraction(self.moles[first], a)
        if stage == 0:
            return ",".join(str(n) for n in self._coefficients())
        if stage == 1:
            product, n = self.right[-1]
            return str(batches * n * molar_mass(product))
        return str((self.moles[second] - batches * b) * molar_mass(second))

    def _ask(self):
        (first, _), (second, _) = self.left
        if self.stage == 0:
            question = (
                f"Balance {self._equation()} with the smallest whole coefficients. "
                "Answer with the coefficients from left to right, separated by commas: \\boxed{<a,b,...>}."
            )
        elif self.stage == 1:
            question = (
                f"All of the {first} reacts; {second} is in excess. "
                f"How many grams of {self.right[-1][0]} form? Answer with the bare number: \\boxed{{<grams>}}."
            )
        else:
            question = (
                f"How many grams of {second} are left over? Answer with the bare number: \\boxed{{<grams>}}."
            )
        return f"Question {self.stage + 1} of 3. {question} Turns left: {self.max_turns - self.turn}."

    def _clean(self, action):
        boxes = re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        texts = sorted({re.sub(r"\\text|\\[,;]|[\s{}$\"'()]", "", b) for b in boxes})
        if len(texts) != 1 or not re.fullmatch(r"[0-9,]{1,40}", texts[0]):
            return None
        return texts[0]

    def step(self, action):
        if self.closed or self.cut_off:
            return "The shift has ended.", 0.0, self.closed, self.cut_off, self._info()
        self.turn += 1
        given = self._clean(action)
        if given is None:
            note = "The log accepts exactly one box with digits (and commas between coefficients)."
        elif given == self._answer(self.stage):
            self.stage += 1
            if self.stage == 3:
                self.closed = True
                return "The balance sheet closes to the gram.", 1.0, True, False, self._info()
            note = "The log confirms it."
        else:
            self.wrong += 1
            if self.wrong == 2:
                self.closed = True
                return "Wrong a second time: the shift leader takes over.", 0.0, True, False, self._info()
            note = "The log contradicts it. One more wrong answer ends the shift."
        if self.turn >= self.max_turns:
            self.cut_off = True
            return note + " The shift is up.", 0.0, False, True, self._info()
        return note + "\n\n" + self._ask(), 0.0, False, False, self._info()

    def _info(self):
        return {"stage": min(self.stage + 1, 3), "wrong": self.wrong}

    def solution(self):
        return "\n".join("\\boxed{%s}" % self._answer(k) for k in range(self.stage, 3))
