/** Every static rule, in the order of its code. */
import type { LintRule } from '../rule.ts';

export const LINT_RULES: readonly LintRule[] = ([] as readonly LintRule[]).toSorted((a, b) =>
  a.code.localeCompare(b.code),
);
