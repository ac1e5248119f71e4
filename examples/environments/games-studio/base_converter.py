import random
import re

DIGITS = "0123456789abcdef"


def to_base(n, base):
    out = ""
    while n:
        out = DIGITS[n % base] + out
        n //= base
    return out or "0"


class BaseConverterEnv:
    """Translate odometer readings between number bases, three in a row without a slip."""

    def __init__(self, max_turns=9):
        self.max_turns = max_turns
        self.readings = []
        self.position = 0
        self.slips = 0
        self.turn = 0
        self.ended = False
        self.too_late = False
        self.reset()

    def reset(self, seed=None):
        # Seeds make the puzzle reproducible.
        if seed:
            rng = random.Random(seed)
        else:
            rng = random.Random()
        self.readings = []
        for _ in range(3):
            source, target = rng.sample([2, 3, 5, 6, 7, 8, 9, 12, 16], 2)
            self.readings.append((rng.randint(700, 4000), source, target))
        self.position = 0
        self.slips = 0
        self.turn = 0
        self.ended = False
        self.too_late = False
        intro = (
            "Three odometers from three countries show distances in different number bases. "
            "Convert each reading. One slip is forgiven.\n\n"
        )
        return intro + self._prompt(), {"position": 0, "slips": 0}

    def _digits_allowed(self):
        """The digits of the present target base, for the prompt."""
        return DIGITS[: self.readings[self.position][2]]

    def _prompt(self):
        value, source, target = self.readings[self.position]
        return (
            f"Reading {self.position + 1}: {to_base(value, source)} in base {source}. "
            f"Write it in base {target}, with the digits {self._digits_allowed()}.\n"
            "Answer: \\boxed{<digits>}"
        )

    def _info(self):
        return {"position": self.position, "slips": self.slips}

    def _extract(self, action):
        boxes = {b.strip() for b in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)}
        if len(boxes) != 1:
            return None
        text = re.sub(r"\\text|[{}$\"'\s]", "", boxes.pop()).lower()
        if not text or any(ch not in DIGITS for ch in text):
            return None
        return text

    def step(self, action):
        if self.ended or self.too_late:
            return "The odometers have been reset.", 0.0, self.ended, self.too_late, self._info()
        self.turn += 1
        text = self._extract(action)
        value, source, target = self.readings[self.position]
        if text is None:
            message = (
                f"Reading {self.position + 1} of {len(self.readings)} still needs its digits. "
                f"Put them into \\boxed{digits}, for example after working out the powers of {target}."
            )
        elif text == to_base(value, target):
            self.position += 1
            if self.position == len(self.readings):
                self.ended = True
                return "All three readings are converted.", 1.0, True, False, self._info()
            message = "The mechanic nods."
        else:
            self.slips += 1
            if self.slips > 1:
                self.ended = True
                return "The mechanic gives up on you.", 0.0, True, False, self._info()
            message = f"The mechanic frowns: that is not {to_base(value, source)} in base {source}."
        if self.turn >= self.max_turns:
            self.too_late = True
            return message + " The garage closes.", 0.0, False, True, self._info()
        return message + "\n\n" + self._prompt(), 0.0, False, False, self._info()

    def solution(self):
        rest = self.readings[self.position:]
        return "\n".join("\\boxed{" + to_base(v, target) + "}" for v, _, target in rest)
