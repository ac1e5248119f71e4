/** What is wrong with the schema of a tool, in words: the part of JSON Schema that tools are described in. */

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first problem of a tool's `{description, parameters}`, `undefined` when it is valid. */
export function schemaProblem(tool: unknown): string | undefined {
  if (!isRecord(tool)) return 'it must be a dict with description and parameters';
  const { parameters } = tool;
  if (parameters === undefined) return undefined;
  if (!isRecord(parameters)) return 'parameters must be an object';
  if (parameters.type !== undefined && parameters.type !== 'object') {
    return `parameters must have type object, not ${JSON.stringify(parameters.type)}`;
  }
  const properties = parameters.properties ?? {};
  if (!isRecord(properties)) return 'properties must be an object';
  for (const [name, property] of Object.entries(properties)) {
    const problem = propertyProblem(property);
    if (problem) return `\`${name}\` ${problem}`;
  }
  const required = parameters.required ?? [];
  if (!Array.isArray(required)) return 'required must be a list of names';
  const unknown = required.filter((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
  if (unknown.length === 0) return undefined;
  return `required names ${unknown.map((name) => JSON.stringify(name)).join(', ')}, which no property declares`;
}

function propertyProblem(property: unknown): string | undefined {
  if (!isRecord(property)) return 'must be an object such as {"type": "string"}';
  const types = Array.isArray(property.type)
    ? property.type
    : property.type === undefined
      ? []
      : [property.type];
  const wrong = types.find((type) => typeof type !== 'string' || !TYPES.has(type));
  if (wrong !== undefined) return `has the type ${JSON.stringify(wrong)}, which JSON Schema does not know`;
  if (property.enum === undefined) return undefined;
  if (!Array.isArray(property.enum)) return 'has an enum that is no list';
  if (property.enum.length === 0) return 'has an empty enum, so no value is valid';
  const distinct = new Set(property.enum.map((choice) => JSON.stringify(choice)));
  return distinct.size < property.enum.length ? 'has an enum with repeated values' : undefined;
}

/** Do two names look like one tool under two names (`read_room`, `check_room`)? They share a word of three letters. */
export function looksRenamed(one: string, other: string): boolean {
  const words = new Set(
    one
      .toLowerCase()
      .split('_')
      .filter((word) => word.length >= 3),
  );
  return other
    .toLowerCase()
    .split('_')
    .some((word) => words.has(word));
}
