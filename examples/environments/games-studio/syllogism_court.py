import random
import re

SUBJECTS = ["potters", "glaziers", "millers", "weavers", "coopers", "tanners", "dyers", "chandlers"]
FORMS = ("all", "no", "some")

# (first premise, second premise) -> what follows about the outer terms, if anything does.
TABLE = {
    ("all", "all"): "all",
    ("all", "no"): "no",
    ("some", "all"): "some",
    ("some", "no"): "some-not",
    ("no", "no"): "nothing",
    ("all", "some"): "nothing",
    ("some", "some"): "nothing",
    ("no", "some"): "nothing",
    ("no", "all"): "nothing",
}


class SyllogismCourtEnv:
    """Judge what follows from two premises A-B and B-C."""

    def __init__(self, max_turns=10):
        self.max_turns = max_turns
        self.turn = 0
        self.terms = []
        self.forms = ("all", "all")
        self.verdict = ""
        self.closed = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn = 0
        self.closed = False
        self.terms = rng.sample(SUBJECTS, 3)
        self.forms = (rng.choice(FORMS), rng.choice(FORMS))
        self.verdict = "follows" if TABLE[self.forms] != "nothing" else "does not follow"
        return self._brief(), {"turn": 0}

    def _premise(self, form, a, b):
        return {
            "all": f"All {a} are {b}.",
            "no": f"No {a} are {b}.",
            "some": f"Some {a} are {b}.",
        }[form]

    def _claim(self):
        a, c = self.terms[0], self.terms[2]
        conclusion = TABLE[self.forms]
        if conclusion == "all":
            return f"All {a} are {c}."
        if conclusion == "no":
            return f"No {a} are {c}."
        if conclusion == "some":
            return f"Some {a} are {c}."
        if conclusion == "some-not":
            return f"Some {a} are not {c}."
        # Nothing follows: the advocate claims something plausible all the same.
        return f"Some {a} are {c}."

    def _brief(self):
        a, b, c = self.terms
        return (
            "In a town court two facts stand firm:\n"
            f"  1. {self._premise(self.forms[0], a, b)}\n"
            f"  2. {self._premise(self.forms[1], b, c)}\n"
            f"An advocate concludes: {self._claim()}\n"
            "Examine the facts as long as you like, then give your verdict.\n"
            "Options: \\boxed{follows}, \\boxed{does not follow}\n"
            f"You have {self.max_turns - self.turn} turns."
        )

    def explain(self):
        """The reason for the verdict, for whoever reads the logs."""
        if self.verdict == "follows":
            return f"{self.forms[0]} + {self.forms[1]} gives {TABLE[self.forms]}"
        return f"{self.forms[0]} + {self.forms[1]} leaves the outer terms unrelated"

    def _verdict_of(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if not m:
            return ""
        return " ".join(re.sub(r"\\text|[{}$\"']", " ", m.group(1)).lower().split())

    def step(self, action):
        if self.closed:
            return "The court has risen.", 0.0, True, False, {"turn": self.turn}
        self.turn += 1
        given = self._verdict_of(action)
        self.closed = True
        if given == self.verdict:
            return "The court agrees with your verdict.", 1.0, True, False, {"turn": self.turn}
        if given in ("follows", "does not follow"):
            return "The court disagrees with your verdict.", 0.0, True, False, {"turn": self.turn}
        return "That is no verdict; the case is dismissed.", 0.0, True, False, {"turn": self.turn}

    def solution(self):
        return "\\boxed{" + self.verdict + "}"
