import { type Check, undecided } from '../../check.ts';
import { lineOf } from '../../place.ts';

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A tool's parameters are no valid JSON Schema: chat templates and validators refuse or misread it. */
export const toolSchema: Check = {
  code: 'SP604',
  profile: 'tool_use',
  async run(lab) {
    const described = (await lab.openings()).find((opening) => opening.tools);
    if (!described?.tools) return undecided('the tools could not be read');
    const { schemas } = described.tools;
    const evidence = { play: { seed: described.seed, actions: [] }, step: 0 };
    if (!isRecord(schemas)) {
      return [
        {
          message: "_tools must be a dict from a tool's name to its description and parameters.",
          line: lineOf(lab.session.options.source, /_tools\s*=/),
          evidence,
        },
      ];
    }
    return Object.entries(schemas).flatMap(([name, schema]) => {
      const problem = schemaProblem(schema);
      if (!problem) return [];
      const message = `The schema of \`${name}\` is not valid: ${problem}. The agent's chat template cannot show the tool as meant.`;
      return [
        { message, line: lineOf(lab.session.options.source, new RegExp(`['"]${name}['"]\\s*:`)), evidence },
      ];
    });
  },
};

function schemaProblem(tool: unknown): string | undefined {
  if (!isRecord(tool)) return 'it must be a dict with description and parameters';
  const { parameters } = tool;
  if (parameters === undefined) return undefined;
  if (!isRecord(parameters)) return 'parameters must be an object';
  if (parameters.type !== undefined && parameters.type !== 'object')
    return `parameters must have type object, not ${JSON.stringify(parameters.type)}`;
  const properties = parameters.properties ?? {};
  if (!isRecord(properties)) return 'properties must be an object';
  for (const [name, property] of Object.entries(properties)) {
    const problem = propertyProblem(property);
    if (problem) return `\`${name}\` ${problem}`;
  }
  const required = parameters.required ?? [];
  if (!Array.isArray(required)) return 'required must be a list of names';
  const unknown = required.filter((name) => typeof name !== 'string' || !(name in properties));
  return unknown.length > 0
    ? `required names ${unknown.map((name) => JSON.stringify(name)).join(', ')}, which no property declares`
    : undefined;
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
  return new Set(property.enum.map((choice) => JSON.stringify(choice))).size < property.enum.length
    ? 'has an enum with repeated values'
    : undefined;
}
