/** A tool's JSON Schema as far as a form can be made of it. An environment wrote it, so anything may be wrong with it. */
import { z } from 'zod';

export type Kind = 'text' | 'integer' | 'number' | 'flag' | 'choice' | 'json';

export interface Parameter {
  readonly name: string;
  readonly kind: Kind;
  readonly required: boolean;
  readonly description: string;
  /** For `choice`: the values, and how they read. */
  readonly choices: readonly unknown[];
}

const record = z.record(z.string(), z.unknown());

const schema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'flag',
};

/** `undefined` where no form can be made: the arguments are then written as JSON. */
export function parametersOf(described: unknown): readonly Parameter[] | undefined {
  const read = schema.safeParse(described ?? {});
  if (!read.success) return undefined;
  const { properties, required } = read.data;
  return Object.entries(properties).map(([name, property]) => {
    const fields = record.safeParse(property).data ?? {};
    const choices = Array.isArray(fields.enum) ? fields.enum : [];
    const type = typeof fields.type === 'string' ? KINDS[fields.type] : undefined;
    return {
      name,
      kind: choices.length > 0 ? 'choice' : (type ?? 'json'),
      required: required.includes(name),
      description: typeof fields.description === 'string' ? fields.description : '',
      choices,
    };
  });
}

/** The value that a filled-in text stands for, or what is wrong with it. */
export type Value = { readonly value: unknown } | { readonly problem: string };

export function readValue({ name, kind, choices }: Parameter, text: string): Value {
  switch (kind) {
    case 'text':
      return { value: text };
    case 'flag':
      return { value: text === 'true' };
    case 'choice': {
      const index = Number(text);
      return index in choices ? { value: choices[index] } : { problem: `${name}: choose a value.` };
    }
    case 'integer':
    case 'number': {
      const value = Number(text);
      const fits =
        text.trim() !== '' && (kind === 'integer' ? Number.isInteger(value) : Number.isFinite(value));
      return fits
        ? { value }
        : { problem: `${name} must be ${kind === 'integer' ? 'a whole number' : 'a number'}.` };
    }
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { problem: `${name} must be JSON, such as ["a", "b"] or "text".` };
      }
  }
}
