"""Two-machine flow shop: every job is first milled, then painted, in the same order."""

import random
import re
from itertools import permutations

JOB_NAMES = "PQRSTUVW"
COUNT = 5


def makespan(order, times):
    mill = paint = 0
    for job in order:
        mill += times[job][0]
        paint = max(paint, mill) + times[job][1]
    return paint


def johnson(times):
    """Johnson's rule: short milling first, short painting last."""
    front = sorted((j for j in times if times[j][0] <= times[j][1]), key=lambda j: (times[j][0], j))
    back = sorted((j for j in times if times[j][0] > times[j][1]), key=lambda j: (-times[j][1], j))
    return front + back


class FlowShopEnv:
    """Queue five jobs so that the last one leaves the paint booth as early as possible."""

    def __init__(self, max_turns=16):
        self.max_turns = max_turns
        self.times = {}
        self.queue = []
        self.goal = 0
        self.ticks = 0
        self.started = False
        self.overrun = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.times = self._hard_instance(rng)
        self.goal = makespan(johnson(self.times), self.times)
        self.queue = []
        self.ticks = 0
        self.started = False
        self.overrun = False
        table = "\n".join(f"  job {j}: milling {a} min, painting {b} min" for j, (a, b) in self.times.items())
        return (
            "A workshop has one mill and one paint booth. Every job is milled and then painted; both machines "
            "take the jobs in queue order, one at a time.\n" + table + "\n"
            "Queue all jobs so that painting is finished as early as possible, then start. Only the earliest "
            "possible finish counts.\n" + self._prompt(),
            {"queued": 0},
        )

    def _hard_instance(self, rng):
        """Of some random instances the one in which the fewest of the 120 orders are optimal."""
        hardest, fewest = {}, 10 ** 6
        for _ in range(8):
            names = rng.sample(JOB_NAMES, COUNT)
            times = {j: (rng.randint(2, 15), rng.randint(2, 15)) for j in sorted(names)}
            goal = makespan(johnson(times), times)
            optimal = sum(makespan(p, times) == goal for p in permutations(times))
            if optimal < fewest:
                hardest, fewest = times, optimal
        return hardest

    def _prompt(self):
        waiting = [j for j in self.times if j not in self.queue]
        shown = " ".join(self.queue) if self.queue else "empty"
        lines = [f"Queue: {shown}. Turn {self.ticks} of {self.max_turns}.", "Possible actions:"]
        lines += [f"- \\boxed{{queue {j}}}" for j in waiting]
        if self.queue:
            lines.append("- \\boxed{undo} (takes the last job out of the queue)")
        if not waiting:
            lines.append("- \\boxed{start}")
        return "\n".join(lines)

    def _choice(self, action):
        m = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if m is None:
            return ()
        return tuple(re.sub(r"\\text|[{}$\"']", " ", m.group(1)).upper().split())

    def step(self, action):
        if self.started or self.overrun:
            return "The workshop has shut.", 0.0, self.started, self.overrun, {"queued": len(self.queue)}
        self.ticks += 1
        choice = self._choice(action)
        if len(choice) == 2 and choice[0] == "QUEUE" and choice[1] in self.times:
            job = choice[1]
            if job in self.queue:
                text = f"Job {job} is queued already."
            else:
                self.queue.append(job)
                text = f"Job {job} joins the queue."
        elif choice == ("UNDO",):
            text = f"Job {self.queue.pop()} leaves the queue." if self.queue else "The queue is empty."
        elif choice == ("START",):
            if len(self.queue) == COUNT:
                return self._run()
            text = "The foreman starts only when every job is queued."
        else:
            text = "The foreman shrugs: no such order."
        if self.ticks >= self.max_turns:
            self.overrun = True
            return text + " The day is over.", 0.0, False, True, {"queued": len(self.queue)}
        return text + "\n" + self._prompt(), 0.0, False, False, {"queued": len(self.queue)}

    def _run(self):
        self.started = True
        finish = makespan(self.queue, self.times)
        if finish == self.goal:
            return f"Everything is dry after {finish} minutes, the earliest possible.", 1.0, True, False, {"queued": COUNT}
        return f"Everything is dry after {finish} minutes; it could have been sooner.", 0.0, True, False, {"queued": COUNT}

    def solution(self):
        order = johnson(self.times)
        keep = 0
        while keep < len(self.queue) and self.queue[keep] == order[keep]:
            keep += 1
        plan = ["undo"] * (len(self.queue) - keep) + [f"queue {j}" for j in order[keep:]] + ["start"]
        return "\n".join("\\boxed{" + step + "}" for step in plan)
