import type { Method } from '../../../analysis/classes.ts';
import { looksRenamed } from '../../../contract/tool-schema.ts';
import { insertion, nameSpan } from '../../edits.ts';
import type { Fixing, LintContext, LintRule } from '../../rule.ts';

/** A method `tool_NAME` that `_tools` does not list. */
export const methodWithoutSchema: LintRule = {
  code: 'SP602',
  profile: 'tool_use',
  check(context) {
    const { tools } = context.facts;
    // Tools may be offered by an own get_tools, or by what is not known of _tools.
    if (!tools?.complete || context.facts.method('get_tools')) return;
    const listed = new Set(tools.listed.map((tool) => tool.name));
    const missing = tools.listed.filter((tool) => !tool.method);
    for (const [name, method] of tools.methods) {
      // A tool under another name is SP601's: renaming it mends both.
      if (listed.has(name) || missing.some((tool) => looksRenamed(tool.name, name))) continue;
      const fix = entryFor(context, name, method);
      context.report(
        nameSpan(method.node),
        `tool_${name} is not in _tools, so no agent is told of it, yet it can be called. List it in _tools, or rename it if it is a helper.`,
        fix ? { fix } : {},
      );
    }
  },
};

/** An entry before the first one of the dict display that `_tools` is, with the method's parameters as text. */
function entryFor({ facts }: LintContext, name: string, method: Method): Fixing | undefined {
  const first = facts.tools?.listed[0]?.node;
  if (first?.parent?.kind !== 'Dict') return undefined;
  const properties = method.parameters
    .map((parameter) => `"${parameter.name}": {"type": "string"}`)
    .join(', ');
  const required = method.parameters
    .filter((parameter) => !parameter.default)
    .map((parameter) => `"${parameter.name}"`)
    .join(', ');
  const schema = `{"type": "object", "properties": {${properties}}, "required": [${required}]}`;
  const entry = `"${name}": {"description": "${name.replaceAll('_', ' ')}", "parameters": ${schema}},`;
  const { line, column } = facts.range(first).start;
  const before = facts.document.text.slice(facts.document.lineStarts[line - 1] ?? 0, first.start);
  const separator = /^\s*$/.test(before) ? `\n${' '.repeat(column)}` : ' ';
  return { title: `List ${name} in _tools`, edits: [insertion(first.start, entry + separator)] };
}
