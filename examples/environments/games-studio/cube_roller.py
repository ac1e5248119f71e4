"""A die rolls over a board; each roll changes the number on top."""
import random
import re
from collections import deque

SIDE = 5
# A die is (top, north, east); opposite faces sum to seven.
START = (1, 2, 3)


def roll(die, heading):
    top, north, east = die
    if heading == "N":
        return (7 - north, top, east)
    if heading == "S":
        return (north, 7 - top, east)
    if heading == "E":
        return (7 - east, north, top)
    return (east, north, 7 - top)


MOVES = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "W": (0, -1)}


class CubeRollerEnv:
    def __init__(self, max_turns=20):
        self.max_turns = max_turns
        self.turn = 0
        self.die = START
        self.square = (0, 0)
        self.goal = (0, 0)
        self.wanted = 1
        self.over = False
        self.timeout = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn = 0
        self.over = False
        self.timeout = False
        for _ in range(50):
            self.die = START
            for _ in range(rng.randrange(12)):
                self.die = roll(self.die, rng.choice("NSEW"))
            self.square = (rng.randrange(SIDE), rng.randrange(SIDE))
            self.goal = (rng.randrange(SIDE), rng.randrange(SIDE))
            self.wanted = rng.randint(1, 6)
            if len(self._shortest()) >= 6:
                break
        return "A die lies on a board of five by five squares.\n" + self._scene(), {"turn": 0}

    def _scene(self):
        top, north, east = self.die
        r, c = self.square
        return (
            f"It lies on row {r}, column {c} (both from 0) and shows {top} on top, {north} to the north, "
            f"{east} to the east; opposite faces sum to seven.\n"
            f"Roll it onto row {self.goal[0]}, column {self.goal[1]} so that {self.wanted} is on top there. "
            f"Turn {self.turn} of {self.max_turns}.\n"
            "Action: a heading and a number of squares, for example \\boxed{N 1} (headings N, E, S, W)."
        )

    def _shortest(self):
        start = (self.square, self.die)
        queue, seen = deque([(start, ())]), {start}
        while queue:
            (square, die), path = queue.popleft()
            if square == self.goal and die[0] == self.wanted:
                return path
            for name, (dr, dc) in MOVES.items():
                there = (square[0] + dr, square[1] + dc)
                if not (0 <= there[0] < SIDE and 0 <= there[1] < SIDE):
                    continue
                state = (there, roll(die, name))
                if state not in seen:
                    seen.add(state)
                    queue.append((state, path + (name,)))
        return ()

    def step(self, action):
        if self.over or self.timeout:
            return "The die is back in its box.", 0.0, self.over, self.timeout, {"turn": self.turn}
        self.turn += 1
        if self.turn >= self.max_turns:
            self.timeout = True
            return "The bell rings, the game is over.", 0.0, False, True, {"turn": self.turn}
        match = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if not match:
            return "No boxed action found.\n" + self._scene(), 0.0, False, False, {"turn": self.turn}
        parts = re.sub(r"\\text|[{}$\"']", " ", match.group(1)).upper().split()
        heading = parts[0]
        squares = int(parts[1])
        if heading not in MOVES or not 1 <= squares <= SIDE:
            return "That is no heading with a distance.\n" + self._scene(), 0.0, False, False, {"turn": self.turn}
        note = ""
        for _ in range(squares):
            dr, dc = MOVES[heading]
            r, c = self.square[0] + dr, self.square[1] + dc
            if not (0 <= r < SIDE and 0 <= c < SIDE):
                note = "The die stops at the edge.\n"
                break
            self.square = (r, c)
            self.die = roll(self.die, heading)
        if len(parts) == 2 and self.square == self.goal and self.die[0] == self.wanted:
            self.over = True
            return "The die lies as wanted.", 1.0, True, False, {"turn": self.turn}
        return note + self._scene(), 0.0, False, False, {"turn": self.turn}

    def solution(self):
        return "\n".join(f"{heading} 1" for heading in self._shortest())
