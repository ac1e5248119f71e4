/** The reasoning agent: what it is told, and how a play goes on. */
import type { Profile } from '../../server/contract/profile.ts';
import type { Message } from './message.ts';
import type { Tool } from './tool.ts';

const GAME = `You are playing a text environment. Each message tells you what you see; answer it with one action.
Think step by step, then end your answer with the action inside \\boxed{}, exactly in the form that the environment asks
for. Only the first \\boxed{} of an answer is played. You are paid for the outcome at the end, so find out what you do not
know before you commit yourself.`;

const TOOLS = `You are helping a user by calling tools. Work on one request at a time: read it, call the tools that it needs,
look at what they answer, and go on to the next when it is dealt with.`;

const CALLS_IN_TEXT = `Call a tool as
<tool_call>{"name": "TOOL", "arguments": {...}}</tool_call>
with arguments that fit its schema.`;

const RULES = `Ask a tool for what you do not know; invent nothing. If a call fails, read why and try otherwise. When every
request is dealt with, finish with <answer>done</answer>, or with what was asked for in its place.`;

/**
 * The conversation at the start of a play.
 * @param hint what the designer wrote for whoever may know.
 * @param tools what can be called, described in the text; `native` where the policy is told of them by other means.
 */
export function openingMessages(
  profile: Profile,
  observation: string,
  hint?: string,
  tools: readonly Tool[] | 'native' = [],
): Message[] {
  const told = hint === undefined ? observation : `${observation}\n\nA hint from who made this: ${hint}`;
  return [
    { role: 'system', content: profile === 'games' ? GAME : toolTask(tools) },
    { role: 'user', content: told },
  ];
}

function toolTask(tools: readonly Tool[] | 'native'): string {
  if (tools === 'native') return `${TOOLS}\n\n${RULES}`;
  const listed = tools.map((tool) => JSON.stringify(tool)).join('\n');
  return [TOOLS, CALLS_IN_TEXT, RULES, ...(listed === '' ? [] : [`The tools:\n${listed}`])].join('\n\n');
}

/** The conversation after an answer and what came of it. */
export const nextMessages = (
  before: readonly Message[],
  response: string,
  observation: string,
): Message[] => [...before, { role: 'assistant', content: response }, { role: 'user', content: observation }];
