/**
 * What a `solution()` may mean as actions: every reading of it, in a fixed order. The first that wins is the one that
 * was meant (solution-play.ts).
 */
import type { Profile } from '../contract/profile.ts';
import { type PyValue, show, textOf } from '../protocol/value.ts';
import { gameReadings } from './game-solution.ts';
import { type CallText, type Literal, readCalls, readLiteral } from './literals.ts';

/** One way to read a solution. */
export interface Reading {
  /** How it was read; the same for solutions written alike, so that what won on one seed is tried first on others. */
  readonly form: string;
  readonly actions: readonly string[];
}

/** Parameter names of each tool, in order: gives positional arguments their names. */
export type ToolParameters = ReadonlyMap<string, readonly string[]>;

/** Readings, most literal first, without repeats. Empty when there is nothing to read. */
export function readings(value: PyValue, profile: Profile, tools: ToolParameters = new Map()): Reading[] {
  const found = profile === 'games' ? gameReadings(value) : toolReadings(value, tools);
  const seen = new Set<string>();
  return found.filter(({ actions }) => {
    const key = JSON.stringify(actions);
    return actions.length > 0 && !seen.has(key) && seen.add(key);
  });
}

/** A tool call in the first of the two syntaxes. */
export function toolCall(name: string, args: Readonly<Record<string, unknown>>): string {
  return `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;
}

export const answer = (text: string): string => `<answer>${text}</answer>`;

function toolReadings(value: PyValue, tools: ToolParameters): Reading[] {
  const listed = listedCalls(value);
  const text = textOf(value) ?? linesOf(value);
  if (!text.trim()) return [];
  const verbatim = [...text.matchAll(/<tool_call>[\s\S]*?<\/tool_call>|<answer>[\s\S]*?<\/answer>/g)].map(
    (match) => match[0],
  );
  const said =
    /<answer>([\s\S]*?)<\/answer>/.exec(text)?.[1] ??
    /(?:final\s+)?answer\s*(?:is|:|=)\s*['"]?([^\n'"]+?)['".]*\s*$/i.exec(text)?.[1];
  const last = answer(said ?? 'done');
  const calls = readCalls(text).flatMap((call) => asToolCall(call, tools));
  const objects = objectCalls(text);
  const found: Reading[] = [];
  const add = (form: string, actions: readonly string[]): void => {
    if (actions.length > 0) found.push({ form, actions: closed(actions, last) });
  };
  if (verbatim.some((part) => part.startsWith('<tool_call>'))) add('verbatim', verbatim);
  add('listed calls', listed);
  add('calls', calls);
  add('objects', objects);
  if (said === undefined && calls.length > 0) found.push({ form: 'calls alone', actions: calls });
  found.push({ form: 'answer', actions: [answer(said ?? text.trim())] });
  return found;
}

const linesOf = (value: PyValue): string =>
  Array.isArray(value)
    ? value.map((item) => textOf(item) ?? show(item)).join('\n')
    : value === null
      ? ''
      : show(value);

const closed = (actions: readonly string[], last: string): string[] =>
  actions.at(-1)?.startsWith('<answer>') ? [...actions] : [...actions, last];

function asToolCall(call: CallText, tools: ToolParameters): string[] {
  const name = tools.has(call.name) ? call.name : call.name.replace(/^(?:self_)?tool_/, '');
  const parameters = tools.get(name);
  if (!parameters) return [];
  const args: Record<string, Literal> = {};
  for (const [index, value] of call.positional.entries()) {
    const parameter = parameters[index];
    if (parameter !== undefined) args[parameter] = value;
  }
  return [toolCall(name, { ...args, ...call.named })];
}

/** Calls of a list of `(name, arguments)` tuples; lists of dictionaries are read as text. */
function listedCalls(value: PyValue): string[] {
  if (!Array.isArray(value)) return [];
  const calls = value.map((item) => {
    if (item === null || typeof item !== 'object' || !('tuple' in item) || item.tuple.length !== 2)
      return undefined;
    const [name, args] = item.tuple.map((part) => textOf(part) ?? readLiteral(show(part)));
    return typeof name === 'string' && isRecord(args)
      ? toolCall(name.replace(/^tool_/, ''), args)
      : undefined;
  });
  return calls.every((call) => call !== undefined) ? calls : [];
}

/** JSON or Python dictionaries that name a tool and its arguments, one after the other or in a list. */
function objectCalls(text: string): string[] {
  const calls: string[] = [];
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const end = balancedEnd(text, start);
    if (end < 0) break;
    const call = asObjectCall(text.slice(start, end));
    if (call) {
      calls.push(call);
      start = end - 1;
    }
  }
  return calls;
}

function asObjectCall(text: string): string | undefined {
  const value = readLiteral(text);
  if (!isRecord(value)) return undefined;
  const name = ['name', 'tool', 'tool_name', 'function', 'action']
    .map((key) => value[key])
    .find((key) => key !== undefined);
  if (typeof name !== 'string') return undefined;
  const args = ['arguments', 'args', 'parameters', 'params', 'input', 'kwargs']
    .map((key) => value[key])
    .find(isRecord);
  return toolCall(name.replace(/^tool_/, ''), args ?? {});
}

const isRecord = (value: Literal | undefined): value is { [key: string]: Literal } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function balancedEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = '';
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === quoted) quoted = '';
    } else if (character === '"' || character === "'") quoted = character;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return -1;
}
