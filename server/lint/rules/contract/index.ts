import type { LintRule } from '../../rule.ts';
import { ambiguousEnvironmentClass } from './ambiguous-environment-class.ts';
import { constructorArguments } from './constructor-arguments.ts';
import { missingSolution } from './missing-solution.ts';
import { noEnvironmentClass } from './no-environment-class.ts';
import { resetSignature } from './reset-signature.ts';
import { shadowedSolution } from './shadowed-solution.ts';
import { stepSignature } from './step-signature.ts';

/** SP1: the class has the methods that a trainer calls, and they take and give what it expects. */
export const contract: readonly LintRule[] = [
  noEnvironmentClass,
  ambiguousEnvironmentClass,
  resetSignature,
  stepSignature,
  constructorArguments,
  missingSolution,
  shadowedSolution,
];
