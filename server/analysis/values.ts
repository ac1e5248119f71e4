/** Values as far as the source tells them, and what can be asked of one. */
import type { Expression } from './python/syntax.ts';

export type Value = Known & {
  /** The expression that the value was read from, where there is one. */
  readonly node?: Expression | undefined;
};
type Known =
  | { readonly kind: 'str'; readonly value: string }
  /** Text with holes; adjoining texts are merged. */
  | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: 'num'; readonly value: number; readonly float: boolean }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'none' }
  /** `open`: there may be further items, or these may be changed. */
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly Value[]; readonly open: boolean }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Value, Value])[]; readonly open: boolean }
  | { readonly kind: 'unknown' };

/** No list, dict or text that is evaluated has more parts than this. */
export const MAX_ITEMS = 2000;

export const unknown = (node?: Expression): Value => ({ kind: 'unknown', node });
export const str = (value: string): Value => ({ kind: 'str', value });

/** Merges texts that adjoin; a template without holes is a `str`. */
export function joined(parts: readonly (string | Expression)[]): Value {
  const merged: (string | Expression)[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  const only = merged[0];
  if (merged.length === 0) return str('');
  return merged.length === 1 && typeof only === 'string' ? str(only) : { kind: 'template', parts: merged };
}

/** A text's parts; `undefined` for what is no text. */
export function partsOf(value: Value): readonly (string | Expression)[] | undefined {
  if (value.kind === 'str') return [value.value];
  return value.kind === 'template' ? value.parts : undefined;
}

/** `str()` of an int, a bool or `None`; `undefined` where Python's text is not known for sure. */
export function plainText(value: Value): string | undefined {
  if (value.kind === 'num' && !value.float) return String(value.value);
  if (value.kind === 'bool') return value.value ? 'True' : 'False';
  return value.kind === 'none' ? 'None' : undefined;
}

/** The items that iterating a value gives, in order; a dict gives its keys. */
export function itemsOf(
  value: Value,
): { readonly items: readonly Value[]; readonly open: boolean } | undefined {
  if (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'set') return value;
  if (value.kind === 'dict') return { items: value.entries.map(([key]) => key), open: value.open };
  if (value.kind === 'str') return { items: [...value.value].slice(0, MAX_ITEMS).map(str), open: false };
  return undefined;
}

/** The texts among the items of a value. */
export function stringItems(value: Value): string[] {
  return itemsOf(value)?.items.flatMap((one) => (one.kind === 'str' ? [one.value] : [])) ?? [];
}

/** The entry under a text key. */
export function entryOf(value: Value, key: string): Value | undefined {
  if (value.kind !== 'dict') return undefined;
  return value.entries.findLast(([k]) => k.kind === 'str' && k.value === key)?.[1];
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The value as JSON when every part of it is known and JSON can hold it. */
export function toJson(value: Value): Json | undefined {
  switch (value.kind) {
    case 'str':
    case 'num':
    case 'bool':
      return value.value;
    case 'none':
      return null;
    case 'list':
    case 'tuple': {
      if (value.open) return undefined;
      const items = value.items.map(toJson);
      return items.every((i) => i !== undefined) ? items : undefined;
    }
    case 'dict': {
      if (value.open) return undefined;
      const result: { [key: string]: Json } = {};
      for (const [key, inner] of value.entries) {
        const json = toJson(inner);
        if (key.kind !== 'str' || json === undefined) return undefined;
        Object.defineProperty(result, key.value, {
          value: json,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return result;
    }
    default:
      return undefined;
  }
}

/** Can be changed in place. */
export const isMutable = (value: Value): value is Value & { kind: 'list' | 'dict' | 'set' } =>
  value.kind === 'list' || value.kind === 'dict' || value.kind === 'set';
