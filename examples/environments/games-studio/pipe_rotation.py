from dataclasses import dataclass, field
from typing import Dict, List, Tuple
import random
import re

# Openings as a bit mask: north 1, east 2, south 4, west 8.
SHAPES = {"straight": 0b0101, "bend": 0b0011, "tee": 0b0111}
GLYPHS = {5: "│", 10: "─", 3: "└", 6: "┌", 12: "┐", 9: "┘", 7: "├", 14: "┬", 13: "┤", 11: "┴"}
STEPS = {1: (-1, 0, 4), 2: (0, 1, 8), 4: (1, 0, 1), 8: (0, -1, 2)}
SIZE = 4


def turned(mask: int) -> int:
    """A quarter turn clockwise."""
    return ((mask << 1) | (mask >> 3)) & 15


@dataclass
class Board:
    cells: Dict[Tuple[int, int], int] = field(default_factory=dict)
    target: Dict[Tuple[int, int], int] = field(default_factory=dict)

    def carries_water(self) -> bool:
        """Water enters the top left cell from the west and must leave the bottom right one to the east."""
        position, came_from = (0, 0), 8
        seen = set()
        frontier = [(position, came_from)]
        reached = False
        while frontier:
            cell, entry = frontier.pop()
            mask = self.cells[cell]
            if not mask & entry:
                continue
            if cell in seen:
                continue
            seen.add(cell)
            for bit, (dr, dc, back) in STEPS.items():
                if not mask & bit:
                    continue
                if cell == (SIZE - 1, SIZE - 1) and bit == 2:
                    reached = True
                    continue
                neighbour = (cell[0] + dr, cell[1] + dc)
                if neighbour in self.cells:
                    frontier.append((neighbour, back))
        return reached


class PipeRotationEnv:
    """Turn pipe tiles until water can run from the inlet to the outlet, then open the valve once."""

    def __init__(self, max_turns=20):
        self.max_turns = max_turns
        self.board = Board()
        self.used = 0
        self.result = None
        self.late = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.board = self._make(rng)
        self.used = 0
        self.result = None
        self.late = False
        rules = (
            "Water enters the top left tile from the west and must leave the bottom right tile to the east. "
            "Each turn you may rotate one tile clockwise by a quarter turn. When the tiles form a channel, open "
            "the valve. If the channel is broken the valve floods the cellar and the game is lost.\n"
        )
        return rules + self._picture(), {"turn": 0}

    def _make(self, rng: random.Random) -> Board:
        # A monotone path of seven tiles; the tiles beside it are decoration that leads nowhere useful.
        moves = [2] * (SIZE - 1) + [4] * (SIZE - 1)
        rng.shuffle(moves)
        masks: Dict[Tuple[int, int], int] = {}
        cell, entry = (0, 0), 8
        for bit in moves + [2]:
            masks[cell] = entry | bit
            dr, dc, back = STEPS[bit]
            cell, entry = (cell[0] + dr, cell[1] + dc), back
        board = Board(target=dict(masks))
        for r in range(SIZE):
            for c in range(SIZE):
                mask = masks.get((r, c)) or SHAPES[rng.choice(["straight", "bend"])]
                for _ in range(rng.choice((0, 2, 3))):  # at most two turns put it back
                    mask = turned(mask)
                board.cells[(r, c)] = mask
        # At least four tiles of the channel have to be turned.
        wrong = [p for p, m in board.target.items() if board.cells[p] != m]
        right = [p for p in board.target if p not in wrong]
        for p in right[: max(0, 4 - len(wrong))]:
            for _ in range(3):
                board.cells[p] = turned(board.cells[p])
        return board

    def _picture(self) -> str:
        rows = []
        for r in range(SIZE):
            line = " ".join(GLYPHS[self.board.cells[(r, c)]] for c in range(SIZE))
            rows.append(f"{'>' if r == 0 else ' '} {line} {'>' if r == SIZE - 1 else ' '}")
        return (
            "\n".join(rows)
            + f"\nRows and columns count from 1. Turns left: {self.max_turns - self.used}.\n"
            + "Act with \\boxed{rotate 2 3} (row, column) or \\boxed{open valve}."
        )

    def step(self, action):
        if self.result is not None or self.late:
            return "Nothing more can be done here.", 0.0, self.result is not None, self.late, {"turn": self.used}
        self.used += 1
        command = self._command(action)
        note = "That was not understood."
        rotate = re.fullmatch(r"rotate \(?([1-4])[ ,]+([1-4])\)?", command)
        if rotate:
            spot = (int(rotate.group(1)) - 1, int(rotate.group(2)) - 1)
            self.board.cells[spot] = turned(self.board.cells[spot])
            note = f"The tile in row {spot[0] + 1}, column {spot[1] + 1} turns."
        elif command == "open valve":
            self.result = self.board.carries_water()
            if self.result:
                return "Water rushes through the channel and out to the mill.", 1.0, True, False, {"turn": self.used}
            return "Water sprays from a gap and floods the cellar.", 0.0, True, False, {"turn": self.used}
        if self.used >= self.max_turns:
            self.late = True
            return note + " The mill has closed for the night.", 0.0, False, True, {"turn": self.used}
        return note + "\n" + self._picture(), 0.0, False, False, {"turn": self.used}

    def _command(self, action) -> str:
        found = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", str(action))
        if not found:
            return ""
        text = re.sub(r"\\[a-z]+\{([^{}]*)\}", r"\1", found.group(1))
        return " ".join(text.replace('"', " ").replace("$", " ").lower().split())

    def solution(self):
        plan: List[str] = []
        for (r, c), wanted in sorted(self.board.target.items()):
            mask = self.board.cells[(r, c)]
            while mask != wanted:
                mask = turned(mask)
                plan.append(f"rotate {r + 1} {c + 1}")
        plan.append("open valve")
        return "; ".join(plan)
