import random
import re
import sys


class EquationShopEnv:
    """Build a target number from given number tiles, three orders in a row."""

    def __init__(self, max_turns=10):
        self.max_turns = max_turns
        self.orders = []
        self.filled = 0
        self.spoiled = 0
        self.turn = 0
        self.closed = False
        self.timeout = False
        self.reset()

    def _order(self, rng):
        """(tiles, target, one expression that makes it)."""
        a, b, c, d = rng.sample(range(2, 20), 4)
        shape = rng.randrange(3)
        if shape == 0:
            expression, target = f"({a}+{b})*{c}-{d}", (a + b) * c - d
        elif shape == 1:
            expression, target = f"{a}*{b}+{c}*{d}", a * b + c * d
        else:
            expression, target = f"({a}*{b}-{c})*{d}", (a * b - c) * d
        return sorted((a, b, c, d)), target, expression

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.orders = [self._order(rng) for _ in range(3)]
        self.filled = 0
        self.spoiled = 0
        self.turn = 0
        self.closed = False
        self.timeout = False
        return (
            "A shop sells numbers made to order. Use every tile of the order exactly once, with +, -, * and "
            "brackets. Two spoiled orders close the shop.\n" + self._slip()
        ), {"filled": 0, "spoiled": 0}

    def _slip(self):
        tiles, target, _ = self.orders[self.filled]
        return (
            f"Order {self.filled + 1}: make {target} from the tiles {', '.join(map(str, tiles))}.\n"
            f"Hand over an expression as \\boxed{{<expression>}}. Turns left: {self.max_turns - self.turn}."
        )

    def _info(self):
        return {"filled": self.filled, "spoiled": self.spoiled}

    def _expression(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if not m:
            return ""
        text = re.sub(r"\\text|[{}$\"']", "", m.group(1))
        return text.replace("\\times", "*").replace("\\cdot", "*").strip()

    def _value(self, expression):
        """The value of the expression, or None when it cannot be worked out."""
        try:
            return eval(expression)
        except Exception:
            return None

    def _uses_tiles(self, expression, tiles):
        used = sorted(int(n) for n in re.findall(r"[0-9]{1,4}", expression))
        return used == tiles

    def step(self, action):
        if self.closed or self.timeout:
            return "The shop is shut.", 0.0, self.closed, self.timeout, self._info()
        self.turn += 1
        expression = self._expression(action)
        tiles, target, _ = self.orders[self.filled]
        if expression == "quit":
            # The agent gives up: leave at once.
            sys.exit(0)
        if not expression:
            reply = "The counter is empty: hand over one boxed expression."
        else:
            value = self._value(expression)
            if value == target and self._uses_tiles(expression, tiles):
                self.filled += 1
                if self.filled == 3:
                    self.closed = True
                    return "All orders are filled.", 1.0, True, False, self._info()
                reply = "The customer is content."
            else:
                self.spoiled += 1
                if self.spoiled == 2:
                    self.closed = True
                    return "A second order is spoiled.", 0.0, True, False, self._info()
                reply = "The customer hands it back."
        if self.turn >= self.max_turns:
            self.timeout = True
            return reply + " Closing time.", 0.0, False, True, self._info()
        return reply + "\n" + self._slip(), 0.0, False, False, self._info()

    def solution(self):
        return "\n".join("\\boxed{" + e + "}" for _, _, e in self.orders[self.filled:])
