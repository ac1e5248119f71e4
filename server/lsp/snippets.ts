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

LEVERS = ["bronze", "copper", "iron", "silver", "tin"]


class ${'$'}{1:Levers}Env:
    """${'$'}{2:Pull five levers in a hidden order; a wrong one lets all of them go.}"""

    def __init__(self, max_turns=25):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.order = rng.sample(LEVERS, len(LEVERS))
        self.pulled = 0
        self.turn = 0
        self.done = False
        self.late = False
        return self._offer("Pull all levers in the hidden order. A wrong lever lets all of them go."), {}

    def step(self, action):
        if self.done or self.late:
            return "The episode is over.", 0.0, self.done, self.late, {}
        self.turn += 1
        found = re.search(r"\\\\boxed\\{((?:[^{}]|\\{[^{}]*\\})*)\\}", action)
        lever = re.sub(r"\\\\text|[{}\\$\"'.]", " ", found.group(1)).strip().lower() if found else ""
        if lever not in LEVERS:
            text = "There is no such lever."
        elif lever == self.order[self.pulled]:
            self.pulled += 1
            text = f"It holds: {self.pulled} of {len(LEVERS)} levers are pulled."
        else:
            self.pulled = 0
            text = "All levers spring back."
        if self.pulled == len(LEVERS):
            self.done = True
            return "The gate opens.", 1.0, True, False, {}
        if self.turn >= self.max_turns:
            self.late = True
            return text + " It is too late.", 0.0, False, True, {}
        return self._offer(text), 0.0, False, False, {}

    def _offer(self, text):
        levers = ", ".join(f"\\\\boxed{{{lever}}}" for lever in LEVERS)
        return f"{text} Turn {self.turn} of {self.max_turns}. Pull one of {levers}."

    def solution(self):
        return [f"\\\\boxed{{{lever}}}" for lever in self.order]
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
    .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replace(/\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}
