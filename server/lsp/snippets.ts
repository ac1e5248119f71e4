/** Whole environments to begin with, as snippets. Their text as it stands is a sound environment (tested). */
import type { Profile } from '../contract/profile.ts';

export interface Snippet {
  /** What is typed to get it. */
  readonly label: string;
  readonly profile: Profile;
  readonly detail: string;
  readonly body: string;
}

const GAME = String.raw`import random
import re


class ${'$'}{1:Hidden}Env:
    """${'$'}{2:Find the hidden number by asking.}"""

    def __init__(self, max_turns=12):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.target = rng.randint(1, 100)
        self.turn = 0
        return (
            "A whole number from 1 to 100 is hidden. Ask with \\\\boxed{above 50} whether it is larger than 50, "
            "and name it with \\\\boxed{is 50}: you may name it once. "
            f"You have {self.max_turns} turns."
        ), {}

    def step(self, action):
        self.turn += 1
        found = re.search(r"\\\\boxed\\{\\s*(above|is)\\s+(\\d{1,3})\\s*\\}", action)
        if found and found.group(1) == "is":
            if int(found.group(2)) == self.target:
                return "Yes, that is it.", 1.0, True, False, {}
            return "No, that is not it.", 0.0, True, False, {}
        if not found:
            text = "Only \\\\boxed{above N} and \\\\boxed{is N} are understood, with a number N."
        elif self.target > int(found.group(2)):
            text = f"Yes, it is larger than {found.group(2)}."
        else:
            text = f"No, it is not larger than {found.group(2)}."
        if self.turn >= self.max_turns:
            return text + " Time is up.", 0.0, False, True, {}
        return text + f" Turn {self.turn} of {self.max_turns}.", 0.0, False, False, {}

    def solution(self):
        return [f"\\\\boxed{{is {self.target}}}"]
${'$'}0`;

const TOOLS = String.raw`import random


class ${'$'}{1:Warehouse}Env(ToolUseBaseEnv):
    """${'$'}{2:Add up what two bins hold.}"""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        bins = rng.sample(["A1", "A2", "B1", "B2", "C1", "C2"], 4)
        self._state = {"bins": {name: rng.randint(3, 60) for name in bins}}
        self._wanted = bins[:2]
        self._expected_answer = sum(self._state["bins"][name] for name in self._wanted)
        self._tools = {
            "count_bin": {
                "description": "How many pieces a bin holds.",
                "parameters": {
                    "type": "object",
                    "properties": {"bin": {"type": "string", "description": "The bin's name, as A1."}},
                    "required": ["bin"],
                },
            },
        }
        return (
            f"How many pieces do the bins {self._wanted[0]} and {self._wanted[1]} hold together? "
            'Count with <tool_call>{"name": "count_bin", "arguments": {"bin": "A1"}}</tool_call> '
            "and finish with <answer>the number</answer>."
        ), {}

    def tool_count_bin(self, bin):
        if bin not in self._state["bins"]:
            return f"There is no bin {bin}."
        return f"{self._state['bins'][bin]} pieces."

    def solution(self):
        calls = [f"count_bin(bin='{name}')" for name in self._wanted]
        return "\\n".join(calls + [f"<answer>{self._expected_answer}</answer>"])
${'$'}0`;

/** In a snippet a backslash is written twice. */
export const SNIPPETS: readonly Snippet[] = [
  { label: 'spade-game', profile: 'games', detail: 'A game environment', body: GAME },
  {
    label: 'spade-tools',
    profile: 'tool_use',
    detail: 'A tool-use environment',
    body: TOOLS,
  },
];

/** What is inserted when every placeholder is left as it is. */
export function plainOf(snippet: string): string {
  return snippet
    .replace(/\$\{\d+:((?:[^{}\\]|\\.|\{[^{}]*\})*)\}/g, '$1')
    .replace(/\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}
