import { describe, expect, it } from 'vitest';
import { type Reply, returned } from '../../server/protocol/driver.ts';
import { numberOf, textOf } from '../../server/protocol/value.ts';
import { call, step, usePython } from './python.ts';

const SOURCE = `
class CounterEnv(ToolUseBaseEnv):
    def __init__(self, max_turns=6, **kwargs):
        super().__init__(max_turns=max_turns)

    def reset(self, seed=None):
        self.turn_count = 0
        self._call_history = []
        self._state = {"count": 0}
        self._tools = {"add": {"description": "Add.", "parameters": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}}
        self._expected_answer = "3"
        return "Count to three, then <answer>3</answer>.", {}

    def solution(self):
        return "add(n=3)"

    def tool_add(self, n):
        self._state["count"] += n
        return str(self._state["count"])

    def count(self):
        return self._state["count"]

    def turns(self):
        return self.turn_count
`;

const add = (n: number): string => `<tool_call>{"name": "add", "arguments": {"n": ${n}}}</tool_call>`;

interface Stepped {
  readonly observation: string;
  readonly reward: number | undefined;
  readonly terminated: unknown;
  readonly truncated: unknown;
}

function stepped(reply: Reply | undefined): Stepped {
  const { parts } = returned.parse(reply && 'ok' in reply ? reply.ok : reply);
  return {
    observation: textOf(parts[0] ?? null) ?? '',
    reward: numberOf(parts[1] ?? null),
    terminated: parts[2],
    truncated: parts[3],
  };
}

describe('ToolUseBaseEnv', () => {
  const run = usePython();

  it('takes calls in both syntaxes and pays the right answer once', async () => {
    const xml = '<tool_call><function=add><parameter=n>2</parameter></function></tool_call>';
    const replies = await run(SOURCE, [
      step(add(1)),
      step(xml),
      step('<answer>3</answer>'),
      step('<answer>3</answer>'),
      call('count', {}),
    ]);
    expect(stepped(replies[0])).toMatchObject({
      observation: 'Tool result:\n1',
      reward: 0,
      terminated: false,
    });
    expect(stepped(replies[1]).observation).toBe('Tool result:\n3');
    expect(stepped(replies[2])).toMatchObject({ reward: 1, terminated: true, truncated: false });
    expect(stepped(replies[3])).toMatchObject({ reward: 0, terminated: true, truncated: false });
  });

  it('counts every call as a turn, also several in one action and through execute_tool', async () => {
    const replies = await run(SOURCE, [
      step(add(1) + add(1)),
      { op: 'call', id: 'env', method: 'execute_tool', args: { name: 'add', arguments: { n: 1 } } },
      call('turns', {}),
    ]);
    expect(replies[2]).toEqual({ ok: 3 });
  });

  it('ends at the turn limit in the middle of an action, without printing the solution', async () => {
    const replies = await run(SOURCE, [step(add(1).repeat(9)), step(add(1)), call('count', {})]);
    expect(stepped(replies[0])).toMatchObject({ reward: 0, terminated: false, truncated: true });
    expect(stepped(replies[0]).observation).not.toContain('add(n=3)');
    expect(stepped(replies[1])).toMatchObject({ reward: 0, terminated: false, truncated: true });
    expect(replies[2]).toEqual({ ok: 6 });
  });

  it.each([
    [
      'arguments that are no object',
      '<tool_call>{"name": "add", "arguments": [1]}</tool_call>',
      '"arguments" must be an object',
    ],
    [
      'a missing argument',
      '<tool_call>{"name": "add", "arguments": {}}</tool_call>',
      "missing a required argument: 'n'",
    ],
    [
      'an argument too many',
      '<tool_call>{"name": "add", "arguments": {"n": 1, "m": 2}}</tool_call>',
      "unexpected keyword argument 'm'",
    ],
    ['no JSON', '<tool_call>add 1</tool_call>', 'not valid JSON'],
    [
      'an unknown tool',
      '<tool_call>{"name": "sub", "arguments": {}}</tool_call>',
      "Unknown tool 'sub'. Available: add",
    ],
    ['neither call nor answer', 'add one please', 'no tool call and no answer'],
  ])('refuses %s, says why, and neither pays nor fines', async (_, action, says) => {
    const replies = await run(SOURCE, [step(action), call('count', {})]);
    expect(stepped(replies[0]).observation).toContain(says);
    expect(stepped(replies[0]).reward).toBe(0);
    expect(replies[1]).toEqual({ ok: 0 });
  });

  it('plays on after a reset, past the turn on which the last episode ended', async () => {
    const again = await run(SOURCE, [
      step('<answer>3</answer>'),
      { op: 'reset', id: 'env', seed: 2 },
      step(add(1)),
      step(add(1)),
      step('<answer>3</answer>'),
    ]);
    expect(stepped(again[3]).observation).toBe('Tool result:\n2');
    expect(stepped(again[4])).toMatchObject({ reward: 1, terminated: true });
  });

  it('plays as the reference does under compat', async () => {
    const replies = await run(
      SOURCE,
      [
        step('nonsense'),
        step(add(3) + add(5)),
        step('<answer>3</answer>'),
        step('<answer>3</answer>'),
        call('count', {}),
      ],
      true,
    );
    expect(stepped(replies[0]).reward).toBe(-0.1);
    expect(stepped(replies[2])).toMatchObject({ reward: 1, terminated: true });
    expect(stepped(replies[3])).toMatchObject({ reward: 1, terminated: true });
    expect(replies[4]).toEqual({ ok: 3 });
  });
});
