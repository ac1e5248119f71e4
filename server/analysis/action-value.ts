/** What of the action's text a variable holds, and how that changes under Python's operations on texts and lists. */

import type { Call, Expression } from './python/syntax.ts';
import type { RegexFacts } from './regex.ts';

export type Normalisation = 'lower' | 'upper' | 'strip';
/** All of the action, its first word, something after that; a list of all words, of the later words, or of what a
 * pattern found in the action. */
export type Portion = 'whole' | 'first' | 'later' | 'words' | 'laterWords' | 'found';

export interface ActionValue {
  readonly portion: Portion;
  /** For `later`: which word, counted from 1 behind the first; `undefined` when not known. */
  readonly index: number | undefined;
  readonly normalised: readonly Normalisation[];
  /** Set on a match object, and on a list of matches: the pattern they come from. */
  readonly match: RegexFacts | undefined;
  /** Turned into a number. */
  readonly number: boolean;
  /** A tuple that a helper returned, part by part. */
  readonly parts: readonly (ActionValue | undefined)[] | undefined;
}

export const WHOLE: ActionValue = {
  portion: 'whole',
  index: undefined,
  normalised: [],
  match: undefined,
  number: false,
  parts: undefined,
};
export const UNWRAPPING: RegexFacts = { templates: [], groups: [], unwraps: true };

const KEEPING = new Set([
  'replace',
  'removeprefix',
  'removesuffix',
  'lstrip',
  'rstrip',
  'translate',
  'title',
  'capitalize',
  'expandtabs',
  'swapcase',
  'copy',
]);
const SPLITTING = new Set(['split', 'rsplit', 'splitlines', 'partition', 'rpartition']);

export function literalIndex(node: Expression): number | string | undefined {
  if (node.kind === 'Num' || node.kind === 'Str') return node.value;
  if (node.kind === 'UnaryOp' && node.op === '-' && node.operand.kind === 'Num') return -node.operand.value;
  return undefined;
}

export function withNorm(value: ActionValue, ...norms: readonly Normalisation[]): ActionValue {
  return norms.every((n) => value.normalised.includes(n))
    ? value
    : { ...value, normalised: [...new Set([...value.normalised, ...norms])] };
}

/** What a match's group holds. Group 0, and any group of a pattern that unwraps, is all that was matched. */
export function groupValue(value: ActionValue, index: number | string | undefined): ActionValue {
  const { match } = value;
  const portion = value.portion === 'found' ? 'whole' : value.portion;
  const plain: ActionValue = { ...value, portion, match: undefined, parts: undefined };
  if (!match || match.unwraps || index === 0) return plain;
  const at = typeof index === 'string' ? match.groups.findIndex((g) => g.name === index) : (index ?? 1) - 1;
  const group = match.groups[at];
  if (!group || group.whole) return plain;
  if (group.leading && portion === 'whole') return { ...plain, portion: 'first' };
  const leading = match.groups[0]?.leading ? 1 : 0;
  return { ...plain, portion: 'later', index: at + 1 - leading };
}

/** The result of calling `method` on the value. */
export function methodValue(value: ActionValue, method: string, node: Call): ActionValue | undefined {
  if (value.match) {
    if (method === 'group') return groupValue(value, node.args[0] ? literalIndex(node.args[0]) : 0);
    if (method === 'groups' || method === 'groupdict') {
      const parts = value.match.groups.map((_, i) => groupValue(value, i + 1));
      return { ...value, match: undefined, portion: 'words', parts: parts.length > 0 ? parts : undefined };
    }
    return method === 'pop' || method === 'popleft' ? groupValue(value, 1) : undefined;
  }
  if (method === 'lower' || method === 'casefold') return withNorm(value, 'lower');
  if (method === 'upper') return withNorm(value, 'upper');
  if (method === 'strip') return withNorm(value, 'strip');
  if (KEEPING.has(method)) return value;
  if (method === 'partition' && value.portion === 'whole') {
    const stripped = withNorm(value, 'strip');
    const rest: ActionValue = { ...stripped, portion: 'later', index: 1 };
    return { ...stripped, portion: 'words', parts: [{ ...stripped, portion: 'first' }, undefined, rest] };
  }
  if (SPLITTING.has(method))
    return withNorm({ ...value, portion: value.portion === 'whole' ? 'words' : 'laterWords' }, 'strip');
  if (method === 'pop' || method === 'popleft') {
    const at = node.args[0] ? literalIndex(node.args[0]) : method === 'pop' ? -1 : 0;
    return itemAt(value, at ?? -1, false);
  }
  return method === 'get' ? { ...value, portion: 'later', index: undefined } : undefined;
}

/** An item of the words, of a tuple of parts or of a list of matches; `rest` for a starred target. */
export function itemAt(value: ActionValue, index: number | string, rest: boolean): ActionValue | undefined {
  if (value.match) return groupValue(value, rest || typeof index === 'string' ? 1 : index + 1);
  if (value.parts && typeof index === 'number') return value.parts.at(index);
  const known = typeof index === 'number' && index >= 0 ? index : undefined;
  if (value.portion === 'words') {
    if (rest) return { ...value, portion: 'laterWords', index: undefined };
    return known === 0 ? { ...value, portion: 'first' } : { ...value, portion: 'later', index: known };
  }
  if (value.portion === 'laterWords') {
    return rest
      ? value
      : { ...value, portion: 'later', index: known === undefined ? undefined : (value.index ?? 1) + known };
  }
  // A character of a text: the first may be a command of one letter, others are read by index only in loops.
  if (value.portion === 'whole')
    return known === undefined
      ? undefined
      : { ...value, portion: known === 0 ? 'first' : 'later', index: known || undefined };
  return value;
}

/** `value[from:]`; `from` is undefined when it is no literal. */
export function sliceOf(value: ActionValue, from: number | undefined, literal: boolean): ActionValue {
  if (from === 0) return value;
  if (value.portion === 'words') return { ...value, portion: 'laterWords', index: from };
  // An offset that was searched for cuts a wrapping off; one that is written cuts a command off.
  if (value.portion === 'whole' && literal) return { ...value, portion: 'later', index: 1 };
  return value;
}

/** What iterating over the value gives. */
export function elementOf(value: ActionValue | undefined): ActionValue | undefined {
  if (value?.portion === 'found') return groupValue(value, 1);
  if (!value || value.match) return value;
  if (value.portion === 'words' || value.portion === 'laterWords')
    return { ...value, parts: undefined, portion: 'later', index: undefined };
  return value.portion === 'whole' ? undefined : { ...value, parts: undefined };
}

/** Two values that one variable may hold. The first kind counts, but a match gives way to what came out of it. */
export function combine(a: ActionValue, b: ActionValue): ActionValue {
  return withNorm(a.match && !b.match ? b : a, ...a.normalised, ...b.normalised);
}

export function merge(values: readonly (ActionValue | undefined)[]): ActionValue | undefined {
  let result: ActionValue | undefined;
  for (const value of values) if (value) result = result ? combine(result, value) : value;
  return result;
}

/** A text that is equal for values that are alike. */
export function describe(value: ActionValue | undefined): string {
  if (!value) return '-';
  const parts = value.parts ? `(${value.parts.map(describe).join()})` : '';
  const match = value.match ? `m${value.match.groups.length}${value.match.unwraps}` : '';
  return `${value.portion}${value.index ?? ''}${value.normalised.join('')}${value.number}${match}${parts}`;
}
