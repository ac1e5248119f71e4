import type { LintRule } from '../../rule.ts';
import { criteriaCount } from './criteria-count.ts';
import { criterionImpure } from './criterion-impure.ts';
import { criterionType } from './criterion-type.ts';
import { criterionUnderivable } from './criterion-underivable.ts';
import { criterionUnreachable } from './criterion-unreachable.ts';
import { methodWithoutSchema } from './method-without-schema.ts';
import { pathNotOutcome } from './path-not-outcome.ts';
import { toolLeaks } from './tool-leaks.ts';
import { toolReturn } from './tool-return.ts';
import { toolSchema } from './tool-schema.ts';
import { toolSignature } from './tool-signature.ts';
import { toolWithoutMethod } from './tool-without-method.ts';

/** SP6: tools, schemas, and the criteria of a conversation. */
export const toolUse: readonly LintRule[] = [
  toolWithoutMethod,
  methodWithoutSchema,
  toolSignature,
  toolSchema,
  criteriaCount,
  criterionUnreachable,
  criterionType,
  criterionUnderivable,
  criterionImpure,
  toolReturn,
  toolLeaks,
  pathNotOutcome,
];
