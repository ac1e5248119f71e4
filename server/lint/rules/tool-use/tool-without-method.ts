import type { ToolFacts } from '../../../analysis/tools.ts';
import { insertion } from '../../edits.ts';
import type { Fixing, LintContext, LintRule } from '../../rule.ts';

/** A tool is listed in `_tools`, and the class has no method for it. */
export const toolWithoutMethod: LintRule = {
  code: 'SP601',
  profile: 'tool_use',
  check(context) {
    const { tools, environment } = context.facts;
    // What an unknown base class defines, or `__getattr__` answers, is not known from this source.
    if (!tools || environment?.cls.opaque || context.facts.method('__getattr__')) return;
    for (const tool of tools.listed) {
      if (tool.method || !tool.node) continue;
      const fix = methodFor(context, tool);
      context.report(
        tool.node,
        `The tool \`${tool.name}\` is offered to the agent, but there is no method tool_${tool.name}: every call of it fails. Write the method, or take the tool out of _tools.`,
        fix ? { fix } : {},
      );
    }
  },
};

/** A method with the schema's parameters that refuses, to be filled in: where the schema is known and has plain names. */
function methodFor({ facts }: LintContext, tool: ToolFacts): Fixing | undefined {
  const after = [...(facts.tools?.methods.values() ?? [])]
    .filter(({ owner }) => owner === facts.environment?.cls)
    .at(-1);
  const names = tool.parameters.map((parameter) => parameter.name);
  if (!after || !tool.complete || ![tool.name, ...names].every((name) => /^[A-Za-z_]\w*$/.test(name)))
    return undefined;
  const required = tool.parameters
    .filter((parameter) => parameter.required)
    .map((parameter) => parameter.name);
  const optional = tool.parameters
    .filter((parameter) => !parameter.required)
    .map((parameter) => `${parameter.name}=None`);
  const signature = ['self', ...required, ...optional].join(', ');
  const indent = ' '.repeat(facts.range(after.node).start.column);
  const body = `\n\n${indent}def tool_${tool.name}(${signature}):\n${indent}    return "Error: ${tool.name} is not available"`;
  return { title: `Add the method tool_${tool.name}`, edits: [insertion(after.node.end, body)] };
}
