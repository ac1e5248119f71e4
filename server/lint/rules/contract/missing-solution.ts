import type { FunctionDef } from '../../../analysis/python/syntax.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';
import { parametersOf, quoted, requiredOf } from './signature.ts';

const REMEDY = 'Add `solution(self)` that returns what wins from the present task';

/** There is no `solution()` to call without arguments, so nothing shows that the task can be won. */
export const missingSolution: LintRule = {
  code: 'SP108',
  check(context) {
    const { facts } = context;
    const cls = facts.environment?.cls;
    if (!cls) return;
    const method = facts.method('solution');
    if (!method) {
      const constant = [cls, ...cls.ancestors].some((one) => one.constants.has('solution'));
      // An attribute may hold a function; that it holds something else is SP109's matter, or shows when it is called.
      const writes = facts.attributes?.byName.get('solution')?.writes ?? [];
      const callable = writes.some(
        ({ value }) =>
          !value || facts.typeOf(value).unknown || facts.typeOf(value).names.includes('function'),
      );
      if (cls.opaque || constant || callable || facts.attributes?.dynamic) return;
      context.report(
        nameSpan(cls.node),
        `\`${cls.name}\` has no ${writes.length > 0 ? 'method `solution()`, only an attribute of that name' : '`solution()`'}: nothing shows that its task can be won, and no hint can be made from it. ${REMEDY}.`,
      );
      return;
    }
    if (isUnwritten(method.node)) {
      context.report(
        nameSpan(method.node),
        `\`solution()\` is declared and not written: it raises NotImplementedError. ${REMEDY}.`,
      );
      return;
    }
    const required = requiredOf(parametersOf(method) ?? []);
    if (required.length > 0)
      context.report(
        nameSpan(method.node),
        `\`solution\` requires ${quoted(required)}, but it is called without arguments. Read the task from self instead.`,
      );
  },
};

/** Nothing but `raise NotImplementedError` behind the docstring. */
function isUnwritten({ body }: FunctionDef): boolean {
  const [only, ...more] = body.filter(
    (one) => one.kind !== 'ExpressionStatement' || one.value.kind !== 'Str',
  );
  if (only?.kind !== 'Raise' || more.length > 0) return false;
  const { exception } = only;
  const raised = exception?.kind === 'Call' ? exception.func : exception;
  return raised?.kind === 'Name' && raised.id === 'NotImplementedError';
}
