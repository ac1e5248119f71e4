import type { Path, StateFacts } from '../../../analysis/state.ts';
import type { LintRule } from '../../rule.ts';

/** A criterion reads a key of the state that neither `reset` nor a tool writes. */
export const criterionUnreachable: LintRule = {
  code: 'SP608',
  profile: 'tool_use',
  check(context) {
    const { criteria, state } = context.facts;
    // A state that goes where it cannot be followed, or that is built by what is not known, may have any key.
    if (!criteria || !state || state.escapes || state.initial?.kind !== 'dict') return;
    for (const criterion of criteria.criteria) {
      const missing = criterion.reads.find(({ path }) => !isWritten(state, path));
      const key = missing?.path[0];
      if (!missing || key === undefined || key === '*') continue;
      context.report(
        missing.node,
        `Criterion ${criterion.index + 1} reads \`${key}\` of the state, which neither reset nor a tool writes: the instruction can never be completed. Read the key that the tool sets.`,
      );
    }
  },
};

/** Only the first key is judged: what lies below may come with a value. */
function isWritten(state: StateFacts, [key]: Path): boolean {
  if (key === undefined || key === '*') return true;
  const initial = state.initial?.kind === 'dict' ? state.initial.entries : [];
  if (initial.some(([name]) => name.kind !== 'str' || name.value === key)) return true;
  return state.writes.some(
    ({ path, value }) => path[0] === key || path[0] === '*' || (path.length === 0 && value?.kind !== 'Dict'),
  );
}
