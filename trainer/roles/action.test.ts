import { describe, expect, it } from 'vitest';
import { readAction } from './action.ts';

describe("an agent's answer in a game", () => {
  it.each([
    ['I go \\boxed{north}.', 'north'],
    ['\\boxed{ open door }', 'open door'],
    ['first \\boxed{a} then \\boxed{b}', 'a'],
    ['\\boxed{{look}} and \\boxed{{{x}}}', 'look'],
    ['\\boxed{\\frac{1}{2}}', '\\frac{1}{2}'],
    ['\\boxed{{1, 2}, {3}}', '{1, 2}, {3}'],
    ['\\boxed{} or rather \\boxed{left}', 'left'],
    ['\\boxed{never closed, but \\boxed{closed}', 'closed'],
  ])('%s plays %s', (response, action) => {
    expect(readAction('games', response)).toEqual({ action: `\\boxed{${action}}`, found: true });
  });

  it.each(['', 'north', '\\boxed{', 'boxed{north}', '\\boxed{  }'])('%j holds no action', (response) => {
    expect(readAction('games', response)).toEqual({ action: response.trim(), found: false });
  });

  it('is read in time that grows with its length, whatever it is made of', () => {
    for (const piece of ['\\boxed{', '{', '}', '\\boxed{}'])
      expect(readAction('games', piece.repeat(3_000)).found).toBe(false);
  });
});

describe("an agent's answer in tool use", () => {
  it.each([
    '<tool_call>{"name": "find", "arguments": {}}</tool_call>',
    'Let me see.\n<tool_call>\n<function=find>\n</function>\n</tool_call>',
    '<answer>done</answer>',
  ])('%j is an action as it stands', (response) => {
    expect(readAction('tool_use', response)).toEqual({ action: response, found: true });
  });

  it('without a call or an answer is none', () => {
    expect(readAction('tool_use', ' find(x) ')).toEqual({ action: 'find(x)', found: false });
  });
});
