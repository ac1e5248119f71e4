import random
import re
from collections import deque

WIDTH, HEIGHT = 5, 5
DIRECTIONS = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}


class FogMazeEnv:
    """Find a lantern and carry it to the gate of a maze of which only the nearest walls are seen."""

    def __init__(self, max_turns=30):
        self.max_turns = max_turns
        self.turn = 0
        self.open_edges = set()
        self.place = (0, 0)
        self.lantern = (0, 0)
        self.gate = (0, 0)
        self.carrying = False
        self.escaped = False
        self.lost = False
        self.reset()

    # ------------------------------------------------------------- building
    def _carve(self, rng):
        """A spanning tree by depth-first search, so every pair of cells has one path."""
        edges = set()
        start = (rng.randrange(WIDTH), rng.randrange(HEIGHT))
        stack, seen = [start], {start}
        while stack:
            x, y = stack[-1]
            free = [
                (x + dx, y + dy)
                for dx, dy in DIRECTIONS.values()
                if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT and (x + dx, y + dy) not in seen
            ]
            if not free:
                stack.pop()
                continue
            chosen = rng.choice(free)
            edges.add(frozenset(((x, y), chosen)))
            seen.add(chosen)
            stack.append(chosen)
        return edges

    def _distances(self, source):
        found, queue = {source: []}, deque([source])
        while queue:
            cell = queue.popleft()
            for name, (dx, dy) in DIRECTIONS.items():
                other = (cell[0] + dx, cell[1] + dy)
                if other not in found and frozenset((cell, other)) in self.open_edges:
                    found[other] = found[cell] + [name]
                    queue.append(other)
        return found

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.open_edges = self._carve(rng)
        self.place = (rng.randrange(WIDTH), rng.randrange(HEIGHT))
        paths = self._distances(self.place)
        # The lantern lies 4 to 6 steps away, the gate 5 to 8 steps further on.
        near = sorted(c for c, p in paths.items() if 4 <= len(p) <= 6)
        self.lantern = rng.choice(near) if near else max(sorted(paths), key=lambda c: len(paths[c]))
        onward = self._distances(self.lantern)
        far = sorted(c for c, p in onward.items() if 5 <= len(p) <= 8 and c != self.place)
        self.gate = rng.choice(far) if far else max(sorted(onward), key=lambda c: len(onward[c]))
        self.turn = 0
        self.carrying = False
        self.escaped = False
        self.lost = False
        intro = (
            f"You stand in a foggy maze, {WIDTH} cells wide and {HEIGHT} deep. Somewhere lies a lantern; the gate "
            "opens only for someone who carries it. From the tower you were told: the lantern is "
            f"{self._bearing(self.place, self.lantern)} of you and the gate is {self._bearing(self.lantern, self.gate)} "
            "of the lantern, as the crow flies.\n"
        )
        return intro + self._view(), {"carrying": False, "turn": 0}

    @staticmethod
    def _bearing(a, b):
        dx, dy = b[0] - a[0], b[1] - a[1]
        parts = []
        if dy:
            parts.append(f"{abs(dy)} {'south' if dy > 0 else 'north'}")
        if dx:
            parts.append(f"{abs(dx)} {'east' if dx > 0 else 'west'}")
        return " and ".join(parts) if parts else "at the spot"

    # -------------------------------------------------------------- playing
    def _exits(self):
        x, y = self.place
        return [
            name for name, (dx, dy) in DIRECTIONS.items()
            if frozenset(((x, y), (x + dx, y + dy))) in self.open_edges
        ]

    def _view(self):
        here = ""
        if self.place == self.lantern and not self.carrying:
            here = " A lantern lies here."
        if self.place == self.gate:
            here += " You are at the gate."
        exits = self._exits()
        return (
            f"You can walk {', '.join(exits)}.{here} {'You carry the lantern. ' if self.carrying else ''}"
            f"Steps left: {self.max_turns - self.turn}.\n"
            f"Choose one: \\boxed{{move {exits[0]}}} (or another open direction), \\boxed{{take}}, \\boxed{{unlock}}"
        )

    def step(self, action):
        info = {"carrying": self.carrying, "turn": self.turn}
        if self.escaped or self.lost:
            return "The maze is behind you.", 0.0, self.escaped, self.lost, info
        self.turn += 1
        text = self._act(action)
        info = {"carrying": self.carrying, "turn": self.turn}
        if self.escaped:
            return text, 1.0, True, False, info
        if self.turn >= self.max_turns:
            self.lost = True
            return text + " Night falls before you are out.", 0.0, False, True, info
        return text + "\n" + self._view(), 0.0, False, False, info

    def _act(self, action):
        box = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        words = re.sub(r"\\text|[{}$\"']", " ", box.group(1)).lower().split() if box else []
        if len(words) == 2 and words[0] == "move" and words[1] in DIRECTIONS:
            if words[1] not in self._exits():
                return f"A wall blocks the way {words[1]}."
            dx, dy = DIRECTIONS[words[1]]
            self.place = (self.place[0] + dx, self.place[1] + dy)
            return f"You walk {words[1]}."
        if words == ["take"]:
            if self.place != self.lantern or self.carrying:
                return "There is nothing to take."
            self.carrying = True
            return "You pick up the lantern."
        if words == ["unlock"]:
            if self.place != self.gate:
                return "There is no gate here."
            if not self.carrying:
                return "The gate stays shut: you have no lantern."
            self.escaped = True
            return "The gate swings open and you step out into the light."
        return "You hesitate, unsure what to do."

    def solution(self):
        route = []
        place = self.place
        if not self.carrying:
            route += [f"move {d}" for d in self._distances(place)[self.lantern]] + ["take"]
            place = self.lantern
        route += [f"move {d}" for d in self._distances(place)[self.gate]] + ["unlock"]
        return "\n".join(route)
