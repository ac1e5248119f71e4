import random
import re
from collections import Counter

REAGENTS = {
    "R": "ruby", "G": "green", "B": "blue", "Y": "yellow", "W": "white",
    "K": "black", "V": "violet", "T": "teal", "O": "ochre",
}
IN_USE = 6
LENGTH = 4
TESTS_NEEDED = 2


def compare(code: str, trial: str):
    """Right place, then right reagent in a wrong place."""
    exact = sum(a == b for a, b in zip(code, trial))
    shared = sum((Counter(code) & Counter(trial)).values())
    return exact, shared - exact


class MastermindLabEnv:
    """Identify a hidden sequence of reagents from the reactions of test sequences."""

    def __init__(self, max_turns: int = 14):
        self.max_turns = max_turns
        self.rng = random.Random()
        self.letters = []
        self.code = ""
        self.log = []
        self.turn = 0
        self.sealed = False
        self.stopped = False
        self.reset()

    def reset(self, seed=None):
        self.rng = random.Random(seed)
        self.letters = self.rng.sample(list(REAGENTS), IN_USE)
        self.code = "".join(self.rng.choice(self.letters) for _ in range(LENGTH))
        self.log = []
        self.turn = 0
        self.sealed = False
        self.stopped = False
        names = ", ".join(f"{k} ({REAGENTS[k]})" for k in self.letters)
        return (
            f"A column holds {LENGTH} layers, each one of the reagents {names}; reagents may repeat. "
            "A test compares your sequence with the column and reports how many layers match in place and "
            "how many more match in kind only. "
            f"After at least {TESTS_NEEDED} tests you may commit to a sequence, once.\n" + self._prompt()
        ), {"tests": 0}

    def _prompt(self) -> str:
        a, b = self.letters[:2]
        history = "\n".join(f"  {t}: {e} in place, {k} in kind" for t, e, k in self.log) or "  none yet"
        return (
            f"Tests:\n{history}\nTurn {self.turn} of {self.max_turns}. "
            f"Your action goes into a box: \\boxed{{test {a}{a}{b}{a}}} runs a test, "
            "\\boxed{commit <sequence>} commits to a sequence of four letters."
        )

    def step(self, action):
        info = {"tests": len(self.log)}
        if self.sealed or self.stopped:
            return "The column has been sealed.", 0.0, self.sealed, self.stopped, info
        self.turn += 1
        verb, trial = self._parse(action)
        if verb == "commit" and len(self.log) >= TESTS_NEEDED:
            self.sealed = True
            if trial == self.code:
                return "Analysis confirms every layer.", 1.0, True, False, info
            return "Analysis contradicts your sequence.", 0.0, True, False, info
        if verb == "commit":
            text = f"Run at least {TESTS_NEEDED} tests before you commit."
        elif verb == "test":
            exact, kind = compare(self.code, trial)
            self.log.append((trial, exact, kind))
            info = {"tests": len(self.log)}
            text = f"The column reacts: {exact} in place, {kind} in kind."
        else:
            text = "The bench takes 'test' or 'commit' followed by four letters of those listed."
        if self.turn >= self.max_turns:
            self.stopped = True
            return text + " The lab closes now.", 0.0, False, True, info
        return text + "\n" + self._prompt(), 0.0, False, False, info

    def _parse(self, action):
        boxes = re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        boxes = {self._plain(b) for b in boxes}
        if len(boxes) != 1:
            return None, None
        words = boxes.pop().split()
        if len(words) < 2 or words[0] not in ("TEST", "COMMIT"):
            return None, None
        trial = "".join(words[1:])
        if len(trial) != LENGTH or any(ch not in self.letters for ch in trial):
            return None, None
        return words[0].lower(), trial

    @staticmethod
    def _plain(box):
        box = re.sub(r"\\text(?:tt|bf|rm)?", " ", box)
        return re.sub(r"[{}$\"']", " ", box).upper().strip()

    def solution(self):
        a, b, c, d = self.letters[:4]
        probes = [a + a + b + b, c + c + d + d][len(self.log):]
        moves = [f"test {p}" for p in probes] + [f"commit {self.code}"]
        return " -> ".join(moves)
