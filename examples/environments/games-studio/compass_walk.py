import random
import re

HEADINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
VECTORS = {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1)}


class CompassWalkEnv:
    """
    Reconstruct a hiker's walk. The diary lists turns and distances; the agent enters the position
    after each of four legs. Coordinates are metres east and north of the hut.
    """

    def __init__(self, max_turns=10, seed=None):
        self.max_turns = max_turns
        self.seed = seed
        self.legs = []
        self.leg = 0
        self.errors = 0
        self.turn = 0
        self.over = False
        self.expired = False
        self.reset()

    def reset(self, seed=None):
        # A fixed default keeps evaluation runs comparable.
        random.seed(seed if seed is not None else 42)
        heading = random.randrange(8)
        self.legs = []
        for _ in range(4):
            quarter = random.choice([1, 2, 3, 5, 6, 7])
            heading = (heading + quarter) % 8
            self.legs.append((quarter * 45, HEADINGS[heading], random.randint(11, 49)))
        self.leg = 0
        self.errors = 0
        self.turn = 0
        self.over = False
        self.expired = False
        first = self.legs[0]
        start = HEADINGS[(HEADINGS.index(first[1]) - first[0] // 45) % 8]
        diary = "\n".join(
            f"  Leg {i}: I turned clockwise by {degrees} degrees and walked {metres} paces."
            for i, (degrees, _, metres) in enumerate(self.legs, 1)
        )
        return (
            f"A hiker leaves a hut facing {start} and keeps a diary:\n{diary}\n"
            "A pace along a diagonal heading moves him one metre in both coordinates.\n"
            "Enter his position after each leg, as metres east and metres north of the hut. Two errors end the "
            "search.\n" + self._ask()
        ), {"leg": 1, "errors": 0}

    def _position(self, legs):
        x = y = 0
        for _, heading, metres in self.legs[:legs]:
            dx, dy = VECTORS[heading]
            x, y = x + dx * metres, y + dy * metres
        return x, y

    def _ask(self):
        return (
            f"Where is he after leg {self.leg + 1}? Use \\boxed{{<east>,<north>}} with two integers, negative to the "
            f"west and south. Turns left: {self.max_turns - self.turn}."
        )

    def _read(self, action):
        boxes = {b.strip() for b in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)}
        if len(boxes) != 1:
            return None
        text = re.sub(r"\\text|[{}$\"'\s()]", "", boxes.pop())
        m = re.fullmatch(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})", text)
        return (int(m.group(1)), int(m.group(2))) if m else None

    def step(self, action):
        if self.over or self.expired:
            return "The search party has gone home.", 0.0, self.over, self.expired, self._info()
        self.turn += 1
        point = self._read(action)
        if point is None:
            text = "The map needs two integers in one box."
        elif point == self._position(self.leg + 1):
            self.leg += 1
            if self.leg == len(self.legs):
                self.over = True
                return "That is where the hiker rests.", 1.0, True, False, self._info()
            text = "His tracks are there."
        else:
            self.errors += 1
            if self.errors == 2:
                self.over = True
                return "No tracks there either; the search is called off.", 0.0, True, False, self._info()
            text = "No tracks there."
        if self.turn >= self.max_turns:
            self.expired = True
            return text + " It has become dark.", 0.0, False, True, self._info()
        return text + "\n" + self._ask(), 0.0, False, False, self._info()

    def _info(self):
        return {"leg": min(self.leg + 1, 4), "errors": self.errors}

    def solution(self):
        return "\n".join(
            "\\boxed{%d,%d}" % self._position(k + 1) for k in range(self.leg, len(self.legs))
        )
