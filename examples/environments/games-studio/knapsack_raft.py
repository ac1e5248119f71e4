"""Load a raft so that its cargo is worth as much as it can be."""
import random
import re
from itertools import combinations

GOODS = ("amber", "books", "cloth", "dates", "flour", "glass", "honey", "ink", "maps", "salt", "tea", "wax")
PER_RAFT = 8


def best_value(goods, limit):
    """(value, names, number of optimal loads) by trying all 256 loads."""
    best, names, ties = 0, (), 1
    for size in range(1, len(goods) + 1):
        for load in combinations(sorted(goods), size):
            if sum(goods[g][0] for g in load) > limit:
                continue
            worth = sum(goods[g][1] for g in load)
            if worth > best:
                best, names, ties = worth, load, 1
            elif worth == best:
                ties += 1
    return best, names, ties


class KnapsackRaftEnv:
    def __init__(self, max_turns=20):
        self.max_turns = max_turns
        self.goods = {}
        self.limit = 0
        self.optimum = 0
        self.aboard = []
        self.turn = 0
        self.launched = False
        self.too_late = False
        self.handlers = {"load": self._load, "unload": self._unload, "launch": self._launch}
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        for _ in range(60):
            names = rng.sample(GOODS, PER_RAFT)
            self.goods = {n: (rng.randint(4, 19), rng.randint(10, 60)) for n in sorted(names)}
            self.limit = sum(w for w, _ in self.goods.values()) * 45 // 100
            self.optimum, chosen, ties = best_value(self.goods, self.limit)
            if ties == 1 and 3 <= len(chosen) <= 5 and chosen != self._greedy():
                break
        self.aboard = []
        self.turn = 0
        self.launched = False
        self.too_late = False
        lines = [f"  {n}: {w} kg, worth {v}" for n, (w, v) in self.goods.items()]
        text = (
            f"A raft carries at most {self.limit} kg. On the quay lie:\n" + "\n".join(lines)
            + "\nLaunch it with the most valuable cargo that it can carry. Only the best cargo counts, and the "
            "raft can be launched once.\n"
        )
        return text + self._menu(), {"aboard": 0, "weight": 0}

    def _greedy(self):
        load, weight = [], 0
        for name in sorted(self.goods, key=lambda n: self.goods[n][1] / self.goods[n][0], reverse=True):
            if weight + self.goods[name][0] <= self.limit:
                load.append(name)
                weight += self.goods[name][0]
        return tuple(sorted(load))

    # ---- actions: each takes the argument words and returns (text, launched?)
    def _load(self, words):
        if len(words) != 1 or words[0] not in self.goods:
            return "There is no such thing on the quay."
        item = words[0]
        if item in self.aboard:
            return f"The {item} is already aboard."
        if self._weight() + self.goods[item][0] > self.limit:
            return f"The raft would sink under the {item}; it stays on the quay."
        self.aboard.append(item)
        return f"You carry the {item} aboard."

    def _unload(self, words):
        if len(words) != 1 or words[0] not in self.aboard:
            return "That is not aboard."
        self.aboard.remove(words[0])
        return f"You carry the {words[0]} back to the quay."

    def _launch(self, words):
        if words or not self.aboard:
            return "An empty raft is not worth launching. Use the word alone, with cargo aboard."
        self.launched = True
        return "The raft drifts off."

    def _weight(self):
        return sum(self.goods[n][0] for n in self.aboard)

    def _value(self):
        return sum(self.goods[n][1] for n in self.aboard)

    def _menu(self):
        cargo = ", ".join(self.aboard) if self.aboard else "nothing"
        first = next(iter(self.goods))
        return (
            f"Aboard: {cargo} ({self._weight()} of {self.limit} kg, worth {self._value()}). "
            f"Turns left: {self.max_turns - self.turn}.\n"
            "Answer with one action in a box, such as \\boxed{load " + first + "}. "
            "Actions: load <item>, unload <item>, launch"
        )

    def _info(self):
        return {"aboard": len(self.aboard), "weight": self._weight()}

    def step(self, action):
        if self.launched or self.too_late:
            return "The quay is empty; the raft has gone.", 0.0, self.launched, self.too_late, self._info()
        self.turn += 1
        verb, words = self._split(action)
        handler = self.handlers.get(verb)
        reply = handler(words) if handler else "The quay master does not understand."
        if self.launched:
            perfect = self._value() == self.optimum
            reply += " No cargo could have been worth more." if perfect else " A better cargo was possible."
            return reply, 1.0 if perfect else 0.0, True, False, self._info()
        if self.turn >= self.max_turns:
            self.too_late = True
            return reply + " The tide has turned; it is too late to launch.", 0.0, False, True, self._info()
        return reply + "\n" + self._menu(), 0.0, False, False, self._info()

    @staticmethod
    def _split(action):
        boxed = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if boxed is None:
            return "", []
        words = re.sub(r'\\text|[{}"$]', " ", boxed.group(1)).lower().split()
        return (words[0], words[1:]) if words else ("", [])

    def solution(self):
        _, chosen, _ = best_value(self.goods, self.limit)
        plan = [f"unload {n}" for n in self.aboard if n not in chosen]
        plan += [f"load {n}" for n in chosen if n not in self.aboard]
        return "\n".join(f"{i}. {step}" for i, step in enumerate(plan + ["launch"], 1))
