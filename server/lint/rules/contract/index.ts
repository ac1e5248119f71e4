import type { LintRule } from '../../rule.ts';
import { ambiguousEnvironmentClass } from './ambiguous-environment-class.ts';
import { attributeBeforeAssignment } from './attribute-before-assignment.ts';
import { constructorArguments } from './constructor-arguments.ts';
import { missingImport } from './missing-import.ts';
import { missingSolution } from './missing-solution.ts';
import { noEnvironmentClass } from './no-environment-class.ts';
import { resetReturn } from './reset-return.ts';
import { resetSignature } from './reset-signature.ts';
import { shadowedSolution } from './shadowed-solution.ts';
import { sharedMutableState } from './shared-mutable-state.ts';
import { stateNotReset } from './state-not-reset.ts';
import { stepReturn } from './step-return.ts';
import { stepSignature } from './step-signature.ts';
import { syntaxError } from './syntax-error.ts';

/** SP1: the class has the methods that a trainer calls, and they take and give what it expects. */
export const contract: readonly LintRule[] = [
  noEnvironmentClass,
  ambiguousEnvironmentClass,
  resetSignature,
  resetReturn,
  stepSignature,
  stepReturn,
  constructorArguments,
  missingSolution,
  shadowedSolution,
  attributeBeforeAssignment,
  stateNotReset,
  sharedMutableState,
  missingImport,
  syntaxError,
];
