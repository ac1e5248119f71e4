import random
import re
from collections import deque

DELTAS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ROWS, COLS = 4, 5


class WarehouseCratesEnv:
    """A forklift pushes two crates onto two marked bays (at most one crate at a time)."""

    def __init__(self, max_turns=30):
        self.max_turns = max_turns
        self.turns = 0
        self.forklift = (0, 0)
        self.crates = frozenset()
        self.bays = frozenset()
        self.pillars = frozenset()
        self.shipped = False
        self.overtime = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turns = 0
        self.shipped = False
        self.overtime = False
        cells = [(r, c) for r in range(ROWS) for c in range(COLS)]
        inner = [(r, c) for r, c in cells if 0 < r < ROWS - 1 and 0 < c < COLS - 1]
        for _ in range(60):
            self.crates = frozenset(rng.sample(inner, 2))
            free = [p for p in cells if p not in self.crates]
            picked = rng.sample(free, 5)
            self.bays = frozenset(picked[:2])
            self.pillars = frozenset(picked[2:4])
            self.forklift = picked[4]
            route = self._search()
            if route is not None and 5 <= len(route) <= 14:
                break
        return (
            "Push both crates (C) onto the bays (o). '#' is a pillar, F is your forklift, X a crate on a bay. "
            "A crate moves when you drive into it and the cell behind it is free.\n" + self._floor()
        ), {"delivered": self._delivered()}

    def _delivered(self):
        return len(self.crates & self.bays)

    def _floor(self):
        rows = []
        for r in range(ROWS):
            line = ""
            for c in range(COLS):
                p = (r, c)
                if p == self.forklift:
                    line += "F"
                elif p in self.crates:
                    line += "X" if p in self.bays else "C"
                elif p in self.pillars:
                    line += "#"
                else:
                    line += "o" if p in self.bays else "."
            rows.append(line)
        return (
            "\n".join(rows) + f"\nTurns left: {self.max_turns - self.turns}\n"
            "Actions: \\boxed{up}, \\boxed{down}, \\boxed{left}, \\boxed{right}, \\boxed{pull}, \\boxed{wait}"
        )

    def _drive(self, forklift, crates, name):
        """(forklift, crates) after the move, or None when something is in the way."""
        dr, dc = DELTAS[name]
        ahead = (forklift[0] + dr, forklift[1] + dc)
        if not self._inside(ahead) or ahead in self.pillars:
            return None
        if ahead in crates:
            behind = (ahead[0] + dr, ahead[1] + dc)
            if not self._inside(behind) or behind in self.pillars or behind in crates:
                return None
            return ahead, (crates - {ahead}) | {behind}
        return ahead, crates

    @staticmethod
    def _inside(p):
        return 0 <= p[0] < ROWS and 0 <= p[1] < COLS

    def _search(self, cap=1500):
        start = (self.forklift, self.crates)
        queue, seen = deque([(start, [])]), {start}
        while queue and len(seen) < cap:
            (forklift, crates), path = queue.popleft()
            if crates == self.bays:
                return path
            if len(path) == 14:
                continue
            for name in DELTAS:
                moved = self._drive(forklift, crates, name)
                if moved is not None and moved not in seen:
                    seen.add(moved)
                    queue.append((moved, path + [name]))
        return None

    def step(self, action):
        if self.shipped or self.overtime:
            return "The shift is over.", 0.0, self.shipped, self.overtime, {"delivered": self._delivered()}
        self.turns += 1
        match = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        word = re.sub(r"\\text|[{}$\"']", " ", match.group(1)).strip().lower() if match else ""
        if word in DELTAS:
            moved = self._drive(self.forklift, self.crates, word)
            if moved is None:
                text = "Something is in the way."
            else:
                self.forklift, self.crates = moved
                text = f"You drive {word}."
        elif word == "wait":
            text = "You wait."
        else:
            text = "Invalid action."
        info = {"delivered": self._delivered()}
        if self.crates == self.bays:
            self.shipped = True
            return "Both crates stand on their bays.", 1.0, True, False, info
        if self.turns >= self.max_turns:
            self.overtime = True
            return text + " The shift ends.", 0.0, False, True, info
        return text + "\n" + self._floor(), 0.0, False, False, info

    def solution(self):
        route = self._search(cap=15000)
        return "\n".join(route or ["wait"])
