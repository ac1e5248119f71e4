"""Place antennas along a coast so that the closest two are as far apart as possible."""
import random
import re
from itertools import combinations


class AntennaSpacingEnv:
    """
    Nine hills, four masts. The agent places and removes masts, sees the distance of the closest
    pair, and switches the network on when it believes that no better placement exists.
    """

    MASTS = 4

    def __init__(self, max_turns=14):
        self.max_turns = max_turns
        self.hills = []
        self.placed = []
        self.best_gap = 0
        self.turn = 0
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        for _ in range(60):
            self.hills = sorted(rng.sample(range(2, 98), 9))
            gaps = sorted((self._gap(c) for c in combinations(self.hills, self.MASTS)), reverse=True)
            if gaps[0] > gaps[1]:
                break
        self.best_gap = gaps[0]
        self.placed = []
        self.turn = 0
        return (
            f"A coast road has hills at kilometres {', '.join(map(str, self.hills))}. Put {self.MASTS} masts on "
            "hills so that the smallest distance between two neighbouring masts is as large as possible, then "
            "switch on. Only the best placement is accepted.\n" + self._state()
        ), {"placed": 0}

    @staticmethod
    def _gap(spots):
        """Smallest distance between neighbours."""
        spots = sorted(spots)
        return min(b - a for a, b in zip(spots, spots[1:]))

    def _nearest(self):
        """Distance of the two closest masts, or None while there are fewer than two."""
        if len(self.placed) < 2:
            return None
        return self._gap(self.placed)

    def _state(self):
        masts = ", ".join(str(k) for k in sorted(self.placed)) or "none"
        nearest = self._nearest()
        closest = "" if nearest is None else f" The closest two are {nearest} km apart."
        return (
            f"Masts at: {masts}.{closest} Turn {self.turn} of {self.max_turns}.\n"
            f"Choose \\boxed{{place {self.hills[0]}}}, \\boxed{{remove {self.hills[0]}}} (kilometres of a hill) or "
            "\\boxed{switch on}."
        )

    def _words(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"']", " ", m.group(1)).lower().split() if m else []

    def step(self, action):
        self.turn += 1
        truncated = self.turn >= self.max_turns
        words = self._words(action)
        info = {"placed": len(self.placed)}

        if words == ["switch", "on"]:
            if len(self.placed) < self.MASTS:
                text = f"The network needs {self.MASTS} masts."
            elif self._gap(self.placed) == self.best_gap:
                return "Every ship along the coast has a clear signal.", 1.0, True, truncated, info
            else:
                return "Two masts disturb each other; the plan is rejected.", 0.0, True, truncated, info
        elif len(words) == 2 and words[0] in ("place", "remove") and words[1] in map(str, self.hills):
            spot = int(words[1])
            if words[0] == "remove":
                if spot in self.placed:
                    self.placed.remove(spot)
                text = f"Kilometre {spot} is free."
            elif spot in self.placed or len(self.placed) == self.MASTS:
                text = "No mast can be added there."
            else:
                self.placed.append(spot)
                text = f"A mast rises at kilometre {spot}."
        else:
            text = "The crew waits for a proper order."
        info = {"placed": len(self.placed)}
        if truncated:
            return text + " Winter stops the work.", 0.0, False, True, info
        return text + "\n" + self._state(), 0.0, False, False, info

    def solution(self):
        best = max(combinations(self.hills, self.MASTS), key=self._gap)
        moves = [f"remove {k}" for k in self.placed if k not in best]
        moves += [f"place {k}" for k in best if k not in self.placed]
        return "\n".join(moves + ["switch on"])
