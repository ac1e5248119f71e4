import json
import random

WARDS = ["cardiology", "dermatology", "neurology", "orthopaedics"]
DOCTORS = ["Dr Abel", "Dr Bosch", "Dr Costa", "Dr Dahl", "Dr Egger", "Dr Fuchs"]
SLOTS = ["08:30", "09:15", "10:00", "11:30", "13:00", "14:45", "16:10"]


class ClinicCalendarEnv(ToolUseBaseEnv):
    """Find the first free appointment that meets a patient's conditions, book it, and confirm it."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"

        ward = rng.choice(WARDS)
        doctors = rng.sample(DOCTORS, 4)
        calendar = []
        for doctor in doctors:
            place = ward if doctor in doctors[:2] else rng.choice(WARDS)
            for day in sorted(rng.sample(range(2, 28), 3)):
                calendar.append({"doctor": doctor, "ward": place, "day": day, "slot": rng.choice(SLOTS)})
        rng.shuffle(calendar)
        free = [c for c in calendar if c["ward"] == ward]
        after = rng.randint(2, 12)
        later = [c for c in free if c["day"] > after]
        self._pick = min(later or free, key=lambda c: (c["day"], c["slot"], c["doctor"]))
        self._after = after if later else 1
        self._ward = ward
        self._patient = f"P{rng.randint(20000, 99999)}"
        self._channel = rng.choice(["sms", "letter", "call"])
        self._minutes = rng.choice([20, 30, 40, 50])
        self._state = {"patient": None, "calendar": calendar, "booking": None, "minutes": None, "channel": None}

        pick, patient, channel, minutes = dict(self._pick), self._patient, self._channel, self._minutes
        keys = ("doctor", "day", "slot")
        self._user_messages = [
            f"Open the file of patient {patient}.",
            f"Book the earliest free appointment in {ward} that lies after day {self._after} of the month.",
            f"Reserve {minutes} minutes for it.",
            f"Confirm it by {channel}.",
        ]
        self._message_criteria = [
            lambda s: s["patient"] == patient,
            lambda s: s["booking"] is not None and all(s["booking"][k] == pick[k] for k in keys),
            lambda s: s["minutes"] == minutes,
            lambda s: s["channel"] == channel,
        ]
        self._tools = {
            "open_file": self._entry("Open a patient's file; a booking in work is dropped.", patient_id={"type": "string"}),
            "free_slots": self._entry("Free appointments of a ward, in no particular order.", ward={"type": "string", "enum": WARDS}),
            "book": self._entry(
                "Book a free appointment for the open file.",
                doctor={"type": "string"},
                day={"type": "integer", "minimum": 1, "maximum": 31},
                slot={"type": "string", "enum": SLOTS},
            ),
            "set_length": self._entry("Length of the booked appointment in minutes.", minutes={"type": "integer", "enum": [20, 30, 40, 50]}),
            "confirm": self._entry("Confirm the booked appointment.", channel={"type": "string", "enum": ["sms", "letter", "call"]}),
            "parking": self._entry("Whether the ward has parking.", ward={"type": "string", "enum": WARDS}),
        }
        return self._user_messages[0] + self._how_to(), {}

    def _entry(self, description, **properties):
        return {
            "description": description,
            "parameters": {"type": "object", "properties": properties, "required": list(properties.keys())},
        }

    def _how_to(self):
        return (
            "\n\nRespond with <tool_call>{\"name\": ..., \"arguments\": {...}}</tool_call>. "
            "After all instructions respond with <answer>done</answer>."
        )

    def _advance_if_done(self):
        position = self._current_msg
        total = len(self._user_messages)
        if position < total and self._message_criteria[position](self._state):
            self._current_msg = position + 1
            if self._current_msg < total:
                return f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        finished = self._current_msg >= len(self._user_messages)
        return finished and answer.strip().lower() == "done"

    def tool_open_file(self, patient_id):
        if patient_id != self._patient:
            return "Error: no file under that number."
        self._state.update(patient=patient_id, booking=None, minutes=None, channel=None)
        return f"The file of {patient_id} is open." + self._advance_if_done()

    def tool_free_slots(self, ward):
        if ward not in WARDS:
            return f"Error: wards are {', '.join(WARDS)}."
        rows = [{k: c[k] for k in ("doctor", "day", "slot")} for c in self._state["calendar"] if c["ward"] == ward]
        return json.dumps(rows) + self._advance_if_done()

    def tool_book(self, doctor, day, slot):
        if self._state["patient"] is None:
            return "Error: no file is open."
        if not isinstance(day, int) or isinstance(day, bool):
            return "Error: the day is a whole number."
        if slot not in SLOTS:
            return f"Error: slots are {', '.join(SLOTS)}."
        match = [c for c in self._state["calendar"] if (c["doctor"], c["day"], c["slot"]) == (doctor, day, slot)]
        if not match:
            return "Error: that appointment is not free."
        self._state.update(booking=dict(match[0]), minutes=None, channel=None)
        return f"Booked: {doctor}, day {day}, {slot}." + self._advance_if_done()

    def tool_set_length(self, minutes):
        if not isinstance(minutes, int) or isinstance(minutes, bool) or minutes not in (20, 30, 40, 50):
            return "Error: minutes are 20, 30, 40 or 50."
        if self._current_msg < 2 or self._state["booking"] is None:
            return "Error: the requested appointment is not booked yet."
        self._state.update(minutes=minutes, channel=None)
        return f"{minutes} minutes are reserved." + self._advance_if_done()

    def tool_confirm(self, channel):
        if channel not in ("sms", "letter", "call"):
            return "Error: channels are sms, letter and call."
        if self._current_msg < 3 or self._state["minutes"] is None:
            return "Error: the appointment has no length yet."
        self._state["channel"] = channel
        return f"Confirmed by {channel}." + self._advance_if_done()

    def tool_parking(self, ward):
        if ward not in WARDS:
            return f"Error: wards are {', '.join(WARDS)}."
        return ("Yes" if len(ward) > 9 else "No") + self._advance_if_done()

    def solution(self):
        pick = self._pick
        return "\n".join([
            f"open_file(patient_id='{self._patient}')",
            f"free_slots(ward='{self._ward}')",
            f"book(doctor='{pick['doctor']}', day={pick['day']}, slot='{pick['slot']}')",
            f"set_length(minutes={self._minutes})",
            f"confirm(channel='{self._channel}')",
            "<answer>done</answer>",
        ])
