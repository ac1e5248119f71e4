import { schemaProblem } from '../../../contract/tool-schema.ts';
import type { LintRule } from '../../rule.ts';

/** A tool's parameters are no valid JSON Schema. */
export const toolSchema: LintRule = {
  code: 'SP604',
  profile: 'tool_use',
  check(context) {
    for (const tool of context.facts.tools?.listed ?? []) {
      // Only what is known whole can be called wrong.
      const problem = tool.schema === undefined ? undefined : schemaProblem(tool.schema);
      if (!problem || !tool.node) continue;
      context.report(
        tool.node,
        `The schema of \`${tool.name}\` is not valid: ${problem}. The agent's chat template cannot show the tool as meant.`,
      );
    }
  },
};
