"""`ToolUseBaseEnv`: what a tool-use environment derives from. Own implementation of the reference's protocol.

An action holds tool calls, as `<tool_call>{"name": …, "arguments": {…}}</tool_call>` or as
`<tool_call><function=NAME><parameter=KEY>value</parameter></function></tool_call>`, and ends with
`<answer>…</answer>`. A subclass gives `reset`, `solution` and `tool_NAME` methods, and may give `_check_answer`.

Where it differs from the reference, on purpose (`ReferenceToolUseBaseEnv` restores each):
- once an episode has ended, nothing pays or changes any more;
- every tool call is a turn, also through `execute_tool` and also several in one action;
- rewards stay in [0, 1]: a malformed action earns 0, not -0.1;
- arguments that are no object, that the tool does not take, or that it misses are refused before the call;
- the end of time does not print the solution.
"""

import html
import inspect
import json
import re

_CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
_ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)
_FUNCTION = re.compile(r"<function=([^<>\s]+)>(.*?)</function>", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([^<>\s]+)>(.*?)</parameter>", re.DOTALL)

FORMAT = 'Call a tool with <tool_call>{"name": …, "arguments": {…}}</tool_call>, or finish with <answer>…</answer>.'


class MalformedCall(ValueError):
    """A tool call that cannot be read; the message tells the agent what to mend."""


def parse_call(text):
    """`(name, arguments)` of one call's inner text, in either syntax. Raises MalformedCall."""
    function = _FUNCTION.search(text)
    if function:
        return function.group(1), {key: _parameter(value) for key, value in _PARAMETER.findall(function.group(2))}
    try:
        call = json.loads(text)
    except (ValueError, RecursionError):
        raise MalformedCall("the tool call is not valid JSON") from None
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        raise MalformedCall('the tool call needs a "name"')
    arguments = call.get("arguments", {})
    if not isinstance(arguments, dict):
        raise MalformedCall('"arguments" must be an object')
    return call["name"], arguments


def _parameter(text):
    value = html.unescape(text.strip())
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


class ToolUseBaseEnv:
    """Base of tool-use environments; see the module's head for the protocol."""

    _ended_turn = None  # the turn on which the episode ended; a reset that zeroes turn_count clears it

    def __init__(self, max_turns=10, **kwargs):
        self.max_turns = max_turns
        self.turn_count = 0
        self._tools = {}
        self._state = {}
        self._call_history = []
        self._expected_answer = None
        self.reset()

    def reset(self, seed=None):
        """Builds the task: `_tools`, `_state`, `_expected_answer`. Returns `(observation, info)`."""
        raise NotImplementedError("a tool-use environment must implement reset()")

    def solution(self):
        """The tool calls and the answer that win from the present task."""
        raise NotImplementedError("a tool-use environment must implement solution()")

    def get_tools(self):
        """The tools' schemas in the function-calling format of chat templates."""
        return [
            {
                "type": "function",
                "function": {
                    "name": name,
                    "description": tool.get("description", ""),
                    "parameters": tool.get("parameters", {"type": "object", "properties": {}}),
                },
            }
            for name, tool in self._tools.items()
        ]

    def execute_tool(self, name, arguments):
        """One call that a chat template has already parsed; it is a turn. Gives `{"output", "returncode"}`."""
        if self._over():
            return {"output": "The episode is over.", "returncode": 1}
        self.turn_count += 1
        output, failed = self._run_tool(name, arguments)
        return {"output": output, "returncode": int(failed)}

    def step(self, action):
        """Runs the action's calls in the order of their text, then its answer."""
        if self._over():
            ended_in_time = self._ended_turn[1]
            self.turn_count += 1
            return "The episode is over.", 0.0, ended_in_time, not ended_in_time, {}
        parts = sorted([*_CALL.finditer(action), *_ANSWER.finditer(action)], key=lambda part: part.start())
        if not parts:
            self.turn_count += 1
            return self._after_turn("Format error: no tool call and no answer. " + FORMAT)
        results = []
        for part in parts:
            self.turn_count += 1
            if part.re is _ANSWER:
                if self._check_answer(part.group(1).strip()):
                    self._ended_turn = (self.turn_count, True)
                    return "\n\n".join([*results, "Correct!"]), 1.0, True, False, {}
                results.append(self._incorrect_answer_feedback())
            else:
                results.append(self._call_result(part.group(1)))
            if self.turn_count >= self.max_turns:
                break
        return self._after_turn("\n\n".join(results))

    def _over(self):
        if self._ended_turn is not None and self.turn_count < self._ended_turn[0]:
            self._ended_turn = None
        return self._ended_turn is not None

    def _after_turn(self, observation):
        if self.turn_count < self.max_turns:
            return observation, 0.0, False, False, {}
        self._ended_turn = (self.turn_count, False)
        return observation + "\n\nTime is up.", 0.0, False, True, {}

    def _call_result(self, text):
        try:
            name, arguments = parse_call(text)
        except MalformedCall as problem:
            return f"Format error: {problem}. {FORMAT}"
        output, failed = self._run_tool(name, arguments)
        return output if failed else f"Tool result:\n{output}"

    def _run_tool(self, name, arguments):
        """`(output, failed)`; a failed call changes nothing that the base class keeps."""
        method = getattr(self, f"tool_{name}", None)
        if not callable(method):
            return f"Unknown tool '{name}'. Available: {', '.join(self._tools)}", True
        problem = _argument_problem(method, arguments)
        if problem:
            return f"Error calling {name}: {problem}", True
        try:
            result = str(method(**arguments))
        except MemoryError:
            raise
        except Exception as error:
            return f"Error calling {name}: {error}", True
        self._call_history.append({"name": name, "arguments": arguments, "result": result})
        return result, False

    def _incorrect_answer_feedback(self):
        """What a refused answer is told: in a conversation, which instruction is still open."""
        messages, current = getattr(self, "_user_messages", None), getattr(self, "_current_msg", None)
        if isinstance(messages, (list, tuple)) and isinstance(current, int) and 0 <= current < len(messages):
            return f"Incorrect. Instruction {current + 1} of {len(messages)} is still open: {messages[current]}"
        return "Incorrect. Keep using the tools."

    def _check_answer(self, answer):
        """Equal up to case, or equal as numbers within 0.01 after dropping `$` and `,`."""
        given, expected = str(answer).strip(), str(self._expected_answer).strip()
        if given.lower() == expected.lower():
            return True
        try:
            return abs(_number(given) - _number(expected)) < 0.01
        except ValueError:
            return False

    def _obs_suffix(self):
        """Once listed the tools; older environments still call it."""
        return ""

    def close(self):
        pass


def _number(text):
    return float(text.replace("$", "").replace(",", ""))


def _argument_problem(method, arguments):
    """Why `method` cannot take `arguments`, or None."""
    if not isinstance(arguments, dict):
        return "arguments must be an object"
    try:
        inspect.signature(method).bind(**arguments)
    except TypeError as problem:
        return str(problem)
    return None


class ReferenceToolUseBaseEnv(ToolUseBaseEnv):
    """The reference's behaviour (`compat`): pays again after the end, takes the first call only, fines bad format."""

    def execute_tool(self, name, arguments):
        output, failed = self._run_tool(name, arguments)
        return {"output": output, "returncode": int(failed)}

    def step(self, action):
        self.turn_count += 1
        late = self.turn_count >= self.max_turns
        answer = _ANSWER.search(action)
        if answer:
            if self._check_answer(answer.group(1).strip()):
                return "Correct!", 1.0, True, False, {}
            return self._reference_turn(self._incorrect_answer_feedback(), "Wrong answer.", 0.0, late)
        call = _CALL.search(action)
        if not call:
            return self._reference_turn("Format error: " + FORMAT, "Time up.", -0.1, late)
        try:
            name, arguments = parse_call(call.group(1))
        except MalformedCall as problem:
            if '"arguments"' not in str(problem):
                return self._reference_turn(f"Format error: {problem}.", "Time up.", -0.1, late)
            name, arguments = json.loads(call.group(1))["name"], {}
        if getattr(self, f"tool_{name}", None) is None:
            return self._reference_turn(f"Unknown tool '{name}'. Available: {', '.join(self._tools)}", "Time up.", 0.0, late)
        output = "Tool result:\n" + self._run_tool(name, arguments)[0]
        return self._reference_turn(output, output + "\n\nTime up.", 0.0, late)

    def _reference_turn(self, observation, last_observation, reward, late):
        if late:
            return f"{last_observation} Solution:\n{self.solution()}", 0.0, False, True, {}
        return observation, reward, False, False, {}


ReferenceToolUseBaseEnv.__name__ = ReferenceToolUseBaseEnv.__qualname__ = "ToolUseBaseEnv"
