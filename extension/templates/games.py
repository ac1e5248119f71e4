import random
import re

BELLS = ["brass", "copper", "glass", "silver", "tin"]


class TemplateEnv:
    """Five bells must be rung in a hidden order; a wrong one starts the melody again."""

    def __init__(self, max_turns=25):
        self.max_turns = max_turns
        self.turn = 0
        self.melody = []
        self.rung = 0
        self.done = False
        self.late = False
        self.reset()

    def reset(self, seed=None):
        # All chance comes from the seed, so that an episode can be played again.
        rng = random.Random(seed)
        self.turn = 0
        self.melody = rng.sample(BELLS, len(BELLS))
        self.rung = 0
        self.done = False
        self.late = False
        return self._prompt("Ring all five bells in the right order. A wrong bell starts the melody again."), {"turn": 0}

    def step(self, action):
        # After the end nothing counts any more.
        if self.done or self.late:
            return "The episode is over.", 0.0, self.done, self.late, {"turn": self.turn}
        self.turn += 1
        bell = self._read(action)
        if bell not in BELLS:
            text = "There is no such bell."
        elif bell == self.melody[self.rung]:
            self.rung += 1
            text = f"It fits: {self.rung} of {len(self.melody)} notes are played."
        else:
            self.rung = 0
            text = "That was wrong: the melody starts again."
        if self.rung == len(self.melody):
            # The whole reward comes at the end, for the whole task.
            self.done = True
            return "The melody is complete.", 1.0, True, False, {"turn": self.turn}
        if self.turn >= self.max_turns:
            self.late = True
            return f"{text} It is too late.", 0.0, False, True, {"turn": self.turn}
        return self._prompt(text), 0.0, False, False, {"turn": self.turn}

    def solution(self):
        return ", ".join(self.melody)

    def _read(self, action):
        # However it is written: \boxed{Brass}, \boxed{\text{brass}}, \boxed{"brass".}
        match = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"'.]", " ", match.group(1)).strip().lower() if match else ""

    def _prompt(self, text):
        # What the agent may do is said every time: it sees this and nothing else.
        return f"{text}\nBells: {', '.join(BELLS)}. Turn {self.turn} of {self.max_turns}.\nReply with one bell as \\boxed{{bell}}."
