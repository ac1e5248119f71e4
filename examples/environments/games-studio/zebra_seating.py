import random
import re
from itertools import permutations

GUESTS = ["Iris", "Jonas", "Kofi", "Lena", "Milo", "Nadia", "Otto"]


class ZebraSeatingEnv:
    """Deduce the seating of five guests in a row from clues, naming the guest of one seat after the other."""

    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.seats = []
        self.clues = []
        self.next_seat = 0
        self.strikes = 0
        self.steps = 0
        self.finished = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        guests = rng.sample(GUESTS, 5)
        self.seats = guests
        self.clues = self._clues(rng, guests)
        self.next_seat = 0
        self.strikes = 0
        self.steps = 0
        self.finished = False
        names = sorted(guests)
        text = (
            f"{', '.join(names[:-1])} and {names[-1]} sit in a row, seats 1 to 5 from left to right.\n"
            + "\n".join(f"* {clue}" for clue, _ in self.clues)
            + "\nName the guests of the seats in order. Three wrong names end the game.\n" + self._ask()
        )
        return text, {"named": 0, "strikes": 0}

    def _clues(self, rng, guests):
        place = {g: i for i, g in enumerate(guests)}
        candidates = []
        for a in guests:
            for b in guests:
                if a == b:
                    continue
                if place[a] < place[b]:
                    candidates.append((f"{a} sits somewhere left of {b}.", lambda p, a=a, b=b: p[a] < p[b]))
                if abs(place[a] - place[b]) == 1 and a < b:
                    candidates.append((f"{a} and {b} are neighbours.", lambda p, a=a, b=b: abs(p[a] - p[b]) == 1))
                if abs(place[a] - place[b]) == 2 and a < b:
                    candidates.append((
                        f"Exactly one person sits between {a} and {b}.",
                        lambda p, a=a, b=b: abs(p[a] - p[b]) == 2,
                    ))
        rng.shuffle(candidates)
        chosen = []
        worlds = [dict(zip(order, range(5))) for order in permutations(guests)]
        for clue in candidates:
            kept = [w for w in worlds if clue[1](w)]
            if len(kept) < len(worlds):
                chosen.append(clue)
                worlds = kept
            if len(worlds) == 1:
                break
        return chosen

    def _ask(self):
        return (
            f"Who sits in seat {self.next_seat + 1}? Put the name in a box: \\boxed{{<name>}}. "
            f"({self.max_turns - self.steps} turns left)"
        )

    def _name(self, action):
        boxes = {b.strip() for b in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)}
        if len(boxes) != 1:
            return ""
        return re.sub(r"\\text|[{}$\"']", "", boxes.pop()).strip().capitalize()

    def step(self, action):
        if self.finished:
            return "The guests have left the table.", 0.0, True, False, self._info()
        self.steps += 1
        # The clock runs out exactly once, on the last turn.
        truncated = self.steps == self.max_turns
        if self.steps > self.max_turns:
            return "The party is over.", 0.0, False, truncated, self._info()
        name = self._name(action)
        if name == self.seats[self.next_seat]:
            self.next_seat += 1
            if self.next_seat == 5:
                self.finished = True
                return f"Yes, {name} has the last seat. All guests are placed.", 1.0, True, False, self._info()
            message = f"Yes, {name} sits there."
        elif name in self.seats:
            self.strikes += 1
            if self.strikes == 3:
                self.finished = True
                return "No. That was the third wrong name.", 0.0, True, False, self._info()
            message = f"No, {name} does not sit there: seat {self.next_seat + 1} belongs to {self.seats[self.next_seat]}."
        else:
            message = "One boxed name of a guest is needed."
        return message + "\n" + self._ask(), 0.0, False, truncated, self._info()

    def _info(self):
        return {"named": self.next_seat, "strikes": self.strikes}

    def solution(self):
        return "\n".join(self.seats[self.next_seat:])
