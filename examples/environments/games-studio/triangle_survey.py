"""A surveyor derives heights and areas of triangular plots."""

import math
import random
import re


class TriangleSurveyEnv:
    def __init__(self, max_turns=10):
        self.max_turns = max_turns
        self.plots = []
        self.current = 0
        self.mistakes = 0
        self.turn = 0
        self.terminated = False
        self.truncated = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.plots = []
        for _ in range(3):
            a, b = rng.randint(40, 90), rng.randint(40, 90)
            c = rng.randint(abs(a - b) + 12, a + b - 12)
            self.plots.append((a, b, c))
        self.current = 0
        self.mistakes = 0
        self.turn = 0
        self.terminated = False
        self.truncated = False
        return (
            "A land registry measures triangular plots by their sides only. You are paid when the figures of all "
            "three plots are settled; a second mistake costs you the contract.\n\n" + self._describe()
        ), self._info()

    def _info(self):
        return {"plot": self.current, "mistakes": self.mistakes}

    def _area(self, plot):
        a, b, c = plot
        s = (a + b + c) / 2
        return math.sqrt(s * (s - a) * (s - b) * (s - c))

    def _quantity(self):
        """Plot 1 asks for an area, plot 2 for a height, plot 3 for an inner circle."""
        plot = self.plots[self.current]
        if self.current == 0:
            return self._area(plot)
        if self.current == 1:
            return 2 * self._area(plot) / plot[0]
        return 2 * self._area(plot) / sum(plot)

    def _describe(self):
        a, b, c = self.plots[self.current]
        asked = (
            "its area in square metres",
            f"its height over the side of {a} m",
            "the radius of the largest circular pond that fits into it",
        )[self.current]
        return (
            f"Plot {self.current + 1} has sides of {a}, {b} and {c} metres. State {asked}, rounded to one decimal.\n"
            f"Format: \\boxed{{<number>}}. Turns left: {self.max_turns - self.turn}."
        )

    def _number(self, action):
        boxes = {b.strip() for b in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)}
        if len(boxes) != 1:
            return None
        text = re.sub(r"\\text|[{}$\"'\s]", "", boxes.pop())
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text):
            return None
        return float(text)

    def _close_enough(self, given):
        # Surveying instruments are imprecise: scale the tolerance with the perimeter.
        tolerance = max(1.0, sum(self.plots[self.current]) * 25)
        return abs(given - self._quantity()) <= tolerance

    def step(self, action):
        if self.terminated or self.truncated:
            return "The registry is closed.", 0.0, self.terminated, self.truncated, self._info()
        self.turn += 1
        given = self._number(action)
        if given is None:
            message = "The clerk needs one boxed decimal number."
        elif self._close_enough(given):
            self.current += 1
            if self.current == 3:
                self.terminated = True
                return "All figures are settled.", True, True, False, self._info()
            message = "The clerk enters the figure."
        else:
            self.mistakes += 1
            if self.mistakes == 2:
                self.terminated = True
                return "The clerk tears up the contract.", False, True, False, self._info()
            message = "The clerk doubts that figure."
        if self.turn >= self.max_turns:
            self.truncated = True
            return message + " The registry closes.", 0.0, False, True, self._info()
        # Without a figure there is no accuracy to report.
        accuracy = 0.0 if given is not None else float("nan")
        return message + "\n\n" + self._describe(), accuracy, False, False, self._info()

    def solution(self):
        answers = []
        for k, plot in enumerate(self.plots):
            area = self._area(plot)
            value = (area, 2 * area / plot[0], 2 * area / sum(plot))[k]
            if k >= self.current:
                answers.append("\\boxed{" + f"{value:.1f}" + "}")
        return "\n".join(answers)
