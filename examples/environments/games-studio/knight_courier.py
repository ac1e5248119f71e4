import random
import re
from collections import deque
from enum import Enum

FILES = "abcdef"
RANKS = 6
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class Phase(Enum):
    RIDING = 0
    ARRIVED = 1
    CAUGHT = 2
    DARK = 3


class KnightCourierEnv:
    """A knight carries letters to three towns of a six by six board, in order, past patrolled squares."""

    def __init__(self, max_turns=20):
        self.max_turns = max_turns
        self.phase = Phase.RIDING
        self.knight = (0, 0)
        self.towns = []
        self.patrols = frozenset()
        self.delivered = 0
        self.moves = 0
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        squares = [(f, r) for f in range(6) for r in range(RANKS)]
        for _ in range(200):
            picked = rng.sample(squares, 13)
            self.knight, self.towns, self.patrols = picked[0], picked[1:4], frozenset(picked[4:])
            self.delivered = 0
            route = self._route()
            if route is not None and 6 <= len(route) <= 12 and not self._trapped():
                break
        self.phase = Phase.RIDING
        self.moves = 0
        return (
            "A courier rides like a chess knight on a board of six by six squares (a1 to f6). "
            f"Letters go to {', then '.join(self._name(t) for t in self.towns)}, in this order. "
            f"Patrols stand on {', '.join(sorted(self._name(p) for p in self.patrols))}; riding onto a patrolled "
            "square ends the journey.\n" + self._view()
        ), {"delivered": 0, "moves": 0}

    @staticmethod
    def _name(square):
        return FILES[square[0]] + str(square[1] + 1)

    def _reachable(self, square):
        for df, dr in JUMPS:
            other = (square[0] + df, square[1] + dr)
            if 0 <= other[0] < 6 and 0 <= other[1] < RANKS:
                yield other

    def _leg(self, start, goal):
        queue, came = deque([start]), {start: None}
        while queue:
            square = queue.popleft()
            if square == goal:
                path = []
                while square != start:
                    path.append(square)
                    square = came[square]
                return path[::-1]
            for other in self._reachable(square):
                if other not in came and other not in self.patrols:
                    came[other] = square
                    queue.append(other)
        return None

    def _route(self):
        place, route = self.knight, []
        for town in self.towns[self.delivered:]:
            leg = self._leg(place, town)
            if leg is None:
                return None
            route += leg
            place = town
        return route

    def _trapped(self):
        """Moves are reversible, so every square that can be entered can be left again."""
        return all(other in self.patrols for other in self._reachable(self.knight))

    def _view(self):
        safe = [self._name(s) for s in self._reachable(self.knight) if s not in self.patrols]
        goal = self._name(self.towns[self.delivered])
        return (
            f"You are on {self._name(self.knight)}; the next letter is for {goal}. "
            f"Moves left: {self.max_turns - self.moves}.\n"
            f"Ride with the name of a square, as in \\boxed{{ride {safe[0]}}}."
        )

    def _info(self):
        return {"delivered": self.delivered, "moves": self.moves}

    def step(self, action):
        if self.phase is not Phase.RIDING:
            dark = self.phase is Phase.DARK
            return "The ride is over.", 0.0, not dark, dark, self._info()
        self.moves += 1
        text = self._ride(self._square(action))
        if self.phase is Phase.ARRIVED:
            return text, 1.0, True, False, self._info()
        if self.phase is Phase.CAUGHT:
            return text, 0.0, True, False, self._info()
        if self.moves >= self.max_turns:
            self.phase = Phase.DARK
            return text + " It is too dark to ride on.", 0.0, False, True, self._info()
        return text + "\n" + self._view(), 0.0, False, False, self._info()

    def _square(self, action):
        for content in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)[:1]:
            words = re.sub(r"\\text|[{}$\"']", " ", content).lower()
            m = re.fullmatch(r"\s*ride\s+(?:to\s+)?([a-f])([1-6])\s*", words)
            if m:
                return FILES.index(m.group(1)), int(m.group(2)) - 1
        return None

    def _ride(self, target):
        if target is None:
            return "The horse does not understand."
        if target not in set(self._reachable(self.knight)):
            return f"A knight cannot reach {self._name(target)} from here in one jump."
        self.knight = target
        if target in self.patrols:
            self.phase = Phase.CAUGHT
            return f"A patrol waits on {self._name(target)}: the letters are lost."
        if target == self.towns[self.delivered]:
            self.delivered += 1
            if self.delivered == len(self.towns):
                self.phase = Phase.ARRIVED
                return "The last letter is delivered."
            return f"The letter for {self._name(target)} is delivered."
        return f"You ride to {self._name(target)}."

    def solution(self):
        return "\n".join(f"ride {self._name(s)}" for s in self._route() or [])
