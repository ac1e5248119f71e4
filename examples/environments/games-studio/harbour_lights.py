import random
import re


class HarbourLightsEnv:
    """Repeat the light signals of a harbour: a growing sequence of flashes with a hidden rule."""

    COLOURS = ("red", "green", "white")

    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.rng = random.Random()
        self.signal = []
        self.rule = 0
        self.round = 0
        self.misses = 0
        self.turn = 0
        self.closed = False
        self.fogged = False
        self.solution = []
        self.reset()

    def reset(self, seed=None):
        self.rng = random.Random(seed)
        self.round = 0
        self.misses = 0
        self.turn = 0
        self.closed = False
        self.fogged = False
        self._new_signal()
        return (
            "A lighthouse sends signals in red, green and white. Ships answer with a signal made from it by a rule "
            "that stays the same during your watch: the reverse, a cyclic change of every colour, or both. "
            "One signal with its proper answer is entered in the log:\n"
            f"  {' '.join(self._sample())} -> {' '.join(self._reply(self._sample()))}\n"
            "Answer three signals; the second mistake ends the watch.\n" + self._show()
        ), {"round": 1, "misses": 0}

    def _sample(self):
        return ["red", "red", "green", "white"]

    def _new_signal(self):
        """A signal for the next round, one flash longer than the last."""
        if self.round == 0:
            self.rule = self.rng.randrange(3)
        length = 6 + self.round
        self.signal = [self.rng.choice(self.COLOURS) for _ in range(length)]
        self.solution = self._reply(self.signal)

    def _reply(self, flashes):
        out = list(flashes)
        if self.rule in (0, 2):
            out.reverse()
        if self.rule in (1, 2):
            turn = {"red": "green", "green": "white", "white": "red"}
            out = [turn[c] for c in out]
        return out

    def _show(self):
        return (
            f"Signal {self.round + 1}: {' '.join(self.signal)}\n"
            f"Turns left: {self.max_turns - self.turn}. "
            "Give the answering signal, colours separated by spaces, as \\boxed{<colours>}."
        )

    def _colours(self, action):
        boxes = {b.strip() for b in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)}
        if len(boxes) != 1:
            return []
        return re.sub(r"\\text|[{}$\"',]", " ", boxes.pop()).lower().split()

    def _info(self):
        return {"round": min(self.round + 1, 3), "misses": self.misses}

    def step(self, action):
        if self.closed or self.fogged:
            return "The watch has been relieved.", 0.0, self.closed, self.fogged, self._info()
        self.turn += 1
        colours = self._colours(action)
        if not colours or any(c not in self.COLOURS for c in colours):
            text = "The lamp only shows red, green and white."
        elif colours == self.solution:
            self.round += 1
            if self.round == 3:
                self.closed = True
                return "The last ship answers with a long blast.", 1.0, True, False, self._info()
            # Next round: send a new signal.
            self._new_signal()
            text = "The ship answers. A new signal follows."
        else:
            self.misses += 1
            if self.misses == 2:
                self.closed = True
                return "The ship turns away.", 0.0, True, False, self._info()
            # Send another one, so that the agent cannot just try again.
            self._new_signal()
            text = "The ship hesitates. Another signal follows."
        if self.turn >= self.max_turns:
            self.fogged = True
            return text + " Fog rolls in.", 0.0, False, True, self._info()
        return text + "\n" + self._show(), 0.0, False, False, self._info()
