"""Choose talks for one lecture hall so that as much as possible is heard."""

import random
import re
from functools import lru_cache

TITLES = ("Algae", "Basalt", "Comets", "Delta", "Enzymes", "Fossils", "Glaciers", "Helium", "Isotopes", "Jets")


class IntervalBookingEnv:
    """Weighted interval scheduling: accept and withdraw talks, then print the programme once."""

    def __init__(self, max_turns=16):
        self.max_turns = max_turns
        self.talks = {}
        self.accepted = set()
        self.best = 0
        self.turn = 0
        self.printed = False
        self.expired = False
        self.reset()

    # -- instance ----------------------------------------------------------
    def reset(self, seed=None):
        rng = random.Random(seed)
        for _ in range(80):
            self.talks = {}
            for title in sorted(rng.sample(TITLES, 8)):
                start = rng.randint(8, 17)
                self.talks[title] = (start, start + rng.randint(1, 4), rng.randint(20, 95))
            self.best = self._optimum()
            if self._count_optimal() == 1 and 3 <= len(self._optimal_set()) <= 5 and self._earliest_first() != self.best:
                break
        self.accepted = set()
        self.turn = 0
        self.printed = False
        self.expired = False
        rows = "\n".join(
            f"  {t}: {a}:00 to {b}:00, {n} listeners" for t, (a, b, n) in self.talks.items()
        )
        return (
            "Eight talks have been offered for one lecture hall on one day:\n" + rows + "\nTalks must not "
            "overlap; one may begin at the minute when another ends. Accept talks so that the "
            "total number of listeners is as large as possible, then print the programme, which can be "
            "done once.\n" + self._status()
        ), {"accepted": 0}

    def _ordered(self):
        return sorted(self.talks, key=lambda t: (self.talks[t][1], t))

    def _optimal_set(self):
        order = self._ordered()

        @lru_cache(maxsize=None)
        def best_from(i, free_at):
            if i == len(order):
                return 0, ()
            skip = best_from(i + 1, free_at)
            start, end, listeners = self.talks[order[i]]
            if start < free_at:
                return skip
            rest = best_from(i + 1, end)
            take = (rest[0] + listeners, (order[i],) + rest[1])
            return max(skip, take)

        return best_from(0, 0)[1]

    def _optimum(self):
        return sum(self.talks[t][2] for t in self._optimal_set())

    def _count_optimal(self):
        names, count = list(self.talks), 0
        for mask in range(1 << len(names)):
            chosen = [n for i, n in enumerate(names) if mask >> i & 1]
            if sum(self.talks[n][2] for n in chosen) == self.best and not self._clash(chosen):
                count += 1
        return count

    def _earliest_first(self):
        total, free_at = 0, 0
        for title in self._ordered():
            start, end, listeners = self.talks[title]
            if start >= free_at:
                total, free_at = total + listeners, end
        return total

    def _clash(self, titles):
        spans = sorted(self.talks[t][:2] for t in titles)
        return any(a[1] > b[0] for a, b in zip(spans, spans[1:]))

    # -- play --------------------------------------------------------------
    def _status(self):
        programme = ", ".join(t for t in self._ordered() if t in self.accepted) or "empty"
        total = sum(self.talks[t][2] for t in self.accepted)
        sample = next(iter(self.talks))
        return (
            f"Programme: {programme} ({total} listeners). Turns left: {self.max_turns - self.turn}.\n"
            f"Reply with one boxed command: \\boxed{{accept {sample}}}, withdraw <talk>, or \\boxed{{print}}."
        )

    def step(self, action):
        if self.printed or self.expired:
            return "The programme can no longer be changed.", 0.0, self.printed, self.expired, self._info()
        self.turn += 1
        verb, title = self._command(action)
        if verb == "accept" and title in self.talks:
            if title in self.accepted:
                text = f"{title} is on the programme already."
            elif self._clash(self.accepted | {title}):
                text = f"{title} overlaps a talk on the programme, so it stays off."
            else:
                self.accepted.add(title)
                text = f"{title} is on the programme."
        elif verb == "withdraw" and title in self.talks:
            self.accepted.discard(title)
            text = f"{title} is off the programme."
        elif verb == "print" and not title:
            if not self.accepted:
                text = "There is nothing to print."
            else:
                self.printed = True
                total = sum(self.talks[t][2] for t in self.accepted)
                if total == self.best:
                    return f"Printed: {total} listeners, the most possible.", 1.0, True, False, self._info()
                return f"Printed: {total} listeners; more were possible.", 0.0, True, False, self._info()
        else:
            text = "The secretary asks for accept, withdraw or print."
        if self.turn >= self.max_turns:
            self.expired = True
            return text + " The printer's deadline has passed.", 0.0, False, True, self._info()
        return text + "\n" + self._status(), 0.0, False, False, self._info()

    def _command(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        words = re.sub(r"\\text|[{}$\"']", " ", m.group(1)).split() if m else []
        if not 1 <= len(words) <= 2:
            return "", ""
        return words[0].lower(), words[1].capitalize() if len(words) == 2 else ""

    def _info(self):
        return {"accepted": len(self.accepted)}

    def solution(self):
        target = self._optimal_set()
        plan = [f"withdraw {t}" for t in self._ordered() if t in self.accepted and t not in target]
        plan += [f"accept {t}" for t in target if t not in self.accepted]
        return " | ".join(plan + ["print"])
