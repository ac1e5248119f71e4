import math
import random
import re


class OrbitTransferEnv:
    """Bring a probe from a low to a high circular orbit with impulses at the right ends of the ellipse."""

    def __init__(self, max_turns=15):
        self.max_turns = max_turns
        self.low = 0
        self.high = 0
        self.start = 0
        self.fuel = 0
        self.periapsis = 0
        self.apoapsis = 0
        self.at_apoapsis = False
        self.turn = 0
        self.docked = False
        self.failed = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.low = rng.randrange(7000, 9000, 100)
        self.high = self.low + 400 * rng.randint(3, 5)
        self.start = self.low
        self.periapsis = self.low
        self.apoapsis = self.low
        self.at_apoapsis = False
        self.fuel = 2 * (self.high - self.low) // 400
        self.turn = 0
        self.docked = False
        self.failed = False
        intro = (
            f"A probe circles a planet at {self.low} km and has to reach a circular orbit at {self.high} km. "
            "A prograde burn raises the opposite end of the orbit by 400 km, a retrograde burn lowers it by 400 km. "
            "Drift carries the probe to the other end. Dock when the orbit is circular at the target.\n"
        )
        observation = intro + self._telemetry()
        if seed is None:
            # Interactive play: no bookkeeping needed.
            return observation
        return observation, {"fuel": self.fuel}

    def _period(self):
        """Minutes, for a planet like the Earth."""
        axis = (self.periapsis + self.apoapsis) / 2
        return 2 * math.pi * math.sqrt(axis ** 3 / 398600.4) / 60

    def _telemetry(self):
        end = "apoapsis" if self.at_apoapsis else "periapsis"
        return (
            f"Periapsis {self.periapsis} km, apoapsis {self.apoapsis} km, period {self._period():.0f} min; "
            f"the probe is at {end}. Fuel for {self.fuel} burns.\n"
            "Send one command: \\boxed{prograde}, \\boxed{retrograde}, \\boxed{drift}, \\boxed{dock}"
        )

    def _burn(self, change):
        if self.fuel == 0:
            return "The tanks are empty."
        self.fuel -= 1
        if self.at_apoapsis:
            self.periapsis += change
        else:
            self.apoapsis += change
        if self.periapsis > self.apoapsis:
            self.periapsis, self.apoapsis = self.apoapsis, self.periapsis
            self.at_apoapsis = not self.at_apoapsis
        if self.periapsis < 6700:
            self.failed = True
            return "The probe dips into the atmosphere and burns up."
        return f"The engine burns; the orbit changes by {abs(change)} km."

    def _read(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        return re.sub(r"\\text|[{}$\"']", " ", m.group(1)).strip().lower() if m else None

    def step(self, action):
        if self.docked or self.failed:
            return "There is no contact with the probe.", 0.0, True, False, {"fuel": self.fuel}
        word = self._read(action)
        if word not in ("prograde", "retrograde", "drift", "dock"):
            # Do not charge the agent a turn for a format slip.
            return "Ground control did not get that.\n" + self._telemetry(), 0.0, False, False, {"fuel": self.fuel}
        self.turn += 1
        if word == "prograde":
            text = self._burn(400)
        elif word == "retrograde":
            text = self._burn(-400)
        elif word == "drift":
            self.at_apoapsis = not self.at_apoapsis
            text = "Half a revolution later."
        else:
            self.docked = True
            if self.periapsis == self.apoapsis == self.high:
                return "Soft contact: the probe has docked.", 1.0, True, False, {"fuel": self.fuel}
            return "The probe misses the station.", 0.0, True, False, {"fuel": self.fuel}
        if self.failed:
            return text, 0.0, True, False, {"fuel": self.fuel}
        if self.turn >= self.max_turns:
            return text + " The batteries are flat.", 0.0, False, True, {"fuel": self.fuel}
        return text + "\n" + self._telemetry(), 0.0, False, False, {"fuel": self.fuel}

    def solution(self):
        plan = [] if not self.at_apoapsis else ["drift"]
        plan += ["prograde"] * ((self.high - self.apoapsis) // 400)
        plan.append("drift")
        plan += ["prograde"] * ((self.high - self.periapsis) // 400)
        return " -> ".join(plan + ["dock"])
