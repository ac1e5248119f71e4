import random
import re


class SwitchBoardEnv:
    """Find out by intervention which switch drives which lamp.

    Every switch drives exactly one lamp, some of them inverted (the lamp is lit while the
    switch is off). The wiring is hidden; only the lamps can be seen.
    """

    SWITCHES = ("a", "b", "c", "d")
    LAMPS = (1, 2, 3, 4)

    def __init__(self, max_turns=18):
        self.max_turns = max_turns
        self.wiring = {}
        self.inverted = {}
        self.position = {}
        self.labels = {}
        self.turn_count = 0
        self.flips = 0
        self.closed = False
        self.expired = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        lamps = list(self.LAMPS)
        rng.shuffle(lamps)
        self.wiring = dict(zip(self.SWITCHES, lamps))
        self.inverted = {s: rng.random() < 0.5 for s in self.SWITCHES}
        self.position = {s: rng.random() < 0.5 for s in self.SWITCHES}
        self.labels = {}
        self.turn_count = 0
        self.flips = 0
        self.closed = False
        self.expired = False
        story = (
            "A board has four switches (a, b, c, d) and four lamps (1 to 4). Each switch drives one lamp, "
            "and some are wired so that the lamp is lit while the switch is off. Flip switches, watch the "
            "lamps, then label every switch with its lamp and have the board inspected. "
            "The inspector comes once.\n"
        )
        return story + self._panel(), self._numbers()

    def _lit(self, lamp):
        for switch, target in self.wiring.items():
            if target == lamp:
                return self.position[switch] != self.inverted[switch]
        return False

    def _panel(self):
        switches = "  ".join(f"{s}:{'on' if on else 'off'}" for s, on in self.position.items())
        lamps = "  ".join(f"{n}:{'lit' if self._lit(n) else 'dark'}" for n in self.LAMPS)
        labels = "  ".join(f"{s}->{n}" for s, n in sorted(self.labels.items())) or "none"
        left = self.max_turns - self.turn_count
        return (
            f"Switches  {switches}\nLamps     {lamps}\nLabels    {labels}\nTurns left: {left}\n"
            r"Use one of \boxed{flip a}, \boxed{label a 1}, \boxed{inspect}."
        )

    def _numbers(self):
        return {"flips": self.flips, "labels": len(self.labels)}

    def step(self, action):
        if self.closed or self.expired:
            return "The board is locked.", 0.0, self.closed, self.expired, self._numbers()
        self.turn_count += 1
        match self._tokens(action):
            case ["flip", switch] if switch in self.position:
                self.position[switch] = not self.position[switch]
                self.flips += 1
                text = f"Click: switch {switch} is now {'on' if self.position[switch] else 'off'}."
            case ["label", switch, lamp] if switch in self.wiring and lamp in ("1", "2", "3", "4"):
                self.labels[switch] = int(lamp)
                text = f"Switch {switch} now carries the label {lamp}."
            case ["inspect"] if len(self.labels) < len(self.SWITCHES):
                text = "The inspector will not come before every switch has a label."
            case ["inspect"]:
                self.closed = True
                if self.labels == self.wiring:
                    return "Every label is right.", 1.0, True, False, self._numbers()
                return "At least one label is wrong.", 0.0, True, False, self._numbers()
            case _:
                text = "The board has no such control."
        if self.turn_count >= self.max_turns:
            self.expired = True
            return text + " The workshop closes.", 0.0, False, True, self._numbers()
        return text + "\n" + self._panel(), 0.0, False, False, self._numbers()

    def _tokens(self, action):
        """Words of the first box, without LaTeX dress."""
        start = action.find("\\boxed{")
        if start < 0:
            return []
        depth, end = 0, -1
        for i in range(start + 6, min(len(action), start + 400)):
            if action[i] == "{":
                depth += 1
            elif action[i] == "}":
                depth -= 1
                if depth == 0:
                    end = i
                    break
        if end < 0:
            return []
        content = action[start + 7:end]
        return re.sub(r"\\text|[{}$\"',]", " ", content).lower().split()

    def solution(self):
        flips = [f"\\boxed{{flip {s}}}" for s in self.SWITCHES if self.flips == 0]
        labels = [f"\\boxed{{label {s} {n}}}" for s, n in self.wiring.items() if self.labels.get(s) != n]
        return "\n".join(flips + labels + ["\\boxed{inspect}"])
