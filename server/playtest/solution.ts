/**
 * What a `solution()` may mean as actions. Designers write an answer, a boxed answer, actions separated by commas,
 * lines, arrows or numbers, calls such as `name(arg='v')`, or JSON; nobody says which, so every reading is tried in
 * a fixed order and the first that wins is the one that was meant.
 */
import type { Profile } from '../contract/profile.ts';
import { type PyValue, show, textOf } from '../protocol/value.ts';
import { type CallText, type Literal, readCalls } from './literals.ts';

/** Parameter names of each tool, in order: gives positional arguments their names. */
export type ToolParameters = ReadonlyMap<string, readonly string[]>;

/** Readings as action lists, most literal first, without repeats. Empty when there is nothing to read. */
export function readings(value: PyValue, profile: Profile, tools: ToolParameters = new Map()): string[][] {
  const found = profile === 'games' ? gameReadings(value) : toolReadings(value, tools);
  const seen = new Set<string>();
  return found.filter((actions) => {
    const key = JSON.stringify(actions);
    return actions.length > 0 && !seen.has(key) && seen.add(key);
  });
}

/** The contents of every `\boxed{…}`, nested braces included. */
export function boxed(text: string): string[] {
  const contents: string[] = [];
  for (let at = text.indexOf('\\boxed{'); at >= 0; at = text.indexOf('\\boxed{', at + 1)) {
    let depth = 1;
    let end = at + 7;
    for (; end < text.length && depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    if (depth === 0) contents.push(text.slice(at + 7, end - 1));
  }
  return contents;
}

const box = (action: string): string => `\\boxed{${action}}`;
const boxAll = (actions: readonly string[]): string[] =>
  actions
    .map((action) => action.trim())
    .filter(Boolean)
    .map(box);

/** A numbered or bulleted item's mark. */
const MARK = /(?:^|\s)(?:\d+[.):]|step\s+\d+\s*[:.)-]|[-*•])\s+/i;

const SPLITS: readonly RegExp[] = [
  /\r?\n/,
  /\s*(?:->|→|=>|⇒)\s*/,
  /\s*;\s*/,
  /\s*,\s*(?:then\s+)?/,
  /\s+then\s+/i,
  /\s*\|\s*/,
  /\s+/,
];

function gameReadings(value: PyValue): string[][] {
  const text = textOf(value);
  if (text === undefined) {
    const items = Array.isArray(value)
      ? value
      : value !== null && typeof value === 'object' && 'tuple' in value
        ? value.tuple
        : undefined;
    if (!items) return value === null ? [] : [[box(show(value))]];
    const texts = items.map((item) => textOf(item) ?? show(item));
    return [
      texts.every((item) => item.includes('\\boxed{')) ? texts : boxAll(texts),
      [box(texts.join(', '))],
      [box(texts.join(' '))],
    ];
  }
  const trimmed = text.trim();
  if (!trimmed) return [];
  const inside = boxed(trimmed);
  const listed: string[][] = [];
  if (inside.length > 0) {
    listed.push(inside.map(box), [trimmed]);
    if (inside.length === 1) listed.push(...splitReadings(inside[0] ?? ''));
    return listed;
  }
  listed.push([box(trimmed)], [trimmed]);
  const labelled =
    /^(?:the\s+)?(?:final\s+|optimal\s+|correct\s+)?(?:answer|solution|moves?|actions?|sequence|path|plan)(?:\s+is)?\s*[:=]?\s+(.+)$/is.exec(
      trimmed,
    )?.[1];
  if (labelled) listed.push([box(labelled.replace(/[.\s]+$/, ''))], ...splitReadings(labelled));
  listed.push(...splitReadings(trimmed), ...jsonReadings(trimmed));
  const quotedParts = [...trimmed.matchAll(/['"`]([^'"`\n]{1,80})['"`]/g)].map((match) => match[1] ?? '');
  if (quotedParts.length > 0) listed.push(boxAll(quotedParts));
  const number = [...trimmed.matchAll(/-?\d+(?:\.\d+)?/g)].at(-1)?.[0];
  if (number && number !== trimmed) listed.push([box(number)]);
  return listed;
}

function splitReadings(text: string): string[][] {
  const marked = text.split(new RegExp(MARK, 'gi')).filter((part) => part.trim());
  const split = SPLITS.map((separator) => boxAll(text.split(separator))).filter((parts) => parts.length > 1);
  const unmarked = SPLITS.slice(0, 3)
    .map((separator) =>
      boxAll(text.split(separator).map((part) => part.replace(new RegExp(`^${MARK.source}`, 'i'), ''))),
    )
    .filter((parts) => parts.length > 1);
  return [
    ...(marked.length > 1 || MARK.test(text)
      ? [boxAll(marked.map((part) => part.replace(/[,;]\s*$/, '')))]
      : []),
    ...unmarked,
    ...split,
  ];
}

function jsonReadings(text: string): string[][] {
  try {
    const value: unknown = JSON.parse(text.replaceAll("'", '"'));
    if (Array.isArray(value)) return [boxAll(value.map(String))];
  } catch {
    // Not JSON: one reading fewer.
  }
  return [];
}

/** A tool call in the first of the two syntaxes. */
export function toolCall(name: string, args: Readonly<Record<string, unknown>>): string {
  return `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;
}

export const answer = (text: string): string => `<answer>${text}</answer>`;

function toolReadings(value: PyValue, tools: ToolParameters): string[][] {
  const text =
    textOf(value) ??
    (Array.isArray(value)
      ? value.map((item) => textOf(item) ?? show(item)).join('\n')
      : value === null
        ? ''
        : show(value));
  if (!text.trim()) return [];
  const verbatim = [...text.matchAll(/<tool_call>[\s\S]*?<\/tool_call>|<answer>[\s\S]*?<\/answer>/g)].map(
    (match) => match[0],
  );
  const said =
    /<answer>([\s\S]*?)<\/answer>/.exec(text)?.[1] ??
    /(?:final\s+)?answer\s*(?:is|:|=)\s*['"]?([^\n'"]+?)['".]*\s*$/i.exec(text)?.[1];
  const last = answer(said ?? 'done');
  const calls = readCalls(text).flatMap((call) => asToolCall(call, tools));
  const listed: string[][] = [];
  if (verbatim.some((part) => part.startsWith('<tool_call>'))) listed.push(closed(verbatim, last));
  if (calls.length > 0) listed.push([...calls, last]);
  const json = jsonCalls(text);
  if (json.length > 0) listed.push([...json, last]);
  if (said === undefined && calls.length > 0) listed.push(calls);
  listed.push([answer(said ?? text.trim())]);
  return listed;
}

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

/** Bare JSON objects with `name` and `arguments`, one after the other or in an array. */
function jsonCalls(text: string): string[] {
  const calls: string[] = [];
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const end = balancedEnd(text, start);
    if (end < 0) break;
    const call = asJsonCall(text.slice(start, end));
    if (call) {
      calls.push(call);
      start = end - 1;
    }
  }
  return calls;
}

function asJsonCall(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string')
      return undefined;
    const args =
      'arguments' in value && typeof value.arguments === 'object' && value.arguments !== null
        ? value.arguments
        : {};
    return toolCall(value.name.replace(/^tool_/, ''), { ...args });
  } catch {
    return undefined;
  }
}

function balancedEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return -1;
}
