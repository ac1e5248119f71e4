import type { Method } from '../../../analysis/classes.ts';
import type { Name, Parameter } from '../../../analysis/python/syntax.ts';
import { walkBody } from '../../../analysis/python/visit.ts';
import type { ToolFacts } from '../../../analysis/tools.ts';
import { nameSpan, replacement } from '../../edits.ts';
import type { Fixing, LintRule } from '../../rule.ts';

/** A tool's schema and its method disagree on names, or on what is required. */
export const toolSignature: LintRule = {
  code: 'SP603',
  profile: 'tool_use',
  check(context) {
    for (const tool of context.facts.tools?.listed ?? []) {
      const { method } = tool;
      if (!method || !tool.complete || method.kind !== 'instance' || method.node.decorators.length > 0)
        continue;
      const found = mismatch(tool, method);
      if (!found) continue;
      context.report(
        nameSpan(method.node),
        `\`${tool.name}\`: ${found.problem} A call that follows the schema fails. Use the same names in both.`,
        found.fix ? { fix: found.fix } : {},
      );
    }
  },
};

interface Mismatch {
  readonly problem: string;
  readonly fix?: Fixing;
}

function mismatch(tool: ToolFacts, method: Method): Mismatch | undefined {
  const takesAll = method.parameters.some((parameter) => parameter.flavour === 'varKeywords');
  const named = method.parameters.filter(
    (parameter) => parameter.flavour === 'normal' || parameter.flavour === 'keywordOnly',
  );
  const taken = new Set(named.map((parameter) => parameter.name));
  const declared = new Set(tool.parameters.map((parameter) => parameter.name));
  const unknown = tool.parameters.filter((parameter) => !taken.has(parameter.name));
  const undeclared = named.filter((parameter) => !declared.has(parameter.name));
  if (unknown.length > 0 && !takesAll) {
    const [schema] = unknown;
    const [parameter] = undeclared;
    const fix =
      schema && parameter && unknown.length === 1 && undeclared.length === 1
        ? rename(method, parameter, schema.name)
        : undefined;
    return {
      problem: `the schema declares ${list(unknown)}, which the method does not take.`,
      ...(fix ? { fix } : {}),
    };
  }
  const missing = undeclared.filter((parameter) => !parameter.default);
  if (missing.length > 0)
    return { problem: `the method requires ${list(missing)}, which the schema does not declare.` };
  const optional = tool.parameters.filter(
    (parameter) => !parameter.required && named.some((one) => one.name === parameter.name && !one.default),
  );
  if (optional.length === 0) return undefined;
  return { problem: `the method requires ${list(optional)}, which the schema leaves optional.` };
}

const list = (items: readonly { readonly name: string }[]): string =>
  items.map(({ name }) => `\`${name}\``).join(', ');

/** The method's parameter gets the schema's name, wherever its body uses it; not where that name is taken. */
function rename(method: Method, parameter: Parameter, to: string): Fixing | undefined {
  const uses: Name[] = [];
  let clash = !/^[A-Za-z_]\w*$/.test(to);
  walkBody(method.node.body, (node) => {
    if (node.kind === 'Name' && node.id === parameter.name) uses.push(node);
    if (node.kind === 'Name' && node.id === to) clash = true;
    // An inner function or comprehension may have a parameter of the same name.
    if (node.kind === 'FunctionDef' || node.kind === 'Lambda' || node.kind === 'Global') clash = true;
    return true;
  });
  if (clash) return undefined;
  const name = { start: parameter.nameStart, end: parameter.nameStart + parameter.name.length };
  return {
    title: `Rename the parameter to ${to}`,
    edits: [name, ...uses].map((span) => replacement(span, to)),
  };
}
