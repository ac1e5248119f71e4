import type { Facts } from '../../../analysis/facts.ts';
import { selfAttribute } from '../../../analysis/python/visit.ts';
import type { Part } from '../../../analysis/returns.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';

/** No path of step returns `terminated=True`. */
export const neverTerminates: LintRule = {
  code: 'SP402',
  check(context) {
    const { facts } = context;
    const step = facts.method('step');
    if (!step || facts.environment?.cls.opaque) return;
    const shapes = facts.returns(step);
    if (shapes.length === 0 || shapes.some(({ parts }) => parts?.length !== 5)) return;
    if (shapes.some(({ parts }) => mayBeTrue(parts?.[2], facts))) return;
    context.report(
      nameSpan(step.node),
      'No path of step returns terminated=True. An episode that never terminates has return 0, so nothing can be learnt from it; return terminated=True when the task is solved or lost.',
    );
  },
};

function mayBeTrue(part: Part | undefined, facts: Facts): boolean {
  if (!part) return true;
  const values = part.values;
  if (values.length > 0 && values.every((one) => one.kind === 'bool' && !one.value)) return false;
  const attribute = part.expression && selfAttribute(part.expression);
  if (attribute === undefined || facts.attributes?.dynamic) return true;
  const writes = facts.attributes?.byName.get(attribute)?.writes ?? [];
  return !(
    writes.length > 0 && writes.every(({ value }) => value?.kind === 'Constant' && value.value === false)
  );
}
