```python
import random
import re


class SortingRodsEnv:
    """
    Sort rods by reversing prefixes: the pancake problem.

    The agent sees the lengths and flips the first k rods. When it believes that the row is in
    rising order it locks the frame, which ends the episode.
    """

    def __init__(self, max_turns=16):
        self.max_turns = max_turns
        self.rods = []
        self.flips = 0
        self.turn = 0
        self.sorted_out = False
        self.late = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        for _ in range(100):
            self.rods = rng.sample(range(10, 90), 6)
            if len(self._plan()) >= 6:
                break
        self.flips = 0
        self.turn = 0
        self.sorted_out = False
        self.late = False
        return (
            "Six rods of different length lie in a row. A gripper takes the first k rods and puts them back in "
            "reverse order. Bring the rods into rising order from left to right, then lock them.\n" + self._row()
        ), {"flips": 0}

    def _row(self):
        return (
            f"Rods: {' '.join(map(str, self.rods))}. Turns left: {self.max_turns - self.turn}.\n"
            "Actions: \\boxed{flip 3} (2 to 6 rods), \\boxed{lock}"
        )

    def _plan(self):
        rods, plan = list(self.rods), []
        for size in range(len(rods), 1, -1):
            longest = rods.index(max(rods[:size]))
            if longest == size - 1:
                continue
            if longest:
                plan.append(longest + 1)
                rods[: longest + 1] = rods[: longest + 1][::-1]
            plan.append(size)
            rods[:size] = rods[:size][::-1]
        return plan

    def _words(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"']", " ", m.group(1)).lower().split() if m else []

    def step(self, action):
        if self.sorted_out or self.late:
            return "The rods are locked.", 0.0, self.sorted_out, self.late, self._info()
        self.turn += 1
        words = self._words(action)
        if len(words) == 2 and words[0] == "flip" and words[1] in ("2", "3", "4", "5", "6"):
            k = int(words[1])
            self.rods[:k] = self.rods[:k][::-1]
            self.flips += 1
            text = f"The first {k} rods are reversed."
        elif words == ["lock"]:
            self.sorted_out = True
            if self.rods == sorted(self.rods):
                return "The rods snap into the frame.", 1.0, True, False, self._info()
            return "The frame does not close.", 0.0, True, False, self._info()
        else:
            text = "The gripper does not move."
        if self.turn >= self.max_turns:
            self.late = True
            return text + " The line moves on.", 0.0, False, True, self._info()
        return text + "\n" + self._row(), 0.0, False, False, self._info()

    def _info(self):
        return {"flips": self.flips, "inversions": self._inversions()}

    def _inversions(self):
        """
        Pairs of rods that stand in the wrong order: nought when the row is sorted.
        """
        count = 0
        for i in range(len(self.rods)):
            for j in range(i + 1, len(self.rods)):
                if self.rods[i] > self.rods[j]:
                    count += 1
        return count

    def solution(self):
        moves = [f"flip {k}" for k in self._plan()]
        return "\n".join(moves + ["lock"])
```
