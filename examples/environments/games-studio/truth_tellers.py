import random
import re
from itertools import product
from typing import Dict, List, Optional, Tuple

NAMES = ["Ada", "Bruno", "Chloe", "Dario", "Elif", "Farid", "Greta", "Hugo"]
KINDS = ("knight", "knave")

# A statement is (form, subject, other): see `holds` for the meaning of each form.
Statement = Tuple[str, int, int]


def holds(statement: Statement, world: Tuple[bool, ...]) -> bool:
    form, a, b = statement
    if form == "is_knight":
        return world[a]
    if form == "is_knave":
        return not world[a]
    if form == "same":
        return world[a] == world[b]
    if form == "differ":
        return world[a] != world[b]
    return world[a] or world[b]  # "either"


def consistent(statements: List[Statement], world: Tuple[bool, ...]) -> bool:
    return all(holds(s, world) == world[speaker] for speaker, s in enumerate(statements))


class TruthTellersEnv:
    """Classify five islanders as knights (always truthful) or knaves (always lying)."""

    def __init__(self, max_turns: int = 16):
        self.max_turns = max_turns
        self.count = 5
        self.names: List[str] = []
        self.statements: List[Statement] = []
        self.world: Tuple[bool, ...] = ()
        self.marks: Dict[str, str] = {}
        self.turn = 0
        self.over = False
        self.out_of_time = False
        self.reset()

    def _random_statement(self, rng: random.Random, speaker: int, truth: bool, world) -> Statement:
        others = [i for i in range(self.count) if i != speaker]
        options = []
        for a in others:
            options += [("is_knight", a, a), ("is_knave", a, a)]
            for b in others:
                if a < b:
                    options += [("same", a, b), ("differ", a, b), ("either", a, b)]
        options = [s for s in options if holds(s, world) == truth]
        return rng.choice(options)

    def _puzzle(self, rng: random.Random):
        """Draw until exactly one world fits."""
        for _ in range(300):
            world = tuple(rng.random() < 0.5 for _ in range(self.count))
            if len(set(world)) == 1:
                continue
            said = [self._random_statement(rng, i, world[i], world) for i in range(self.count)]
            fits = [w for w in product((True, False), repeat=self.count) if consistent(said, w)]
            if len(fits) == 1:
                return world, said
        # Never needed in practice: about one draw in four is unique.
        world = (True, False, False, True, False)
        said = [("is_knave", 1, 1), ("is_knight", 2, 2), ("same", 0, 1), ("differ", 0, 1), ("is_knave", 3, 3)]
        return world, said

    def reset(self, seed: Optional[int] = None):
        rng = random.Random(seed)
        self.names = rng.sample(NAMES, self.count)
        self.world, self.statements = self._puzzle(rng)
        self.marks = {}
        self.turn = 0
        self.over = False
        self.out_of_time = False
        text = (
            "On this island knights always tell the truth and knaves always lie. "
            "Five islanders speak:\n" + "\n".join(self._sentences()) +
            "\n\nDecide what each of them is. Mark everyone, then submit your verdict; "
            "a verdict can be submitted once.\n" + self._commands()
        )
        return text, {"marked": 0}

    def _sentences(self) -> List[str]:
        out = []
        for speaker, (form, a, b) in enumerate(self.statements):
            x, y = self.names[a], self.names[b]
            phrase = {
                "is_knight": f"{x} is a knight.",
                "is_knave": f"{x} is a knave.",
                "same": f"{x} and {y} are of the same kind.",
                "differ": f"{x} and {y} are of different kinds.",
                "either": f"{x} is a knight or {y} is a knight.",
            }[form]
            out.append(f'- {self.names[speaker]}: "{phrase}"')
        return out

    def _commands(self) -> str:
        marks = ", ".join(f"{n}={k}" for n, k in self.marks.items()) or "none"
        return (
            f"Marks so far: {marks}. Turn {self.turn} of {self.max_turns}.\n"
            f"Actions, inside one box: \\boxed{{mark {self.names[0]} {KINDS[0]}}} (any name, knight or knave), "
            "\\boxed{submit}"
        )

    @staticmethod
    def _parse(action: str) -> List[str]:
        match = re.search(r"\\boxed\{\s*((?:[^{}]|\{[^{}]*\})*)\}", action or "")
        if not match:
            return []
        inner = re.sub(r"\\text\s*\{([^{}]*)\}", r"\1", match.group(1))
        return re.sub(r"[$\"'`]", " ", inner).lower().split()

    def _done(self, text: str, reward: float):
        self.over = True
        return text, reward, True, False, {"marked": len(self.marks)}

    def step(self, action: str):
        if self.over or self.out_of_time:
            return "The hearing has closed.", 0.0, self.over, self.out_of_time, {"marked": len(self.marks)}
        self.turn += 1
        words = self._parse(action)
        lookup = {n.lower(): n for n in self.names}

        if words == ["submit"]:
            if len(self.marks) < self.count:
                reply = "You have to mark all five islanders before a verdict is heard."
            elif all(self.marks[n] == KINDS[0 if w else 1] for n, w in zip(self.names, self.world)):
                return self._done("The elders nod: every mark is right.", 1.0)
            else:
                return self._done("The elders shake their heads: the verdict is wrong.", 0.0)
        elif len(words) == 3 and words[0] == "mark" and words[1] in lookup and words[2] in KINDS:
            self.marks[lookup[words[1]]] = words[2]
            reply = f"Noted: {lookup[words[1]]} is marked as a {words[2]}."
        else:
            reply = "That is not an action the elders understand."

        if self.turn >= self.max_turns:
            self.out_of_time = True
            return reply + " The hearing has run out of time.", 0.0, False, True, {"marked": len(self.marks)}
        return reply + "\n" + self._commands(), 0.0, False, False, {"marked": len(self.marks)}

    def solution(self) -> str:
        steps = [f"mark {n} {KINDS[0 if w else 1]}" for n, w in zip(self.names, self.world)]
        return "\n".join(steps + ["submit"])
