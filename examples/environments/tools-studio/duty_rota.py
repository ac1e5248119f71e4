from datetime import date, timedelta
import json
import random

STAFF = ["Aled", "Bryn", "Cara", "Dilys", "Ewan", "Ffion"]
SHIFTS = ["early", "late", "night"]


class DutyRotaEnv(ToolUseBaseEnv):
    """Look up shifts in a rota, swap one, and publish the week."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        first = date(2031, 1, 6) + timedelta(days=7 * rng.randrange(50))
        rota = {}
        for offset in range(7):
            day = (first + timedelta(days=offset)).isoformat()
            rota[day] = dict(zip(SHIFTS, rng.sample(STAFF, 3)))
        self._week = first.isoformat()
        self._day = rng.choice(sorted(rota))
        self._shift = rng.choice(SHIFTS)
        on_duty = list(rota[self._day].values())
        self._stand_in = rng.choice([s for s in STAFF if s not in on_duty])
        self._code = f"W{rng.randint(1000, 9999)}"
        self._state = {"rota": rota, "seen": None, "published": None}
        day, shift, stand_in, code = self._day, self._shift, self._stand_in, self._code
        self._user_messages = [
            f"Show me the rota of {day}.",
            f"{rota[day][shift]} is ill on that day. Give the {shift} shift to {stand_in}.",
            f"Publish the week under the code {code}.",
        ]
        self._message_criteria = [
            lambda s: s["seen"] == day,
            lambda s: s["rota"][day][shift] == stand_in,
            lambda s: s["published"] == code,
        ]
        self._tools = {
            "show_day": {
                "description": "Show the shifts of a day (YYYY-MM-DD).",
                "parameters": {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]},
            },
            "assign_shift": {
                "description": "Give a shift of the shown day to somebody else.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "shift": {"type": "string", "enum": SHIFTS},
                        "person": {"type": "string"},
                    },
                    "required": ["shift", "person"],
                },
            },
            "publish_week": {
                "description": "Publish the rota.",
                "parameters": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]},
            },
            "count_shifts": {
                "description": "How many shifts a person has, from a given date on.",
                "parameters": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "from_date": {"type": "string"}},
                    "required": ["name"],
                },
            },
        }
        return (
            self._user_messages[0]
            + "\n\nFormat: <tool_call>{\"name\": ..., \"arguments\": {...}}</tool_call>, finally <answer>done</answer>."
        ), {}

    def _advance_if_done(self):
        if self._current_msg < len(self._message_criteria) and self._message_criteria[self._current_msg](self._state):
            self._current_msg += 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_show_day(self, day):
        if not isinstance(day, str) or day not in self._state["rota"]:
            return f"Error: the week runs from {self._week} for seven days."
        self._state["seen"] = day
        return json.dumps(self._state["rota"][day]) + self._advance_if_done()

    def tool_assign_shift(self, shift, person):
        if shift not in SHIFTS or person not in STAFF:
            return f"Error: shifts are {', '.join(SHIFTS)}; staff are {', '.join(STAFF)}."
        if self._state["seen"] is None or self._current_msg < 1:
            return "Error: show the day first."
        day = self._state["rota"][self._state["seen"]]
        if person in day.values() and day[shift] != person:
            return f"Error: {person} is on duty that day already."
        day[shift] = person
        return f"{person} takes the {shift} shift." + self._advance_if_done()

    def tool_publish_week(self, code):
        if not isinstance(code, str) or len(code) != 5 or code[0] != "W":
            return "Error: a code is W and four digits."
        if self._current_msg < 2:
            return "Error: there is a change to be made first."
        self._state["published"] = code
        return f"Published under {code}." + self._advance_if_done()

    def tool_count_shifts(self, person, since=None):
        count = 0
        for day, shifts in self._state["rota"].items():
            if since is None or day >= since:
                count += list(shifts.values()).count(person)
        return f"{count} shifts." + self._advance_if_done()

    def solution(self):
        return (
            f"1. show_day(day='{self._day}') "
            f"2. assign_shift(shift='{self._shift}', person='{self._stand_in}') "
            f"3. publish_week(code='{self._code}') <answer>done</answer>"
        )
