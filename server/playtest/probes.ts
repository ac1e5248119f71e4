/**
 * A fixed set of actions that no environment should pay for or fall over: what a confused, lazy or hostile agent
 * sends. Every one is valid text; together they hit the parsers that designers write.
 */
import type { Profile } from '../contract/profile.ts';

/** Actions that say nothing: an agent that does not play. */
export const PASSIVE: readonly string[] = [
  '',
  ' ',
  '\\boxed{}',
  'pass',
  '\\boxed{pass}',
  '\\boxed{wait}',
  'I do not know.',
];

/** Long, and in lines: one run of 20,000 letters would stall patterns that no agent's text stalls. */
const LONG = `${'x'.repeat(99)}\n`.repeat(200);

const ANY: readonly string[] = [
  '',
  '   \n\t ',
  'a',
  'I give up.',
  'The answer is 42.',
  LONG,
  'ÄÖÜ ßéñ 漢字 العربية 🎲🃏',
  '\u0000\u0001\u0007\u001b[31mred\u001b[0m\u007f',
  '\u202eright to left\u202c \u200b\ufeff',
  '-1',
  '1e309',
  'nan',
  'None',
  '[]',
  '{"a": [1, {"b": null}]}',
  '"; DROP TABLE users; --',
  '%s %d {0} {name} %(x)s',
  "__import__('os').getcwd()",
];

const GAMES: readonly string[] = [
  '\\boxed{}',
  '\\boxed{ }',
  '\\boxed{0}',
  '\\boxed{-1}',
  '\\boxed{999999999999999999999}',
  '\\boxed{1.5}',
  '\\boxed{1/0}',
  '\\boxed{nan}',
  '\\boxed{inf}',
  '\\boxed{²}',
  '\\boxed{٣}',
  '\\boxed{{nested {braces}}}',
  '\\boxed{unclosed',
  '\\boxed{a} then \\boxed{b}',
  '\\boxed{\\text{north}}',
  '\\boxed{\\frac{1}{2}}',
  '$\\boxed{x}$',
  '\\boxed{a, b, c}',
  '\\boxed{a b c d e f g h}',
  '\\boxed{1 2 3 4 5}',
  '\\boxed{(1, 2)}',
  '\\boxed{[1, 2, 3]}',
  '\\boxed{line\nbreak}',
  '\\boxed{🎲}',
  '\\boxed{True}',
  '\\boxed{None}',
  '\\boxed{[}',
  '\\boxed{:}',
  '\\boxed{,}',
  '\\boxed{=}',
  '\\boxed{-}',
  'boxed{1}',
  `\\boxed{${'9'.repeat(4_400)}}`,
  `\\boxed{${'('.repeat(300)}}`,
];

const TOOL_USE: readonly string[] = [
  '<answer></answer>',
  '<answer>None</answer>',
  '<answer>42</answer>',
  '<tool_call></tool_call>',
  '<tool_call>not json</tool_call>',
  '<tool_call>{}</tool_call>',
  '<tool_call>[]</tool_call>',
  '<tool_call>null</tool_call>',
  '<tool_call>{"name": 7, "arguments": {}}</tool_call>',
  '<tool_call>{"name": "no_such_tool", "arguments": {}}</tool_call>',
  '<tool_call>{"name": "", "arguments": {}}</tool_call>',
  '<tool_call>{"name": "__init__", "arguments": {}}</tool_call>',
  '<tool_call>{"name": "reset", "arguments": []}</tool_call>',
  '<tool_call>{"name": "reset", "arguments": "x"}</tool_call>',
  '<tool_call>{"name": "reset", "arguments": {"seed": 1}',
  '<tool_call><function=no_such_tool></function></tool_call>',
  '<tool_call><function=></function></tool_call>',
  '<tool_call>{"name": "a", "arguments": {"b": {"c": {"d": []}}}}</tool_call><tool_call>{}</tool_call>',
];

/** The probes of a profile, in a fixed order. */
export function probes(profile: Profile): readonly string[] {
  return profile === 'games' ? [...ANY, ...GAMES] : [...ANY, ...TOOL_USE];
}
