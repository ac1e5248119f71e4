import random
import re
import string

ALPHABET = string.ascii_lowercase
MESSAGES = ("the harbour freezes over in late november", "send two barges before the ice")


def shift(text, key):
    return "".join(ALPHABET[(ALPHABET.index(ch) + key) % 26] if ch in ALPHABET else ch for ch in text)


def reverse_words(text):
    return " ".join(word[::-1] for word in text.split(" "))


def letter_counts(text):
    """Most frequent letters first: what an operator would tally on paper."""
    counts = {ch: text.count(ch) for ch in ALPHABET if ch in text}
    return sorted(counts, key=lambda ch: (-counts[ch], ch))


class CipherRelayEnv:
    """
    A telegraph line carries enciphered messages. The agent has to find out the key of each
    message, and whether the words are written backwards, by looking.
    """

    def __init__(self, max_turns=10):
        self.max_turns = max_turns
        self.keys = (0, 0)
        self.backwards = False
        self.stage = 0
        self.tries = 0
        self.turns = 0
        self.closed = False
        self.timed_out = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.keys = (rng.randint(1, 25), rng.randint(1, 25))
        self.backwards = rng.random() < 0.5
        self.stage = 0
        self.tries = 0
        self.turns = 0
        self.closed = False
        self.timed_out = False
        return (
            "You relieve the operator of a telegraph line. Every message was shifted along the alphabet by a key "
            "that changes with each message, and on some nights every word is also written backwards. "
            "Recover the plain text of two messages. Three failures end the night.\n\n" + self._ticker()
        ), self._info()

    def _cipher(self):
        text = shift(MESSAGES[self.stage], self.keys[self.stage])
        return reverse_words(text) if self.backwards else text

    def _ticker(self):
        return (
            f"Message {self.stage + 1}: {self._cipher()}\n"
            f"Most frequent letters: {' '.join(letter_counts(self._cipher())[:4])}\n"
            f"Turns left: {self.max_turns - self.turns}. "
            "Submit the plain text in lower case as \\boxed{<text>}."
        )

    def _info(self):
        return {"stage": self.stage, "failures": self.tries}

    def _plain(self, action):
        boxes = {b.strip() for b in re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)}
        if len(boxes) != 1:
            return ""
        return " ".join(re.sub(r"\\text|[{}$\"']", " ", boxes.pop()).lower().split())

    def step(self, action):
        if self.closed or self.timed_out:
            return "The line is dead.", 0.0, self.closed, self.timed_out, self._info()
        self.turns += 1
        text = self._plain(action)
        if not text:
            reply = "The relay expects one message inside \boxed{ }, in plain letters."
        elif text == MESSAGES[self.stage]:
            self.stage += 1
            if self.stage == len(MESSAGES):
                self.closed = True
                return "Both messages are delivered in clear.", 1.0, True, False, self._info()
            reply = "The office confirms the message."
        else:
            self.tries += 1
            if self.tries == 3:
                self.closed = True
                return "The office sends another operator.", 0.0, True, False, self._info()
            reply = "The office cannot make sense of that."
        if self.turns >= self.max_turns:
            self.timed_out = True
            return reply + " Dawn breaks and the line closes.", 0.0, False, True, self._info()
        return reply + "\n" + self._ticker(), 0.0, False, False, self._info()

    def solution(self):
        return "\n".join("\\boxed{" + m + "}" for m in MESSAGES[self.stage:])
