/**
 * Python values as they leave the sandbox: plain JSON that keeps what Python distinguishes and JSON does not.
 *
 * `str`, `bool`, `None`, `int` and `list` are themselves; a float is tagged because JSON cannot tell `1` from
 * `1.0` and has no `nan`; everything else carries its type's name. An integer outside ±2⁵³ travels as text.
 * A string above the driver's cap is `{ text, length }`: the start, and how long it really was.
 */
import { z } from 'zod';

export type PyValue =
  | string
  | boolean
  | null
  | number
  | PyValue[]
  | { int: string }
  | { float: number | 'nan' | 'inf' | '-inf' }
  | { text: string; length: number }
  | { tuple: PyValue[] }
  | { set: PyValue[] }
  | { dict: [PyValue, PyValue][] }
  | { object: string; repr: string };

export const pyValue: z.ZodType<PyValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.boolean(),
    z.null(),
    z.number(),
    z.array(pyValue),
    z.strictObject({ int: z.string() }),
    z.strictObject({ float: z.union([z.number(), z.enum(['nan', 'inf', '-inf'])]) }),
    z.strictObject({ text: z.string(), length: z.number() }),
    z.strictObject({ tuple: z.array(pyValue) }),
    z.strictObject({ set: z.array(pyValue) }),
    z.strictObject({ dict: z.array(z.tuple([pyValue, pyValue])) }),
    z.strictObject({ object: z.string(), repr: z.string() }),
  ]),
);

/** The value's Python type: `str`, `bool`, `int`, `float`, `NoneType`, `list`, `tuple`, `dict`, `set` or a class name. */
export function typeName(value: PyValue): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'int';
  if (Array.isArray(value)) return 'list';
  if ('object' in value) return value.object;
  if ('text' in value) return 'str';
  return Object.keys(value)[0] ?? 'object';
}

/** The text of a `str`, `undefined` for anything else. */
export function textOf(value: PyValue): string | undefined {
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object' && 'text' in value) return value.text;
  return undefined;
}

/** An `int` or `float` as a number (NaN and infinities included), `undefined` for bools and anything else. */
export function numberOf(value: PyValue): number | undefined {
  if (typeof value === 'number') return value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  if ('int' in value) return Number(value.int);
  if (!('float' in value)) return undefined;
  if (typeof value.float === 'number') return value.float;
  return value.float === 'nan' ? Number.NaN : value.float === 'inf' ? Infinity : -Infinity;
}

/** The value under a string key of a `dict`. */
export function entry(value: PyValue, key: string): PyValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || !('dict' in value))
    return undefined;
  return value.dict.find(([k]) => k === key)?.[1];
}

/** The value as Python would print it with `repr`, for messages. */
export function show(value: PyValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  if ('int' in value) return value.int;
  if ('float' in value)
    return typeof value.float === 'number' && Number.isInteger(value.float)
      ? value.float.toFixed(1)
      : String(value.float);
  if ('text' in value) return `${quote(value.text)}… (${value.length} characters)`;
  if ('tuple' in value) return `(${value.tuple.map(show).join(', ')}${value.tuple.length === 1 ? ',' : ''})`;
  if ('set' in value) return value.set.length ? `{${value.set.map(show).join(', ')}}` : 'set()';
  if ('dict' in value) return `{${value.dict.map(([k, v]) => `${show(k)}: ${show(v)}`).join(', ')}}`;
  return value.repr;
}

function quote(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return body.includes("'") && !body.includes('"') ? `"${body}"` : `'${body.replaceAll("'", "\\'")}'`;
}
