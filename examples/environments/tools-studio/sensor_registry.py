import json
import random

SITES = ["dam", "ridge", "quay", "tunnel"]


class SensorRegistryEnv(ToolUseBaseEnv):
    """Register a sensor, calibrate it against a reference and connect it to an alarm."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        self._serial = f"N{rng.randint(10000, 99999)}"
        self._site = rng.choice(SITES)
        self._offset = rng.randint(-9, 9)
        self._channel = rng.randint(1, 16)
        self._threshold = rng.randint(30, 90)
        self._state = {"sensors": {}, "reference": {"site": self._site, "value": rng.randint(100, 200)}, "alarms": []}
        serial, offset, channel, threshold = self._serial, self._offset, self._channel, self._threshold
        self._user_messages = [
            f"Register sensor {serial} at the {self._site}.",
            "Calibrate it with the offset that the workshop measured yesterday.",
            f"Connect it to alarm channel {channel}.",
            f"Set the threshold to {threshold} and report.",
        ]
        self._message_criteria = [
            lambda s: serial in s["sensors"],
            lambda s: s["sensors"][serial]["offset"] == offset,
            lambda s: s["alarms"][0]["channel"] == channel,
            lambda s: s.get("threshold") == threshold,
        ]
        self._tools = {
            "register_sensor": {
                "description": "Register a sensor at a site.",
                "parameters": {
                    "type": "object",
                    "properties": {"serial": {"type": "string"}, "site": {"type": "string", "enum": SITES}},
                    "required": ["serial", "site"],
                },
            },
            "calibrate": {
                "description": "Store the offset of the registered sensor.",
                "parameters": {"type": "object", "properties": {"offset": {"type": "int"}}, "required": ["offset"]},
            },
            "connect_alarm": {
                "description": "Connect the registered sensor to an alarm channel.",
                "parameters": {
                    "type": "object",
                    "properties": {"channel": {"type": "integer", "minimum": 1, "maximum": 16}},
                    "required": ["channel"],
                },
            },
            "set_threshold": {
                "description": "Threshold of the alarm.",
                "parameters": {
                    "type": "object",
                    "properties": {"threshold": {"type": "integer"}},
                    "required": ["threshold"],
                },
            },
            "site_notes": {
                "description": "Notes about a site.",
                "parameters": {
                    "type": "object",
                    "properties": {"topic": {"type": "string", "enum": []}},
                    "required": ["topic"],
                },
            },
        }
        return (
            self._user_messages[0]
            + '\n\nTool calls: <tool_call>{"name": ..., "arguments": {...}}</tool_call>. At the end: <answer>done</answer>.'
        ), {}

    def _advance_if_done(self):
        if self._current_msg < len(self._user_messages) and self._message_criteria[self._current_msg](self._state):
            self._current_msg += 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_register_sensor(self, serial, site):
        if site not in SITES or not isinstance(serial, str) or len(serial) != 6:
            return f"Error: a serial has six characters; sites are {', '.join(SITES)}."
        if len(self._state["sensors"]) >= 5:
            return "Error: the registry is full."
        self._state["sensors"].setdefault(serial, {"site": site, "offset": None})
        return f"Sensor {serial} is registered at the {site}." + self._advance_if_done()

    def tool_calibrate(self, offset):
        if not isinstance(offset, int) or isinstance(offset, bool) or abs(offset) > 50:
            return "Error: the offset is a whole number from -50 to 50."
        if self._serial in self._state["sensors"]:
            self._state["sensors"][self._serial]["offset"] = offset
            return f"Offset {offset} stored." + self._advance_if_done()

    def tool_connect_alarm(self, channel):
        if not isinstance(channel, int) or isinstance(channel, bool) or not 1 <= channel <= 16:
            return "Error: channels run from 1 to 16."
        if self._current_msg < 2:
            return "Error: the sensor has not been calibrated."
        self._state["alarms"] = [{"channel": channel}]
        return f"Connected to channel {channel}." + self._advance_if_done()

    def tool_set_threshold(self, threshold):
        if not isinstance(threshold, int) or isinstance(threshold, bool):
            return "Error: the threshold is a whole number."
        if self._current_msg < 3:
            return "Error: there is no alarm yet."
        self._state["threshold"] = threshold
        return f"The alarm goes off at {threshold}." + self._advance_if_done()

    def tool_site_notes(self, topic):
        notes = json.dumps({"site": self._state["reference"]["site"], "topic": topic if isinstance(topic, str) else ""})
        return notes[:200] + self._advance_if_done()

    def solution(self):
        return (
            f"register_sensor(serial='{self._serial}', site='{self._site}')\n"
            f"calibrate(offset={self._offset})\n"
            f"connect_alarm(channel={self._channel})\n"
            f"set_threshold(threshold={self._threshold})\n"
            "<answer>done</answer>"
        )
