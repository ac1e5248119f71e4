import type { LintRule } from '../../rule.ts';

/** SP2: the environment stays inside its interpreter, and within time and memory. */
export const sandbox: readonly LintRule[] = [];
