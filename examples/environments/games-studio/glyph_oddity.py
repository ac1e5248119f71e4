import random
import re

COLOURS = ["red", "blue", "green", "amber"]
FORMS = ["circle", "square", "star", "arrow"]
FILLS = ["solid", "hollow", "striped"]


class GlyphOddityEnv:
    """Four glyphs, of which three share a hidden property. Find the odd one, twice."""

    history = []

    def __init__(self, max_turns=8):
        self.max_turns = max_turns
        self.boards = []
        self.odd = []
        self.board = 0
        self.score = 0
        self.turn = 0
        self.finished = False
        self.late = False
        self.reset()

    def _board(self, rng):
        """(four glyphs, index of the odd one)."""
        attribute = rng.randrange(3)
        tables = (COLOURS, FORMS, FILLS)
        common, other = rng.sample(tables[attribute], 2)
        odd = rng.randrange(4)
        glyphs = []
        for i in range(4):
            glyph = [rng.choice(t) for t in tables]
            glyph[attribute] = other if i == odd else common
            glyphs.append(tuple(glyph))
        return glyphs, odd

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.boards, self.odd = [], []
        for _ in range(2):
            glyphs, odd = self._board(rng)
            self.boards.append(glyphs)
            self.odd.append(odd)
        self.board = 0
        self.turn = 0
        self.finished = False
        self.late = False
        return (
            "Two cards show four glyphs each. On each card three glyphs share a colour, a form or a filling that "
            "the fourth lacks. Point at the fourth. You need one point per card.\n" + self._card()
        ), {"card": 1}

    def _shared(self, glyphs):
        """How many attributes three or more of the glyphs share."""
        return sum(
            any([g[k] for g in glyphs].count(value) >= 3 for value in {g[k] for g in glyphs})
            for k in range(3)
        )

    def _card(self):
        lines = [f"  {letter}) {c} {f}, {s}" for letter, (c, f, s) in zip("ABCD", self.boards[self.board])]
        played = f"Cards pointed at so far: {len(self.history)}.\n" if self.history else ""
        return (
            f"Card {self.board + 1} (shared properties: {self._shared(self.boards[self.board])}):\n" + "\n".join(lines) + f"\n{played}"
            "Answer with a letter: \\boxed{A}, \\boxed{B}, \\boxed{C} or \\boxed{D}"
        )

    def _letter(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        text = re.sub(r"\\text|[{}$\"'().\s]", "", m.group(1)).upper() if m else ""
        return text if text in ("A", "B", "C", "D") else None

    def step(self, action):
        if self.finished or self.late:
            return "The cards are back in their box.", 0.0, self.finished, self.late, {"card": self.board + 1}
        self.turn += 1
        letter = self._letter(action)
        if letter is None:
            text = "One letter from A to D is needed."
        else:
            self.history.append(letter)
            if "ABCD".index(letter) == self.odd[self.board]:
                self.score += 1
                text = "A point for you."
            else:
                text = "No point."
            if self.board == 0:
                self.board = 1
            else:
                self.finished = True
                if self.score >= 2:
                    return text + " That makes two.", 1.0, True, False, {"card": 2}
                return text + " That is not enough.", 0.0, True, False, {"card": 2}
        if self.turn >= self.max_turns:
            self.late = True
            return text + " Time is up.", 0.0, False, True, {"card": self.board + 1}
        return text + "\n" + self._card(), 0.0, False, False, {"card": self.board + 1}

    def solution(self):
        return "\n".join(f"\\boxed{{{'ABCD'[i]}}}" for i in self.odd[self.board:])
