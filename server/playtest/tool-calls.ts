/** Tool calls made from a tool's schema: valid ones for play, and the values that an observation suggests. */
import type { ToolDescription } from '../protocol/driver.ts';
import { pick } from './chance.ts';
import { valuesOf } from './offers.ts';
import { answer, toolCall } from './solution.ts';

/** One property of a tool's parameters, as far as its schema says. */
export interface Property {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly choices: readonly unknown[];
  /** Bounds of a number. */
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Of an array: what its items are. Of an object: its properties. */
  readonly items: Property | undefined;
  readonly properties: readonly Property[];
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
    isRecord(schema)
      ? [
          {
            name,
            description: typeof schema.description === 'string' ? schema.description : '',
            properties: propertiesOf(schema.parameters),
          },
        ]
      : [],
  );
}

function propertiesOf(object: unknown): Property[] {
  if (!isRecord(object) || !isRecord(object.properties)) return [];
  const required: readonly unknown[] = Array.isArray(object.required) ? object.required : [];
  return Object.entries(object.properties).map(([name, schema]) =>
    propertyOf(name, schema, required.includes(name)),
  );
}

function propertyOf(name: string, schema: unknown, required: boolean): Property {
  const given = isRecord(schema) ? schema : {};
  const types: readonly unknown[] = Array.isArray(given.type) ? given.type : [given.type];
  const type = types.find((one) => typeof one === 'string' && one !== 'null');
  return {
    name,
    type: typeof type === 'string' ? type : 'string',
    required,
    choices: Array.isArray(given.enum) ? given.enum : 'const' in given ? [given.const] : [],
    minimum: typeof given.minimum === 'number' ? given.minimum : undefined,
    maximum: typeof given.maximum === 'number' ? given.maximum : undefined,
    items: isRecord(given.items) ? propertyOf('', given.items, true) : undefined,
    properties: propertiesOf(given),
  };
}

/** A call that fits the schema; optional properties are given half of the time. */
export function validArguments(
  schema: Pick<ToolSchema, 'properties'>,
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
  switch (property.type) {
    case 'integer':
      return Math.round(numberFor(property, values, random));
    case 'number':
      return numberFor(property, values, random);
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return [property.items ? valueFor(property.items, values, random) : (pick(values, random) ?? 'a')];
    case 'object':
      return validArguments(property, values, random);
    default:
      return pick(values, random) ?? 'a';
  }
}

/** A number that was seen, else any small one, within the bounds. */
function numberFor({ minimum, maximum }: Property, values: readonly string[], random: () => number): number {
  const low = minimum ?? 0;
  const high = maximum ?? Math.max(low, 20);
  const seen = values
    .map(Number)
    .filter((value) => Number.isFinite(value) && value >= (minimum ?? value) && value <= (maximum ?? value));
  return pick(seen, random) ?? low + Math.floor(random() * (high - low + 1));
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
  return [...new Set([...identifiers, ...valuesOf(text)])]
    .filter((value) => value.length > 0 && value.length <= 60)
    .slice(0, 60);
}
