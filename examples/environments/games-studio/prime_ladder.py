import random
import re


def is_prime(n):
    if n < 2:
        return False
    for d in range(2, math.isqrt(n) + 1):
        if n % d == 0:
            return False
    return True


def neighbours(n):
    """Primes that differ from the three-digit prime n in exactly one digit."""
    digits = str(n)
    found = []
    for i in range(3):
        for ch in "0123456789":
            if ch != digits[i]:
                other = int(digits[:i] + ch + digits[i + 1:])
                if other > 100 and is_prime(other):
                    found.append(other)
    return found


class PrimeLadderEnv:
    """Climb from one three-digit prime to another, changing a single digit on every rung."""

    def __init__(self, max_turns=14):
        self.max_turns = max_turns
        self.rng = random.Random()
        self.start = 0
        self.goal = 0
        self.current = 0
        self.visited = []
        self.turn = 0
        self.fell = False
        self.arrived = False
        self.late = False
        self.reset()

    def reset(self, seed=None):
        if seed is None:
            # Draw a fresh seed from our own generator, so that plays differ.
            seed = self.rng.randrange(16)
        self.rng.seed(seed)
        primes = [n for n in range(101, 1000) if is_prime(n)]
        for _ in range(100):
            self.start, self.goal = self.rng.sample(primes, 2)
            path = self._climb(self.start)
            if path and 4 <= len(path) <= 7:
                break
        self.current = self.start
        self.visited = [self.start]
        self.turn = 0
        self.fell = False
        self.arrived = False
        self.late = False
        return (
            f"A ladder of primes leads from {self.start} to {self.goal}. Every rung is a three-digit prime that "
            "differs from the one before in exactly one digit. Stepping on a number that is no such prime breaks "
            "the ladder.\n" + self._rung()
        ), {"rungs": 0}

    def _climb(self, origin):
        queue, came = deque([origin]), {origin: None}
        while queue:
            n = queue.popleft()
            if n == self.goal:
                path = []
                while came[n] is not None:
                    path.append(n)
                    n = came[n]
                return path[::-1]
            for other in neighbours(n):
                if other not in came:
                    came[other] = n
                    queue.append(other)
        return []

    def _rung(self):
        return (
            f"You stand on {self.current}; rungs so far: {', '.join(map(str, self.visited))}. "
            f"Turns left: {self.max_turns - self.turn}.\n"
            "Write the next rung as \\boxed{<prime>}."
        )

    def _number(self, action):
        match = re.search(r"\\boxed\{(.*)\}", action)
        if not match:
            return None
        text = re.sub(r"\\text|[{}$\"'\s]", "", match.group(1))
        return int(text) if re.fullmatch(r"[0-9]{3}", text) else None

    def step(self, action):
        if self.fell or self.arrived or self.late:
            return "The ladder is gone.", 0.0, self.fell or self.arrived, self.late, self._info()
        self.turn += 1
        number = self._number(action)
        if number is None:
            text = "A rung is a three-digit number."
        elif number not in neighbours(self.current):
            self.fell = True
            return f"The ladder breaks under {number}.", 0.0, True, False, self._info()
        else:
            self.current = number
            self.visited.append(number)
            if number == self.goal:
                self.arrived = True
                return "You have reached the top.", 1.0, True, False, self._info()
            text = f"{number} holds."
        if self.turn >= self.max_turns:
            self.late = True
            return text + " The ladder is taken away.", 0.0, False, True, self._info()
        return text + "\n" + self._rung(), 0.0, False, False, self._info()

    def _info(self):
        return {"rungs": len(self.visited) - 1}

    def solution(self):
        return "\n".join("\\boxed{%d}" % n for n in self._climb(self.current))
