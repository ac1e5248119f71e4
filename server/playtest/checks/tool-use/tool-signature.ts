import type { ToolDescription } from '../../../protocol/driver.ts';
import { type Check, undecided } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { schemasOf, type ToolSchema } from '../../tool-calls.ts';

type Method = ToolDescription['methods'][number];

/** A tool's schema and its method disagree on parameters. */
export const toolSignature: Check = {
  code: 'SP603',
  profile: 'tool_use',
  async run(lab) {
    const described = (await lab.openings()).find((opening) => opening.tools);
    if (!described?.tools) return undecided('the tools could not be read');
    const methods = new Map(described.tools.methods.map((method) => [method.name, method]));
    return schemasOf(described.tools).flatMap((schema) => {
      const method = methods.get(schema.name);
      const problem = method && mismatch(schema, method);
      if (!problem) return [];
      return [
        {
          message: `\`${schema.name}\`: ${problem} A call that follows the schema fails. Use the same names in both.`,
          line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${schema.name}\\b`)),
          evidence: { play: { seed: described.seed, actions: [] }, step: 0 },
        },
      ];
    });
  },
};

function mismatch(schema: ToolSchema, method: Method): string | undefined {
  const declared = new Set(schema.properties.map((property) => property.name));
  const taken = new Set(method.parameters.map((parameter) => parameter.name));
  const unknown = schema.properties
    .filter((property) => !taken.has(property.name))
    .map((property) => property.name);
  if (unknown.length > 0 && !method.variadic)
    return `the schema declares ${list(unknown)}, which the method does not take.`;
  const required = method.parameters.filter((parameter) => parameter.required);
  const undeclared = required
    .filter((parameter) => !declared.has(parameter.name))
    .map((parameter) => parameter.name);
  if (undeclared.length > 0)
    return `the method requires ${list(undeclared)}, which the schema does not declare.`;
  const optional = schema.properties
    .filter(
      (property) => !property.required && required.some((parameter) => parameter.name === property.name),
    )
    .map((property) => property.name);
  if (optional.length > 0) return `the method requires ${list(optional)}, which the schema leaves optional.`;
  return undefined;
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
