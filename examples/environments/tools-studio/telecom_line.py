import random

TARIFFS = ["basic", "family", "traveller"]
PROBES = ["signal", "sim", "router"]


class TelecomLineEnv(ToolUseBaseEnv):
    """A line is down. Diagnose it, repair what the diagnosis names, and change the tariff afterwards."""

    FAULTS = {
        "signal": ("no carrier on mast {mast}", "switch_mast"),
        "sim": ("SIM {sim} is not provisioned", "provision_sim"),
        "router": ("router firmware {firmware} is rejected", "flash_router"),
    }

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        self._number = f"07{rng.randint(1000000, 9999999)}"
        self._fault = rng.choice(PROBES)
        self._details = {
            "mast": f"M{rng.randint(100, 999)}",
            "sim": f"S{rng.randint(1000, 9999)}",
            "firmware": f"F{rng.randint(10, 99)}",
        }
        self._tariff = rng.choice(TARIFFS)
        self._pin = f"{rng.randint(1000, 9999)}"
        self._state = {"line": None, "probed": [], "repaired": None, "tariff": None}
        number, tariff, fault = self._number, self._tariff, self._fault
        needed = self._value()
        self._user_messages = [
            f"My line {number} is dead. Select it, please.",
            "Find out what is wrong: probe until you meet a fault.",
            "Repair it with the tool that fits, using the value that the probe named.",
            f"It works again! My PIN is {self._pin}; put me on the {tariff} tariff.",
        ]
        self._message_criteria = [
            lambda s: s["line"] == number,
            lambda s: fault in s["probed"],
            lambda s: s["repaired"] == needed,
            lambda s: s["tariff"] == tariff,
        ]
        string = {"type": "string"}
        self._tools = {
            name: {
                "description": description,
                "parameters": {"type": "object", "properties": properties, "required": list(properties)},
            }
            for name, description, properties in [
                ("select_line", "Select a customer's line.", {"number": string}),
                ("probe", "Probe one part of the selected line.", {"part": {"type": "string", "enum": PROBES}}),
                ("switch_mast", "Move the line away from a dead mast.", {"mast": string}),
                ("provision_sim", "Provision a SIM card.", {"sim": string}),
                ("flash_router", "Replace a rejected firmware.", {"firmware": string}),
                ("set_tariff", "Change the tariff of a working line.", {"pin": string, "tariff": {"type": "string", "enum": TARIFFS}}),
                ("coverage_map", "Describe the coverage of a region.", {"region": string}),
            ]
        }
        return (
            self._user_messages[0]
            + "\n(Tool calls go into <tool_call>{\"name\": ..., \"arguments\": {...}}</tool_call>; "
            "the last message is <answer>done</answer>.)"
        ), {}

    def _value(self):
        key = {"signal": "mast", "sim": "sim", "router": "firmware"}[self._fault]
        return self._details[key]

    def _advance_if_done(self):
        if self._current_msg < len(self._user_messages) and self._message_criteria[self._current_msg](self._state):
            self._current_msg += 1
            if self._current_msg >= len(self._user_messages):
                return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
            return "\n\n[STEP %d COMPLETE — NEW INSTRUCTION] %s" % (
                self._current_msg, self._user_messages[self._current_msg],
            )
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_select_line(self, number):
        if number != self._number:
            return "Error: the number is not in service."
        self._state.update(line=number, probed=[], repaired=None, tariff=None)
        return f"Line {number} is selected." + self._advance_if_done()

    def tool_probe(self, part):
        if part not in PROBES:
            return f"Error: parts are {', '.join(PROBES)}."
        if self._state["line"] is None:
            return "Error: select a line first."
        if part not in self._state["probed"]:
            self._state["probed"].append(part)
        if part != self._fault:
            return f"{part}: in order." + self._advance_if_done()
        if self._state["repaired"] == self._value():
            return f"{part}: in order again." + self._advance_if_done()
        return f"{part}: FAULT, {self.FAULTS[part][0].format(**self._details)}." + self._advance_if_done()

    def _repair(self, part, value):
        if not isinstance(value, str):
            return "Error: the value is text."
        if self._fault not in self._state["probed"]:
            return "Error: no fault has been found yet."
        if part != self._fault or value != self._value():
            return "Error: that does not cure the fault."
        self._state["repaired"] = value
        return f"Repaired ({value})." + self._advance_if_done()

    def tool_switch_mast(self, mast):
        return self._repair("signal", mast)

    def tool_provision_sim(self, sim):
        return self._repair("sim", sim)

    def tool_flash_router(self, firmware):
        return self._repair("router", firmware)

    def tool_set_tariff(self, pin, tariff):
        if tariff not in TARIFFS:
            return f"Error: tariffs are {', '.join(TARIFFS)}."
        if self._state["repaired"] is None:
            return "Error: the line is not working."
        if pin != self._pin:
            return "Error: wrong PIN."
        self._state["tariff"] = tariff
        return f"The line is on the {tariff} tariff." + self._advance_if_done()

    def tool_coverage_map(self, region):
        if not isinstance(region, str):
            return "Error: a region is text."
        return "Coverage is good along the coast and patchy inland." + self._advance_if_done()

    def solution(self):
        tool = self.FAULTS[self._fault][1]
        key = {"switch_mast": "mast", "provision_sim": "sim", "flash_router": "firmware"}[tool]
        calls = [f"select_line(number='{self._number}')"]
        for part in PROBES:
            calls.append(f"probe(part='{part}')")
            if part == self._fault:
                break
        calls.append(f"{tool}({key}='{self._value()}')")
        calls.append(f"set_tariff(pin='{self._pin}', tariff='{self._tariff}')")
        return "\n".join(calls) + "\n<answer>done</answer>"
