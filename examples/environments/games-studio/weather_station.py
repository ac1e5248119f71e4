import os
import random
import re
import time

STATIONS = ["Col", "Ridge", "Vale", "Fjord", "Steppe", "Delta"]
CAUSES = ("cold front", "foehn", "sea breeze", "inversion", "squall line")

# What each cause does to pressure, temperature and wind within an hour: up, down or steady.
SIGNATURE = {
    "cold front": ("up", "down", "up"),
    "foehn": ("down", "up", "up"),
    "sea breeze": ("steady", "down", "up"),
    "inversion": ("up", "up", "down"),
    "squall line": ("down", "down", "up"),
}


class WeatherStationEnv:
    """Name the cause of the weather at three stations from the readings of three instruments."""

    def __init__(self, max_turns=16):
        self.max_turns = max_turns
        self.verbose = os.environ.get("WEATHER_DEBUG", "") == "1"
        self.stations = []
        self.causes = {}
        self.opened = {}
        self.named = {}
        self.turn = 0
        self.sent = False
        self.late = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        # The hour of the day decides which instruments are on duty.
        self.hour = time.localtime().tm_hour
        self.stations = rng.sample(STATIONS, 3)
        self.causes = {s: rng.choice(CAUSES) for s in self.stations}
        self.opened = {s: [] for s in self.stations}
        self.named = {}
        self.turn = 0
        self.sent = False
        self.late = False
        guide = "\n".join(
            f"  {cause}: pressure {p}, temperature {t}, wind {w}" for cause, (p, t, w) in SIGNATURE.items()
        )
        return (
            f"It is {self.hour} o'clock. Stations {', '.join(self.stations)} report unusual weather. "
            "Within an hour each cause leaves its own signature:\n" + guide
            + "\nRead instruments (pressure, temperature, wind), name the cause for every station, then send the "
            "bulletin, once. The bulletin needs at least three readings.\n" + self._desk()
        ), {"readings": 0}

    def _desk(self):
        read = "; ".join(f"{s}: {', '.join(v)}" for s, v in self.opened.items() if v) or "none"
        named = "; ".join(f"{s}: {c}" for s, c in self.named.items()) or "none"
        first = self.stations[0]
        return (
            f"Readings: {read}. Named: {named}. Turns left: {self.max_turns - self.turn}.\n"
            f"Use \\boxed{{read {first} pressure}}, \\boxed{{name {first} foehn}}, \\boxed{{send}}."
        )

    def _count(self):
        return sum(len(v) for v in self.opened.values())

    def _content(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return " ".join(re.sub(r"\\text|[{}$\"']", " ", m.group(1)).lower().split()) if m else ""

    def step(self, action):
        info = {"readings": self._count()}
        if self.sent or self.late:
            return "The bulletin is out.", 0.0, self.sent, self.late, info
        self.turn += 1
        content = self._content(action)
        station = next((s for s in self.stations if f" {s.lower()} " in f" {content} "), None)
        verb = content.split(" ")[0] if content else ""
        rest = content.split(" ", 2)[2] if content.count(" ") >= 2 else ""
        if verb == "read" and station and rest in ("pressure", "temperature", "wind"):
            column = ("pressure", "temperature", "wind").index(rest)
            value = SIGNATURE[self.causes[station]][column]
            note = f"{rest} {value}"
            if note not in self.opened[station]:
                self.opened[station].append(note)
            text = f"{station}: {note}."
        elif verb == "name" and station and rest in CAUSES:
            self.named[station] = rest
            text = f"{station} is entered as {rest}."
        elif content == "send":
            if self._count() < 3 or len(self.named) < 3:
                text = "The bulletin needs three readings and a cause for every station."
            else:
                self.sent = True
                right = self.named == self.causes
                return "The bulletin goes out.", 1.0 if right else 0.0, True, False, info
        else:
            text = "The desk cannot use that."
        if self.turn >= self.max_turns:
            self.late = True
            return text + " The deadline has passed.", 0.0, False, True, {"readings": self._count()}
        return text + "\n" + self._desk(), 0.0, False, False, {"readings": self._count()}

    def solution(self):
        causes = " and ".join(f"{c} at {s}" for s, c in self.causes.items())
        return (
            "First look at enough instruments to tell the signatures apart, starting with the pressure. "
            f"Comparing them with the guide shows that there is a {causes}. Enter that and send the bulletin."
        )
