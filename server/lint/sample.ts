/** Sound environments that the tests of rules spoil, each in its own way. */

export const GAME = `import random
import re


class LeverEnv:
    """Find the lever that opens the gate."""

    def __init__(self, max_turns=8):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        self.rng = random.Random(seed)
        self.lever = self.rng.choice(["amber", "blue", "coral", "green"])
        self.turn = 0
        self.done = False
        return self._prompt("A gate with four levers."), {}

    def step(self, action):
        if self.done:
            return "The gate has been dealt with.", 0.0, True, False, {}
        self.turn += 1
        match = re.search(r"\\\\boxed\\{(\\w+)\\}", action)
        word = match.group(1).lower() if match else ""
        if word == self.lever:
            self.done = True
            return "The gate opens.", 1.0, True, False, {}
        late = self.turn >= self.max_turns
        return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}

    def _prompt(self, text):
        return text + " Levers: amber, blue, coral, green. Answer with \\\\boxed{lever}."

    def solution(self):
        return f"\\\\boxed{{{self.lever}}}"
`;

export const TOOLS = `import random


class ThermostatEnv(ToolUseBaseEnv):
    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._degrees = rng.randint(17, 24)
        self._state = {"target": None}
        self._tools = {
            "set_target": {
                "description": "Set the target in degrees.",
                "parameters": {
                    "type": "object",
                    "properties": {"degrees": {"type": "integer"}},
                    "required": ["degrees"],
                },
            },
        }
        degrees = self._degrees
        self._user_messages = [f"Heat the room to {degrees} degrees."]
        self._message_criteria = [lambda s: s["target"] == degrees]
        self._current_msg = 0
        self._expected_answer = "done"
        return self._user_messages[0], {}

    def tool_set_target(self, degrees):
        if not isinstance(degrees, int):
            return "Error: degrees must be a whole number"
        self._state["target"] = degrees
        return f"The target is {degrees} degrees." + self._advance_if_done()

    def _advance_if_done(self):
        if self._current_msg < 1 and self._message_criteria[0](self._state):
            self._current_msg = 1
            return " All steps are complete."
        return ""

    def _check_answer(self, answer):
        return answer.strip() == "done" and self._current_msg == 1

    def solution(self):
        return f"set_target(degrees={self._degrees})\\n<answer>done</answer>"
`;

/** The source with texts put in place of others, each of which must be there once. */
export function variant(
  source: string,
  ...changes: readonly (readonly [from: string, to: string])[]
): string {
  return changes.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`${parts.length - 1} times in the source: ${from}`);
    return parts.join(to);
  }, source);
}
