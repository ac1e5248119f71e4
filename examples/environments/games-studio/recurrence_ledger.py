from dataclasses import dataclass
from typing import List
import random
import re

MODULI = (997, 1009, 1013, 1019)


@dataclass(frozen=True)
class Page:
    """A ledger page: balance(n) = p * balance(n-1) + q * balance(n-2) + r, reduced modulo m."""

    first: int
    second: int
    p: int
    q: int
    r: int
    modulus: int
    index: int

    def balance(self) -> int:
        older, newer = self.first, self.second
        for _ in range(self.index - 1):
            older, newer = newer, (self.p * newer + self.q * older + self.r) % self.modulus
        return newer

    def text(self, number: int) -> str:
        tail = f" + {self.r}" if self.r else ""
        return (
            f"Page {number}: entry 0 is {self.first}, entry 1 is {self.second}. Every later entry is "
            f"{self.p} times the one before plus {self.q} times the one before that{tail}, "
            f"keeping only the remainder of division by {self.modulus}."
        )


class RecurrenceLedgerEnv:
    """Three pages of a ledger; the carry of one page is added to the question of the next."""

    PAGES = 3
    MAX_ERRORS = 2

    def __init__(self, max_turns: int = 10):
        self.max_turns = max_turns
        self.pages: List[Page] = []
        self.page = 0
        self.errors = 0
        self.turn = 0
        self.balanced = False
        self.fired = False
        self.late = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.pages = []
        for number in range(self.PAGES):
            for _ in range(50):
                page = Page(
                    first=rng.randint(1, 9), second=rng.randint(1, 9),
                    p=rng.randint(2, 5), q=rng.randint(1, 4), r=rng.choice([0, 3, 7]),
                    modulus=rng.choice(MODULI), index=7 + 2 * number,
                )
                carry = self.pages[-1].balance() if self.pages else 0
                # An answer is never one of the numbers that the pages print.
                if page.balance() > 100 and page.balance() + carry not in MODULI:
                    break
            self.pages.append(page)
        self.page = 0
        self.errors = 0
        self.turn = 0
        self.balanced = False
        self.fired = False
        self.late = False
        return (
            "An auditor has to recover missing entries of a ledger, page by page. An entry that is wrong twice "
            "in all costs the auditor the job.\n\n" + self._task()
        ), {"page": 1, "errors": 0}

    def _answer(self) -> int:
        carry = self.pages[self.page - 1].balance() if self.page else 0
        return self.pages[self.page].balance() + carry

    def _task(self) -> str:
        current = self.pages[self.page]
        carry = " Add the entry that you found on the page before to it." if self.page == 1 else ""
        if self.page == 2:
            carry = " Add the entry of page 2 itself (without the carry of page 1) to it."
        return (
            current.text(self.page + 1)
            + f"\nWhat is entry {current.index}?{carry}\n"
            + "State one whole number in digits as \\boxed{<number>}, nothing else in the box. "
            + f"({self.max_turns - self.turn} turns remain)"
        )

    def _parse_number(self, action):
        candidates = []
        for raw in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", str(action)):
            cleaned = re.sub(r"\\text|\\,|[{}$\"'\s]", "", raw)
            if cleaned not in candidates:
                candidates.append(cleaned)
        if len(candidates) == 1 and re.fullmatch(r"[0-9]{1,7}", candidates[0]):
            return int(candidates[0])
        return None

    def _state(self):
        return {"page": min(self.page + 1, self.PAGES), "errors": self.errors}

    def step(self, action):
        if self.balanced or self.fired or self.late:
            return "The ledger is shut.", 0.0, self.balanced or self.fired, self.late, self._state()
        self.turn += 1
        number = self._parse_number(action)
        if number is None:
            remark = "The ledger takes one whole number per turn."
        elif number == self._answer():
            self.page += 1
            if self.page == self.PAGES:
                self.balanced = True
                return "The last entry agrees: the ledger balances.", 1.0, True, False, self._state()
            remark = "The entry agrees with the bank's copy."
        else:
            self.errors += 1
            if self.errors == self.MAX_ERRORS:
                self.fired = True
                return "Wrong again. The audit is taken out of your hands.", 0.0, True, False, self._state()
            remark = "The entry disagrees with the bank's copy."
        if self.turn >= self.max_turns:
            self.late = True
            return remark + " The deadline has passed.", 0.0, False, True, self._state()
        return remark + "\n\n" + self._task(), 0.0, False, False, self._state()

    def solution(self):
        lines = []
        for k in range(self.page, self.PAGES):
            carry = self.pages[k - 1].balance() if k else 0
            lines.append(f"\\boxed{{{self.pages[k].balance() + carry}}}")
        return "\n".join(lines)
