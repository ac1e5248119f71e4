import type { Call, Node } from '../../../analysis/python/syntax.ts';
import { walkBody } from '../../../analysis/python/visit.ts';
import type { LintRule } from '../../rule.ts';

/** A tool returns the solution. */
export const toolLeaks: LintRule = {
  code: 'SP617',
  profile: 'tool_use',
  check(context) {
    for (const [name, { node }] of context.facts.tools?.methods ?? []) {
      let leak: Node | undefined;
      walkBody(node.body, (one) => {
        if (one.kind === 'Call' && isSolution(one) && isReturned(one)) leak ??= one;
        if (one.kind === 'Attribute' && one.attr === '_expected_answer' && isReturned(one)) leak ??= one;
        return true;
      });
      if (!leak) continue;
      context.report(
        leak,
        `tool_${name} gives the agent the ${leak.kind === 'Call' ? 'solution' : 'expected answer'}: calling it is then better than solving the task. Return only what the simulated service would say.`,
      );
    }
  },
};

const isSolution = ({ func }: Call): boolean =>
  func.kind === 'Attribute' &&
  func.attr === 'solution' &&
  func.value.kind === 'Name' &&
  func.value.id === 'self';

/** Inside of what a `return` gives back, and not only compared there. */
function isReturned(node: Node): boolean {
  for (let one: Node | undefined = node.parent; one; one = one.parent) {
    if (one.kind === 'Return') return true;
    if (one.kind === 'Compare' || one.kind === 'FunctionDef') return false;
  }
  return false;
}
