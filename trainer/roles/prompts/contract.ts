/** What every environment has to keep to, said to the designer. Each line answers to rules that candidates are checked by. */

const ENVIRONMENT = `Write one complete Python class whose name ends in Env and says what is played. It has
- __init__(self, max_turns=20): sets every attribute that other methods use, then calls self.reset();
- reset(self, seed=None) -> (observation, info): draws everything from random.Random(seed) and sets all state anew;
- step(self, action) -> (observation, reward, terminated, truncated, info): the observation a str, the reward a float,
  both flags bools, info a dict. Every path returns all five, also for actions that make no sense;
- solution(self): what wins from the present state.`;

const RULES = `Keep to these:
- Equal seeds give equal episodes, different seeds different ones. No other source of chance, no clock, no files, no network,
  no input().
- No observation and no info gives the answer away, not even after a mistake.
- Every observation says what may be done now and in what form, with an example of the form and not of the answer.
- Only full success terminates with reward 1.0. Everything else ends by truncated at max_turns with reward 0.0, and max_turns
  always ends it. After the end nothing pays or changes any more.
- Read actions kindly: case, spaces, quotes, a full stop or \\text{} around the answer do not decide.
- Import what you use, from the standard library only. In an f-string, a literal brace is doubled: \\\\boxed{{...}}.
- The text never speaks of the source, the seed, a document or these rules.`;

export const GAME_CONTRACT = `${ENVIRONMENT}\n\nActions come as \\boxed{...} somewhere in the agent's text.\n\n${RULES}`;

export const TOOL_CONTRACT = `Write one complete Python class that derives from ToolUseBaseEnv, which is there without an import, and whose
name ends in Env and says what is done. It has
- reset(self, seed=None) -> (observation, info), which draws everything from random.Random(seed) and sets
  self.turn_count = 0, self._call_history = [], self._current_msg = 0,
  self._state: a dict that tools read and change,
  self._tools: a dict from tool name to {"description", "parameters"}, the parameters a JSON schema of type object,
  self._user_messages: 3 to 5 short requests, each depending on the one before,
  self._message_criteria: one function of the state for each message, false at reset and true only once it is dealt with,
  self._expected_answer = "done"; the observation is the first request and how to finish;
- tool_NAME(self, ...) for every tool, with exactly the parameters of its schema, returning a str, never raising;
- _check_answer(self, answer): true only when all messages are dealt with;
- solution(self): the calls that solve it, one a line as name(key='value'), then <answer>done</answer>.

Keep to these:
- 3 to 8 tools, at least one parameter with an enum, one or two tools that only look useful.
- Tools are deterministic; all chance is in reset. Import only random, json, re, math, typing.
- A call that cannot be carried out returns "Error: ..." with what was wrong, and changes nothing.
- What a request needs can be found with the tools; nothing has to be guessed, and no observation gives all away at once.
- Criteria look at the state, not at which tool was called.`;

export const FORM = `Answer with the source alone, in one block that begins with \`\`\`python and ends with \`\`\`.`;
