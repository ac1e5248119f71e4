import type { LintRule } from '../../rule.ts';

/** A criterion reads only the call history: it pays the path, not the outcome. */
export const pathNotOutcome: LintRule = {
  code: 'SP618',
  profile: 'tool_use',
  check(context) {
    for (const criterion of context.facts.criteria?.criteria ?? []) {
      if (!criterion.historyOnly) continue;
      context.report(
        criterion.node,
        `Criterion ${criterion.index + 1} looks only at which calls were made, not at what they did: the right call with wrong arguments counts. Check the state that the instruction asks for.`,
      );
    }
  },
};
