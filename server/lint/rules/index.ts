/** Every static rule, in the order of its code. */
import type { LintRule } from '../rule.ts';
import { contract } from './contract/index.ts';
import { determinism } from './determinism/index.ts';
import { episode } from './episode/index.ts';
import { hygiene } from './hygiene/index.ts';
import { learnability } from './learnability/index.ts';
import { sandbox } from './sandbox/index.ts';
import { text } from './text/index.ts';
import { toolUse } from './tool-use/index.ts';

const GROUPS: readonly (readonly LintRule[])[] = [
  contract, //
  sandbox,
  determinism,
  episode,
  learnability,
  text,
  toolUse,
  hygiene,
];

export const LINT_RULES: readonly LintRule[] = GROUPS.flat().sort((a, b) => a.code.localeCompare(b.code));
