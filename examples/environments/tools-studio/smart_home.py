import random

ROOMS = ["attic", "cellar", "kitchen", "library", "nursery", "porch"]
MODES = ["eco", "comfort", "frost_guard"]
SCENES = ["reading", "dinner", "night", "cinema"]


class SmartHomeEnv(ToolUseBaseEnv):
    """Choose the right one of several look-alike tools of a house, and decline what no tool can do."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"

        self.room, self.other = rng.sample(ROOMS, 2)
        self.mode = rng.choice(MODES)
        self.degrees = rng.randint(12, 26)
        self.scene = rng.choice(SCENES)
        self.percent = rng.choice([15, 25, 35, 45, 55, 65, 75, 85])
        house = rng.randint(100, 9999)
        self._state = {
            "panel": {"room": None, "mode": None, "target": None},
            "lights": {},
            "declined": [],
        }
        room, mode, degrees, scene, percent = self.room, self.mode, self.degrees, self.scene, self.percent
        self._user_messages = [
            f"House {house} here. Put the heating of the {room} into {mode} mode.",
            f"And let it aim at {degrees} degrees there.",
            f"Now the light in the {self.other}: scene '{scene}' at {percent} percent.",
            "Finally, water the roof garden. (If the house has no tool for that, decline the request with the code R9.)",
        ]
        other = self.other
        self._message_criteria = [
            lambda s: s["panel"]["room"] == room and s["panel"]["mode"] == mode,
            lambda s: s["panel"]["room"] == room and s["panel"]["target"] == degrees,
            lambda s: s["lights"].get(other) == [scene, percent],
            lambda s: "R9" in s["declined"],
        ]
        room_type = {"type": "string", "enum": ROOMS}
        self._tools = {
            "set_heating_mode": self._spec("Mode of the heating in a room.", room=room_type, mode={"type": "string", "enum": MODES}),
            "set_heating_target": self._spec(
                "Target in whole degrees for the room whose mode was set last.", degrees={"type": "integer", "minimum": 5, "maximum": 30}
            ),
            "set_light_scene": self._spec(
                "Scene and brightness of a room's lamps.",
                room=room_type,
                scene={"type": "string", "enum": SCENES},
                percent={"type": "integer", "minimum": 0, "maximum": 100},
            ),
            "read_thermometer": self._spec("Present temperature of a room.", room=room_type),
            "decline_request": self._spec("Decline a request that no other tool can fulfil.", code={"type": "string"}),
        }
        reminder = (
            "\n\nOne tool call a turn, as <tool_call>{\"name\": \"...\", \"arguments\": {...}}</tool_call>; "
            "close with <answer>done</answer>."
        )
        return self._user_messages[0] + reminder, {}

    @staticmethod
    def _spec(description, **properties):
        return {
            "description": description,
            "parameters": {"type": "object", "properties": properties, "required": list(properties)},
        }

    def _advance_if_done(self):
        i = self._current_msg
        if i < len(self._user_messages) and self._message_criteria[i](self._state):
            self._current_msg += 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {i + 1} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    @staticmethod
    def _whole(value, low, high):
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    def tool_set_heating_mode(self, room, mode):
        if room not in ROOMS:
            return f"Error: rooms are {', '.join(ROOMS)}."
        if mode not in MODES:
            return f"Error: modes are {', '.join(MODES)}."
        self._state["panel"] = {"room": room, "mode": mode, "target": None}
        return f"Heating in the {room}: {mode}." + self._advance_if_done()

    def tool_set_heating_target(self, degrees):
        if not self._whole(degrees, 5, 30):
            return "Error: the target is a whole number from 5 to 30."
        if self._current_msg < 1 or self._state["panel"]["room"] is None:
            return "Error: the panel is locked until a mode has been confirmed."
        self._state["panel"]["target"] = degrees
        return f"Target in the {self._state['panel']['room']}: {degrees} degrees." + self._advance_if_done()

    def tool_set_light_scene(self, room, scene, percent):
        if room not in ROOMS or scene not in SCENES:
            return f"Error: rooms are {', '.join(ROOMS)}; scenes are {', '.join(SCENES)}."
        if not self._whole(percent, 0, 100):
            return "Error: percent is a whole number from 0 to 100."
        if self._current_msg < 2:
            return "Error: the light controller waits for the heating panel."
        self._state["lights"][room] = [scene, percent]
        return f"Lights in the {room}: {scene}, {percent} percent." + self._advance_if_done()

    def tool_read_thermometer(self, room):
        if room not in ROOMS:
            return f"Error: rooms are {', '.join(ROOMS)}."
        return f"{14 + len(room) % 5} degrees." + self._advance_if_done()

    def tool_decline_request(self, code):
        if not isinstance(code, str) or len(code) != 2 or code[0] != "R" or code[1] not in "0123456789":
            return "Error: a code is R and one digit."
        if self._current_msg < 3:
            return "Error: the present request can be fulfilled with a tool."
        if code not in self._state["declined"]:
            self._state["declined"].append(code)
        return f"Declined ({code})." + self._advance_if_done()

    def solution(self):
        return (
            f"tool_set_heating_mode(room='{self.room}', mode='{self.mode}')\n"
            f"tool_set_heating_target(degrees={self.degrees})\n"
            f"tool_set_light_scene(room='{self.other}', scene='{self.scene}', percent={self.percent})\n"
            "tool_decline_request(code='R9')\n"
            "<answer>done</answer>"
        )
