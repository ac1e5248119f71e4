import random
import re

SHOWN = 6


def quadratic(rng):
    a, b, c = rng.randint(2, 6), rng.randint(-9, 9), rng.randint(11, 60)
    return [a * n * n + b * n + c for n in range(SHOWN + 1)]


def two_back(rng):
    p, q = rng.randint(1, 3), rng.randint(1, 2)
    terms = [rng.randint(2, 9), rng.randint(2, 9)]
    while len(terms) < SHOWN + 1:
        terms.append(p * terms[-1] + q * terms[-2])
    return terms


def interleaved(rng):
    start, step = rng.randint(10, 40), rng.randint(7, 19)
    base, factor = rng.randint(3, 7), rng.randint(2, 4)
    out = []
    for n in range(SHOWN + 1):
        out.append(start + step * (n // 2) if n % 2 else base * factor ** (n // 2))
    return out


def digit_sum_walk(rng):
    terms = [rng.randint(120, 380)]
    for _ in range(SHOWN):
        terms.append(terms[-1] + 3 * sum(int(d) for d in str(terms[-1])))
    return terms


def alternating(rng):
    factor, shift = rng.randint(2, 4), rng.randint(5, 17)
    terms = [rng.randint(3, 12)]
    for n in range(SHOWN):
        terms.append(terms[-1] * factor if n % 2 == 0 else terms[-1] + shift)
    return terms


FAMILIES = (quadratic, two_back, interleaved, digit_sum_walk, alternating)


class SequenceRulesEnv:
    """Continue four integer sequences, each made by another kind of rule; one slip is forgiven."""

    rounds = 4
    slips_allowed = 1

    def __init__(self, max_turns=10):
        self.max_turns = max_turns
        self.puzzles = []
        self.index = 0
        self.slips = 0
        self.clock = 0
        self.ended = False
        self.timed_out = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        makers = rng.sample(FAMILIES, self.rounds)
        self.puzzles = []
        for maker in makers:
            self.puzzles.append(self._draw(maker, rng, {abs(n) for p in self.puzzles for n in p}))
        self.index = 0
        self.slips = 0
        self.clock = 0
        self.ended = False
        self.timed_out = False
        head = (
            f"Each of {self.rounds} sequences follows a rule of its own: a polynomial, a recurrence, two sequences "
            "taking turns, a rule about digits, alternating operations. Continue each by its next term. "
            "One slip is forgiven, the second ends the exercise.\n\n"
        )
        return head + self._question(), {"solved": 0, "slips": 0}

    def _draw(self, maker, rng, shown_before):
        """The next term must not be readable anywhere in the text so far."""
        for _ in range(80):
            terms = maker(rng)
            if abs(terms[-1]) >= 100 and abs(terms[-1]) not in shown_before | {abs(t) for t in terms[:-1]}:
                return terms
        return terms

    def _question(self):
        shown = ", ".join(str(t) for t in self.puzzles[self.index][:SHOWN])
        return (
            f"Sequence {self.index + 1}: {shown}, ...\n"
            "Give the next term as a plain integer: \\boxed{<integer>}. "
            f"({self.max_turns - self.clock} turns left)"
        )

    def _integer(self, action):
        found = re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        values = set()
        for raw in found:
            raw = re.sub(r"^\\(?:text|mathbf|mathrm)\{(.*)\}$", r"\1", raw.strip(), flags=re.S)
            values.add(re.sub(r"[\s$\"']", "", raw).replace("−", "-"))
        if len(values) != 1:
            return None
        token = values.pop()
        return int(token) if re.fullmatch(r"-?[0-9]{1,12}", token) else None

    def step(self, action):
        if self.ended or self.timed_out:
            return "The exercise is over.", 0.0, self.ended, self.timed_out, self._info()
        self.clock += 1
        value = self._integer(action)
        if value is None:
            verdict = "Exactly one boxed integer is needed."
        elif value == self.puzzles[self.index][SHOWN]:
            self.index += 1
            if self.index == self.rounds:
                self.ended = True
                return "The last term fits as well.", 1.0, True, False, self._info()
            verdict = "That term fits."
        else:
            self.slips += 1
            if self.slips > self.slips_allowed:
                self.ended = True
                return "That term does not fit either; the exercise ends here.", 0.0, True, False, self._info()
            verdict = "That term does not fit. No further slip is allowed."
        if self.clock >= self.max_turns:
            self.timed_out = True
            return verdict + " Time is up.", 0.0, False, True, self._info()
        return verdict + "\n\n" + self._question(), 0.0, False, False, self._info()

    def _info(self):
        return {"solved": self.index, "slips": self.slips}

    def solution(self):
        return "\n".join(f"\\boxed{{{p[SHOWN]}}}" for p in self.puzzles[self.index:])
