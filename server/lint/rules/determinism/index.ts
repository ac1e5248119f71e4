import type { LintRule } from '../../rule.ts';

/** SP3: the same inputs give the same episode, and other seeds give others. */
export const determinism: readonly LintRule[] = [];
