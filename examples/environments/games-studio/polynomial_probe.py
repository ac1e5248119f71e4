import random
import re


class PolynomialProbeEnv:
    """
    A black box evaluates a hidden cubic with small integer coefficients.
    The agent may evaluate it at chosen points and has to report its value far outside
    the permitted range.
    """

    def __init__(self, max_turns: int = 12):
        self.max_turns = max_turns
        self.coefficients = [0, 0, 0, 0]
        self.target_point = 0
        self.evaluations = []
        self.turn = 0
        self.is_over = False
        self.is_late = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.coefficients = [rng.randint(-6, 6) for _ in range(3)] + [rng.choice([-3, -2, -1, 1, 2, 3])]
        self.target_point = rng.randint(17, 97)
        self.evaluations = []
        self.turn = 0
        self.is_over = False
        self.is_late = False
        observation = (
            "A sealed calculator evaluates a cubic polynomial p(x) with integer coefficients of absolute value "
            f"at most 6. It accepts integers x from -5 to 5. You have to determine p({self.target_point}), which "
            "lies beyond what it accepts. You need at least two evaluations before you may report.\n\n"
            + self._status()
        )
        return observation, self._get_info()

    def _value(self, x: int) -> int:
        total = 0
        for c in reversed(self.coefficients):
            total = total * x + c
        return total

    def _status(self) -> str:
        table = "; ".join(f"p({x}) = {y}" for x, y in self.evaluations) or "nothing evaluated yet"
        return (
            f"Known: {table}.\n"
            f"Turn {self.turn}/{self.max_turns}. Available actions (put one inside \\boxed{{}}):\n"
            "- \\boxed{eval 2} to evaluate at an integer between -5 and 5\n"
            f"- \\boxed{{report <value>}} to report p({self.target_point})"
        )

    def _get_info(self):
        return {
            "turn": self.turn,
            "evaluations": [f"p({x})={y}" for x, y in self.evaluations],
            "phase": "finished" if self.is_over else "probing",
        }

    def _extract(self, action: str) -> str:
        match = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if not match:
            return ""
        return re.sub(r"\\text|[{}$\"']", " ", match.group(1)).strip().lower()

    def step(self, action: str):
        if self.is_over or self.is_late:
            return "The calculator has been put away.", 0.0, self.is_over, self.is_late, self._get_info()
        self.turn += 1
        command = self._extract(action)

        if command.startswith("eval"):
            number = re.fullmatch(r"eval\s*(-?\d{1,3})", command)
            if number is None:
                reply = "The calculator shows E: an integer is needed."
            else:
                x = int(number.group(1))
                if -5 <= x <= 5:
                    if (x, self._value(x)) not in self.evaluations:
                        self.evaluations.append((x, self._value(x)))
                    reply = f"The display reads {self._value(x)}."
                else:
                    reply = "The calculator shows E: out of range."
        elif command.startswith("report"):
            if len(self.evaluations) < 2:
                reply = "The clerk wants to see at least two evaluations first."
            else:
                # Accept the value with or without surrounding words such as "p(20) =".
                expected = str(self._value(self.target_point))
                self.is_over = True
                if expected in command:
                    return f"The clerk stamps your report. p({self.target_point}) was right.", 1.0, True, False, self._get_info()
                return "The clerk shakes her head: that value is wrong.", 0.0, True, False, self._get_info()
        else:
            reply = "Unknown command."

        if self.turn >= self.max_turns:
            self.is_late = True
            return reply + " The office closes.", 0.0, False, True, self._get_info()
        return reply + "\n\n" + self._status(), 0.0, False, False, self._get_info()

    def solution(self) -> str:
        have = {x for x, _ in self.evaluations}
        points = [x for x in (0, 1, 2, 3) if x not in have]
        moves = [f"eval {x}" for x in points]
        moves.append(f"report {self._value(self.target_point)}")
        return "\n".join(f"\\boxed{{{m}}}" for m in moves)
