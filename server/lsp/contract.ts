/** What the contract demands of each member, for hovers and completion. */
import type { Profile } from '../contract/profile.ts';

export interface Member {
  readonly name: string;
  readonly profile: Profile | 'both';
  /** As it is declared. */
  readonly signature: string;
  /** What a trainer expects of it, in Markdown. */
  readonly demands: string;
  /** What completion inserts behind the indentation of a class's members, as a snippet; absent: not offered. */
  readonly snippet?: string;
}

export const MEMBERS: readonly Member[] = [
  {
    name: '__init__',
    profile: 'games',
    signature: 'def __init__(self, max_turns=20)',
    demands:
      'Called with `max_turns` as keyword, and without it on a `TypeError`. Every other parameter needs a default. Build nothing here that `reset` does not build anew.',
    snippet: 'def __init__(self, max_turns=${1:20}):\n    self.max_turns = max_turns\n    self.reset()',
  },
  {
    name: 'reset',
    profile: 'both',
    signature: 'def reset(self, seed=None) -> tuple[str, dict]',
    demands:
      'Begins an episode and returns `(observation, info)`. The same seed gives the same task, another seed another; without a seed the task is a fresh one. All of the state is set here. The observation says what is to be done and in which form actions are given.',
    snippet:
      'def reset(self, seed=None):\n    rng = random.Random(seed)\n    self.turn = 0\n    ${0:self.target = rng.randint(1, 9)}\n    return "${1:What is to be done, and in which form actions are given.}", {}',
  },
  {
    name: 'step',
    profile: 'games',
    signature: 'def step(self, action: str) -> tuple[str, float, bool, bool, dict]',
    demands:
      'Takes one action and returns `(observation, reward, terminated, truncated, info)`. The action is the agent’s whole text, with its move in `\\boxed{…}`; any text must be answered, never with an exception. `terminated`: the task is over, won or lost; `truncated`: the turns ran out, which pays 0. Never both. Rewards stay in the range; only the last one counts.',
    snippet:
      'def step(self, action):\n    self.turn += 1\n    found = re.search(r"\\\\\\\\boxed\\\\{([^{}]*)\\\\}", action)\n    choice = found.group(1).strip() if found else ""\n    ${0:won = choice == str(self.target)}\n    if won:\n        return "Right.", 1.0, True, False, {}\n    if self.turn >= self.max_turns:\n        return "Time is up.", 0.0, False, True, {}\n    return "${1:What the action showed.}", 0.0, False, False, {}',
  },
  {
    name: 'step',
    profile: 'tool_use',
    signature: 'def step(self, action: str) -> tuple[str, float, bool, bool, dict]',
    demands:
      'Inherited: runs the action’s `<tool_call>`s in order, then its `<answer>`. Each call is a turn. Override `tool_NAME` methods and `_check_answer` instead.',
  },
  {
    name: 'solution',
    profile: 'both',
    signature: 'def solution(self)',
    demands:
      'The actions that win from the present state, as a list of texts; in a tool-use environment the calls as `("name", {arguments})` or `{"name", "arguments"}`, and the answer. It changes nothing and is never shown to the agent: it proves that the task can be won.',
    snippet: 'def solution(self):\n    return [${0:f"\\\\\\\\boxed{{{self.target\\}\\}\\}"}]',
  },
  {
    name: 'max_turns',
    profile: 'both',
    signature: 'max_turns: int',
    demands:
      'How many steps an episode may have. When they are used up `step` returns `truncated=True` and pays nothing. The trainer sets it through the constructor.',
  },
  {
    name: '_tools',
    profile: 'tool_use',
    signature: '_tools: dict[str, dict]',
    demands:
      'Set in `reset`: for each tool its `description` and its `parameters` as JSON Schema. The method behind the tool `name` is `tool_name`, whose parameters are the schema’s properties.',
    snippet:
      'self._tools = {\n    "${1:look_up}": {\n        "description": "${2:What it does and gives.}",\n        "parameters": {\n            "type": "object",\n            "properties": {"${3:key}": {"type": "string"}},\n            "required": ["${3:key}"],\n        },\n    },\n}',
  },
  {
    name: '_expected_answer',
    profile: 'tool_use',
    signature: '_expected_answer',
    demands:
      'Set in `reset`: what `<answer>` must say. Compared without case, or as numbers within 0.01. It must follow from what the tools show, and stand in no observation.',
  },
  {
    name: '_state',
    profile: 'tool_use',
    signature: '_state: dict',
    demands: 'The world that the tools read and change. Built anew by every `reset`.',
  },
  {
    name: '_call_history',
    profile: 'tool_use',
    signature: '_call_history: list[dict]',
    demands: 'Kept by the base class: each call that worked, with `name`, `arguments` and `result`.',
  },
  {
    name: 'turn_count',
    profile: 'tool_use',
    signature: 'turn_count: int',
    demands: 'Counted by the base class: every tool call and every answer is a turn. `reset` sets it to 0.',
  },
  {
    name: '_check_answer',
    profile: 'tool_use',
    signature: 'def _check_answer(self, answer: str) -> bool',
    demands:
      'Whether the answer is right. By default it is compared with `_expected_answer`. It must hold for every right answer and for no other, and change nothing.',
    snippet:
      'def _check_answer(self, answer):\n    return ${0:str(answer).strip().lower() == str(self._expected_answer).strip().lower()}',
  },
  {
    name: 'get_tools',
    profile: 'tool_use',
    signature: 'def get_tools(self) -> list[dict]',
    demands: 'Inherited: the schemas of `_tools` in the form that chat templates take.',
  },
  {
    name: 'execute_tool',
    profile: 'tool_use',
    signature: 'def execute_tool(self, name, arguments) -> dict',
    demands: 'Inherited: one call that is parsed already. It is a turn like any other.',
  },
];

export const TOOL_DEMANDS =
  'The method behind a tool. Called with the arguments of the call as keywords; what it returns is shown to the agent as text, and so is the message of an exception. Its parameters are those of the schema in `_tools`.';

export const memberOf = (name: string, profile: Profile): Member | undefined =>
  MEMBERS.find((one) => one.name === name && (one.profile === 'both' || one.profile === profile)) ??
  MEMBERS.find((one) => one.name === name && one.profile === 'games' && name === '__init__');
