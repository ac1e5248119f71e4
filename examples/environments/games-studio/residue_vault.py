"""Three locks, each opened by the smallest number that leaves given remainders."""

import math
import random
import re


def smallest_solution(pairs):
    """Least non-negative x with x % m == r for every (m, r); the moduli are pairwise coprime."""
    x, step = 0, 1
    for modulus, remainder in pairs:
        while x % modulus != remainder:
            x += step
        step *= modulus
    return x


class ResidueVaultEnv:
    """The agent works out one combination per lock. Two wrong combinations jam the vault."""

    MODULI = (5, 7, 8, 9, 11, 13, 17, 19)

    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.turns = 0
        self.stage = 0
        self.mistakes = 0
        self.finished = False
        self.timed_out = False
        self.locks = []
        self.reset()

    # ------------------------------------------------------------------ set-up
    def _draw_lock(self, rng, count):
        moduli = []
        pool = list(self.MODULI)
        rng.shuffle(pool)
        for m in pool:
            if len(moduli) < count and all(math.gcd(m, other) == 1 for other in moduli):
                moduli.append(m)
        # The combination must be larger than every number shown, or it could be read off.
        for _ in range(40):
            pairs = [(m, rng.randrange(1, m)) for m in sorted(moduli)]
            if smallest_solution(pairs) > 100:
                return pairs
        return [(m, m - 1) for m in sorted(moduli)]

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turns = 0
        self.stage = 0
        self.mistakes = 0
        self.finished = False
        self.timed_out = False
        self.locks = [self._draw_lock(rng, 3) for _ in range(3)]
        intro = (
            "A vault has three locks. Each lock takes one whole number, the smallest "
            "non-negative one that leaves all the remainders shown on its plate. "
            "The vault jams for good at the second wrong number.\n\n"
        )
        return intro + self._plate() + self._reminder(), {"lock": 1, "mistakes": 0}

    # ------------------------------------------------------------------ text
    def _plate(self):
        lines = [f"Lock {self.stage + 1} of 3:"]
        for m, r in self.locks[self.stage]:
            lines.append(f"  divided by {m} it leaves {r}")
        return "\n".join(lines)

    def _reminder(self):
        return (
            "\n\nReply with the number in plain digits inside one box: \\boxed{<number>}. "
            f"Turns left: {self.max_turns - self.turns}."
        )

    def _read(self, action):
        boxes = set(re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", str(action)))
        if len(boxes) != 1:
            return None
        text = boxes.pop().strip()
        wrapped = re.fullmatch(r"\\(?:text|mathrm)\{([^{}]*)\}", text)
        if wrapped:
            text = wrapped.group(1)
        text = text.strip().strip("$\"'").strip()
        if re.fullmatch(r"[0-9]{1,9}", text):
            return int(text)
        return None

    def _info(self):
        return {"lock": min(self.stage + 1, 3), "mistakes": self.mistakes}

    # ------------------------------------------------------------------ play
    def step(self, action):
        if self.finished or self.timed_out:
            return "The vault no longer reacts.", 0.0, self.finished, self.timed_out, self._info()
        self.turns += 1
        number = self._read(action)

        if number is None:
            message = "The dial needs exactly one boxed whole number."
        elif number == smallest_solution(self.locks[self.stage]):
            self.stage += 1
            if self.stage == len(self.locks):
                self.finished = True
                return "The last bolt slides back: the vault is open.", 1.0, True, False, self._info()
            message = "The bolt slides back."
        else:
            self.mistakes += 1
            if self.mistakes == 2:
                self.finished = True
                return "A second wrong number: the vault has jammed.", 0.0, True, False, self._info()
            message = "The dial springs back. One more wrong number will jam the vault."

        if self.turns >= self.max_turns:
            self.timed_out = True
            return message + " The time lock has engaged.", 0.0, False, True, self._info()
        return message + "\n\n" + self._plate() + self._reminder(), 0.0, False, False, self._info()

    def solution(self):
        remaining = self.locks[self.stage:]
        return "\n".join("\\boxed{%d}" % smallest_solution(pairs) for pairs in remaining)
