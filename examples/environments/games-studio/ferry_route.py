import random
import re
from itertools import permutations
from typing import List

PORTS = ["Arvo", "Brae", "Corin", "Delm", "Eska", "Fenn", "Gora", "Holt"]


class FerryRouteEnv:
    """Plan the shortest round trip of a mail ferry through all of its ports."""

    def __init__(self, max_turns: int = 15):
        self.max_turns = max_turns
        self.ports: List[str] = []
        self.distance = {}
        self.best_length = 0
        self.route: List[str] = []
        self.turn = 0
        self.done = False
        self.truncated = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.ports = rng.sample(PORTS, 6)
        spots = {p: (rng.randint(0, 60), rng.randint(0, 60)) for p in self.ports}
        self.distance = {}
        for a in self.ports:
            for b in self.ports:
                gap = abs(spots[a][0] - spots[b][0]) + abs(spots[a][1] - spots[b][1])
                self.distance[a, b] = gap + 1 if a != b else 0
        self.best_length = min(self._length(self._tour(p)) for p in permutations(self.ports[1:]))
        self.route = [self.ports[0]]
        self.turn = 0
        self.done = False
        self.truncated = False
        return self._describe("The mail ferry lies in its home port."), {"visited": 1}

    def _tour(self, middle):
        return [self.ports[0], *middle, self.ports[0]]

    def _length(self, stops):
        return sum(self.distance[a, b] for a, b in zip(stops, stops[1:]))

    def _describe(self, lead):
        table = []
        for i, a in enumerate(self.ports):
            for b in self.ports[i + 1:]:
                table.append(f"  {a} - {b}: {self.distance[a, b]} nautical miles")
        return (
            f"{lead}\nThe ferry must call at every port once and return to {self.ports[0]}, "
            "on a round trip that is as short as possible.\n" + "\n".join(table)
            + f"\nRoute so far: {' > '.join(self.route)} ({self._length(self.route)} miles). "
            f"Turns left: {self.max_turns - self.turn}.\n"
            f"Actions: \\boxed{{sail {self.ports[1]}}} (any port), \\boxed{{back}} to drop the last leg, "
            "\\boxed{home} to close the trip once all ports are in it"
        )

    def _read(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if not m:
            return []
        return re.sub(r"\\text|[{}$\"']", " ", m.group(1)).split()

    def step(self, action: str):
        if self.done or self.truncated:
            return "The timetable has been printed.", 0.0, self.done, self.truncated, {"visited": len(self.route)}
        self.turn += 1
        reward = 0.0
        words = self._read(action)
        verb = words[0].lower() if words else ""
        if verb == "sail" and len(words) == 2 and words[1].capitalize() in self.ports:
            port = words[1].capitalize()
            if port in self.route:
                lead = f"{port} is in the route already."
            else:
                previous = self.route[-1]
                self.route.append(port)
                lead = f"The ferry sails to {port}."
                # Encourage short hops: the nearest open port earns a bonus.
                open_ports = [p for p in self.ports if p not in self.route[:-1]]
                if self.distance[previous, port] == min(self.distance[previous, p] for p in open_ports):
                    reward = 0.4
        elif verb == "back" and len(words) == 1:
            if len(self.route) > 1:
                lead = f"{self.route.pop()} is taken out of the route."
            else:
                lead = "There is no leg to drop."
        elif verb == "home" and len(words) == 1:
            if len(self.route) < len(self.ports):
                lead = "Some ports have no mail yet."
            else:
                self.done = True
                total = self._length(self.route + [self.ports[0]])
                if total == self.best_length:
                    return f"Home after {total} miles: no shorter trip exists.", 1.0, True, False, {"visited": len(self.route)}
                return f"Home after {total} miles: a shorter trip exists.", 0.0, True, False, {"visited": len(self.route)}
        else:
            lead = "The harbour master does not know that order."
        if self.turn >= self.max_turns:
            self.truncated = True
            return lead + " The season ends.", 0.0, False, True, {"visited": len(self.route)}
        return self._describe(lead), reward, False, False, {"visited": len(self.route)}

    def solution(self) -> str:
        legs = ["back"] * (len(self.route) - 1)
        best = min(permutations(self.ports[1:]), key=lambda p: self._length(self._tour(p)))
        return "\n".join(legs + [f"sail {p}" for p in best] + ["home"])
