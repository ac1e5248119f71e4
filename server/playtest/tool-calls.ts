/** Tool calls made from a tool's schema: valid ones for play, and the values that an observation suggests. */
import type { ToolDescription } from '../protocol/driver.ts';
import { pick } from './chance.ts';
import { offerOf } from './offers.ts';
import { answer, toolCall } from './solution.ts';

/** One property of a tool's parameters, as far as its schema says. */
export interface Property {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly choices: readonly unknown[];
}

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly properties: readonly Property[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The declared tools in order; entries that are no schema are left out (SP604 reports them). */
export function schemasOf(tools: ToolDescription | undefined): ToolSchema[] {
  if (!tools || !isRecord(tools.schemas)) return [];
  return Object.entries(tools.schemas).flatMap(([name, schema]) =>
    isRecord(schema) ? [schemaOf(name, schema)] : [],
  );
}

function schemaOf(name: string, schema: Record<string, unknown>): ToolSchema {
  const parameters = isRecord(schema.parameters) ? schema.parameters : {};
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const properties = Object.entries(isRecord(parameters.properties) ? parameters.properties : {}).map(
    ([key, value]) => ({
      name: key,
      type: isRecord(value) && typeof value.type === 'string' ? value.type : 'string',
      required: required.includes(key),
      choices: isRecord(value) && Array.isArray(value.enum) ? value.enum : [],
    }),
  );
  return { name, description: typeof schema.description === 'string' ? schema.description : '', properties };
}

/** A call that fits the schema; optional properties are given half of the time. */
export function validArguments(
  schema: ToolSchema,
  values: readonly string[],
  random: () => number,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const property of schema.properties) {
    if (property.required || random() < 0.5) args[property.name] = valueFor(property, values, random);
  }
  return args;
}

function valueFor(property: Property, values: readonly string[], random: () => number): unknown {
  if (property.choices.length > 0) return pick(property.choices, random);
  const numbers = values.map(Number).filter(Number.isFinite);
  switch (property.type) {
    case 'integer':
      return Math.trunc(pick(numbers, random) ?? Math.floor(random() * 20));
    case 'number':
      return pick(numbers, random) ?? Math.floor(random() * 20);
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return [pick(values, random) ?? 'a'];
    case 'object':
      return {};
    default:
      return pick(values, random) ?? 'a';
  }
}

/** A random valid call with some of the values that were seen; now and then an answer. */
export function randomToolCall(
  tools: ToolDescription | undefined,
  values: readonly string[],
  random: () => number,
): string {
  const schema = pick(schemasOf(tools), random);
  if (!schema || random() < 0.1) return answer(random() < 0.5 ? 'done' : (pick(values, random) ?? 'done'));
  return toolCall(schema.name, validArguments(schema, values, random));
}

/** Identifiers, paths, quoted words and numbers that an observation shows. */
export function toolValues(observation: string): string[] {
  const text = observation.slice(0, 8_000);
  const identifiers = [...text.matchAll(/[A-Za-z0-9_./@-]*[\d_./@-][A-Za-z0-9_./@-]*/g)].map((match) =>
    match[0].replace(/[.,]+$/, ''),
  );
  return [...new Set([...identifiers, ...offerOf(text).values])]
    .filter((value) => value.length > 0 && value.length <= 60)
    .slice(0, 60);
}
