import { isNever } from '../../../analysis/types.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';

/** A tool does not return a string on every path. That one forgets to move on is seen by running. */
export const toolReturn: LintRule = {
  code: 'SP615',
  profile: 'tool_use',
  check(context) {
    for (const [name, method] of context.facts.tools?.methods ?? []) {
      const wrong = context.facts.returns(method).find(({ type }) => isNever(type, 'str'));
      if (!wrong) continue;
      const at = wrong.at.kind === 'FunctionDef' ? nameSpan(wrong.at) : wrong.at;
      const what =
        wrong.at.kind === 'FunctionDef'
          ? 'ends without a return on some path'
          : `returns ${wrong.type.names.map((one) => (one === 'none' ? 'None' : one)).join(' or ')}`;
      context.report(
        at,
        `tool_${name} ${what} instead of text. The agent reads it as str() of that; return a string on every path.`,
      );
    }
  },
};
