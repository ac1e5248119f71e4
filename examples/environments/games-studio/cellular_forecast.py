"""Infer the rule of a one-dimensional cellular automaton from its past and predict its future."""
from __future__ import annotations

import random
import re

CELLS = 11
PAST = 8
FUTURE = 3
# Rules with enough activity that a constant or a copied row is never right.
RULES = (30, 45, 54, 60, 73, 90, 105, 106, 110, 122, 126, 150)


def evolve(row: str, rule: int) -> str:
    cells = []
    for i in range(len(row)):
        window = row[i - 1] + row[i] + row[(i + 1) % len(row)]
        cells.append(str(rule >> int(window, 2) & 1))
    return "".join(cells)


class CellularForecastEnv:
    def __init__(self, max_turns: int = 8) -> None:
        self.max_turns = max_turns
        self.turns = 0
        self.rule = 0
        self.rows: list[str] = []
        self.predicted = 0
        self.wrong = 0
        self.terminated = False
        self.truncated = False
        self.reset()

    def reset(self, seed: int | None = None) -> tuple[str, dict]:
        rng = random.Random(seed)
        for _ in range(200):
            self.rule = rng.choice(RULES)
            row = "".join(rng.choice("01") for _ in range(CELLS))
            self.rows = [row]
            while len(self.rows) < PAST + FUTURE:
                self.rows.append(evolve(self.rows[-1], self.rule))
            windows = {r[i - 1] + r[i] + r[(i + 1) % CELLS] for r in self.rows[: PAST - 1] for i in range(CELLS)}
            # Every neighbourhood has been seen, so the rule can be read off; no row repeats.
            if len(windows) == 8 and len(set(self.rows)) == len(self.rows):
                break
        self.turns = 0
        self.predicted = 0
        self.wrong = 0
        self.terminated = False
        self.truncated = False
        opening = (
            f"A ring of {CELLS} cells changes step by step. The next value of a cell depends only on its left "
            "neighbour, itself and its right neighbour (the ends are neighbours of each other), by one fixed rule.\n"
            f"Predict the next {FUTURE} rows, one a turn. Two wrong predictions end the forecast.\n\n"
        )
        return opening + self._record(), self._info()

    def _record(self) -> str:
        lines = [f"t={t}  {row}" for t, row in enumerate(self.rows[: PAST + self.predicted])]
        ask = (
            f"\nPredict t={PAST + self.predicted} as a string of {CELLS} digits 0 and 1, "
            "written as \\boxed{<digits>}."
        )
        return "\n".join(lines) + ask

    def _info(self) -> dict:
        return {"predicted": self.predicted, "wrong": self.wrong}

    def _parse(self, action: str) -> str | None:
        rows = set()
        for content in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action):
            content = content.replace("\\text", "").replace("\\,", "")
            rows.add(re.sub(r"[\s{}$\"']", "", content))
        if len(rows) == 1:
            row = rows.pop()
            if re.fullmatch(r"[01]{%d}" % CELLS, row):
                return row
        return None

    def step(self, action: str) -> tuple[str, float, bool, bool, dict]:
        if self.terminated or self.truncated:
            return "The forecast is closed.", 0.0, self.terminated, self.truncated, self._info()
        self.turns += 1
        row = self._parse(action)
        reward = 0.0
        if row is None:
            message = f"A prediction is one box with exactly {CELLS} digits, each 0 or 1."
        elif row == self.rows[PAST + self.predicted]:
            self.predicted += 1
            message = "The ring does just that."
            if self.predicted == FUTURE:
                self.terminated = True
                return message + " The forecast is complete.", 1.0, True, False, self._info()
        else:
            self.wrong += 1
            off = sum(a != b for a, b in zip(row, self.rows[PAST + self.predicted]))
            message = f"The ring does something else ({off} of {CELLS} cells differ)."
            if self.wrong == 2:
                self.terminated = True
                return message + " The forecast has failed.", 0.0, True, False, self._info()
        if self.turns >= self.max_turns:
            self.truncated = True
            return message + " No more predictions are taken.", reward, False, True, self._info()
        return message + "\n\n" + self._record(), reward, False, False, self._info()

    def solution(self) -> str:
        rest = self.rows[PAST + self.predicted:]
        return "\n".join("\\boxed{" + row + "}" for row in rest)
