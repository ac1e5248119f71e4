/** Schemas as types in the words of TypeScript, for documentation. */
import { z } from 'zod';

type Side = 'input' | 'output';

/** As much of JSON Schema as our schemas come to. */
interface Shape {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly default?: unknown;
}

const WIDTH = 100;

/** @returns a function that writes a schema's type; what is in `named` is written by its name, except as `self`. */
export function typeText(named: Readonly<Record<string, z.ZodType>>) {
  return (schema: z.ZodType, side: Side, self?: string): string => {
    const registry = z.registry<{ id: string }>();
    for (const [id, one] of Object.entries(named)) if (id !== self) registry.add(one, { id });
    const shape: Shape = JSON.parse(
      JSON.stringify(z.toJSONSchema(schema, { io: side, metadata: registry, unrepresentable: 'any' })),
    );
    return write(shape, '');
  };
}

function write(shape: Shape, indent: string): string {
  if (shape.$ref) return shape.$ref.split('/').at(-1) ?? '';
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return writeChoices(choices, indent);
  if (Array.isArray(shape.type)) return shape.type.join(' | ');
  if (shape.type === 'array') return writeList(shape, indent);
  if (shape.type === 'object') return writeObject(shape, indent);
  if (shape.type === 'integer') return 'number';
  return typeof shape.type === 'string' ? shape.type : 'unknown';
}

function writeChoices(choices: readonly Shape[], indent: string): string {
  const texts = [...new Set(choices.map((one) => write(one, `${indent}  `)))];
  const line = texts.join(' | ');
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return texts.map((text) => `\n${indent}  | ${text}`).join('');
}

function writeList({ items = {} }: Shape, indent: string): string {
  const item = write(items, indent);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function writeObject(
  { properties = {}, required = [], additionalProperties }: Shape,
  indent: string,
): string {
  const fields = Object.entries(properties).map(([key, shape]) => {
    const mark = required.includes(key) ? '' : '?';
    const usual = shape.default === undefined ? '' : ` /* ${JSON.stringify(shape.default)} */`;
    return `${/^\w+$/.test(key) ? key : JSON.stringify(key)}${mark}: ${write(shape, `${indent}  `)}${usual}`;
  });
  if (typeof additionalProperties === 'object' && fields.length === 0)
    return `Record<string, ${write(additionalProperties, indent)}>`;
  if (fields.length === 0) return '{}';
  const line = `{ ${fields.join(', ')} }`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${indent}  ${field}\n`).join('')}${indent}}`;
}
