import random
import re

SIZE = 4
COLOURS = ("teal", "plum", "sand", "rust")


class MosaicFillEnv:
    """Complete a four by four mosaic in which no row and no column repeats a colour."""

    def __init__(self, max_turns=16):
        self.max_turns = max_turns
        self.picture = []
        self.grid = []
        self.turn = 0
        self.glazed = False
        self.dried = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.picture = self._latin_square(rng)
        cells = [(r, c) for r in range(SIZE) for c in range(SIZE)]
        # Take tiles away for as long as the rest still has one completion, eight in all.
        self.grid = [row[:] for row in self.picture]
        removed = 0
        while removed < 8:
            r, c = rng.choice(cells)
            if self.grid[r][c] is None:
                continue
            kept, self.grid[r][c] = self.grid[r][c], None
            if self._completions() == 1:
                removed += 1
            else:
                self.grid[r][c] = kept
        self.turn = 0
        self.glazed = False
        self.dried = False
        return (
            f"A mosaic of {SIZE} by {SIZE} tiles uses the colours {', '.join(COLOURS)}. No row and no column shows a "
            "colour twice. Lay the missing tiles (.), then glaze the mosaic. Glazing is final.\n" + self._show()
        ), {"missing": self._missing()}

    def _latin_square(self, rng):
        while True:
            rows = []
            for _ in range(SIZE):
                row = list(COLOURS)
                rng.shuffle(row)
                rows.append(row)
            if all(len({row[c] for row in rows}) == SIZE for c in range(SIZE)):
                return rows

    def _allowed(self, r, c):
        used = set(self.grid[r]) | {row[c] for row in self.grid}
        return [k for k in COLOURS if k not in used]

    def _completions(self):
        for r in range(SIZE):
            for c in range(SIZE):
                if self.grid[r][c] is None:
                    total = 0
                    for colour in self._allowed(r, c):
                        self.grid[r][c] = colour
                        total += self._completions()
                        self.grid[r][c] = None
                    return total
        return 1

    def _missing(self):
        return sum(cell is None for row in self.grid for cell in row)

    def _show(self):
        rows = ["  " + " ".join(f"{cell or '.':<5}" for cell in row) for row in self.grid]
        return (
            "\n".join(rows) + f"\nRows and columns count from 1. Turns left: {self.max_turns - self.turn}.\n"
            "Write one action in a box: \\boxed{lay 1 2 teal} (row, column, colour), \\boxed{glaze}"
        )

    def _parse(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        content = re.sub(r"\\text|[{}$\"']", " ", m.group(1)).strip().lower() if m else ""
        # Words may be separated by any mixture of spaces and commas.
        if not re.match(r"^(\w+[\s,]*)+$", content):
            return []
        return re.split(r"[\s,]+", content)

    def step(self, action):
        if self.glazed or self.dried:
            return "The mosaic cannot be changed any more.", 0.0, self.glazed, self.dried, self._info()
        self.turn += 1
        words = self._parse(action)
        if len(words) == 4 and words[0] == "lay" and words[1] in "1234" and words[2] in "1234" and words[3] in COLOURS:
            r, c = int(words[1]) - 1, int(words[2]) - 1
            self.grid[r][c] = words[3]
            text = f"A {words[3]} tile lies in row {r + 1}, column {c + 1}."
        elif words == ["glaze"]:
            if self._missing():
                text = "There are still gaps in the mosaic."
            else:
                self.glazed = True
                if self.grid == self.picture:
                    return "The glaze settles over a flawless mosaic.", 1.0, True, False, self._info()
                return "Under the glaze a repeated colour shows.", 0.0, True, False, self._info()
        else:
            text = "The mason does not understand."
        if self.turn >= self.max_turns:
            self.dried = True
            return text + " The mortar has dried.", 0.0, False, True, self._info()
        return text + "\n" + self._show(), 0.0, False, False, self._info()

    def _info(self):
        return {"missing": self._missing()}

    def solution(self):
        plan = [
            f"lay {r + 1} {c + 1} {self.picture[r][c]}"
            for r in range(SIZE) for c in range(SIZE) if self.grid[r][c] != self.picture[r][c]
        ]
        return "\n".join(plan + ["glaze"])
