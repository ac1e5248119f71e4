/** What all programs of tool use share. */

import type { Theme } from './family.ts';
import { className } from './frame.ts';

export interface ToolUse {
  readonly theme: Theme;
  readonly turns: number;
  /** Lines of `reset`, after `r`, the generator, is there. */
  readonly setup: readonly string[];
  /** By name, each tool's one parameter and its type in JSON Schema. */
  readonly tools: Readonly<Record<string, readonly [parameter: string, type: 'string' | 'integer']>>;
  /** A Python expression for the first observation. */
  readonly observation: string;
  /** Methods, each line with its indentation inside the class. */
  readonly methods: readonly string[];
}

/** The Python source. */
export function toolSource({ theme, turns, setup, tools, observation, methods }: ToolUse): string {
  const entries = Object.entries(tools).map(
    ([name, [parameter, type]]) => `("${name}","${parameter}","${type}")`,
  );
  return `${[
    'import random',
    `class ${className(theme)}(ToolUseBaseEnv):`,
    ` def __init__(s,max_turns=${turns}):super().__init__(max_turns)`,
    ' def reset(s,seed=None):',
    '  r=random.Random(seed)',
    '  s.turn_count=0',
    '  s._call_history=[]',
    ...setup.map((line) => `  ${line}`),
    '  s._tools={n:{"description":n,"parameters":{"type":"object","properties":{k:{"type":t}},"required":[k]}}',
    `   for n,k,t in(${entries.join(',')})}`,
    `  return ${observation},{}`,
    ...methods.map((line) => ` ${line}`),
  ].join('\n')}\n`;
}

/** A call as a player writes it. */
export const toolCall = (name: string, argument: string, value: string | number): string =>
  `<tool_call>${JSON.stringify({ name, arguments: { [argument]: value } })}</tool_call>`;

export const toolAnswer = (answer: string | number): string => `<answer>${answer}</answer>`;
