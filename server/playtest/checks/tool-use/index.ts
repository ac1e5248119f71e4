import type { Check } from '../../check.ts';
import { criteriaCount } from './criteria-count.ts';
import { criterionOutOfOrder } from './criterion-out-of-order.ts';
import { criterionPreSatisfied } from './criterion-pre-satisfied.ts';
import { criterionRaises } from './criterion-raises.ts';
import { criterionType } from './criterion-type.ts';
import { criterionUnderivable } from './criterion-underivable.ts';
import { criterionUnreachable } from './criterion-unreachable.ts';
import { earlyDone } from './early-done.ts';
import { enumNotEnforced } from './enum-not-enforced.ts';
import { failingCallAdvances } from './failing-call-advances.ts';
import { methodWithoutSchema } from './method-without-schema.ts';
import { toolLeaks } from './tool-leaks.ts';
import { toolRaises } from './tool-raises.ts';
import { toolReturn } from './tool-return.ts';
import { toolSchema } from './tool-schema.ts';
import { toolSignature } from './tool-signature.ts';
import { toolWithoutMethod } from './tool-without-method.ts';

/** SP6: tools, schemas, and the criteria of a conversation. */
export const toolUse: readonly Check[] = [
  toolWithoutMethod,
  methodWithoutSchema,
  toolSignature,
  toolSchema,
  criteriaCount,
  criterionPreSatisfied,
  criterionRaises,
  criterionUnreachable,
  criterionType,
  criterionUnderivable,
  criterionOutOfOrder,
  failingCallAdvances,
  enumNotEnforced,
  toolReturn,
  toolRaises,
  toolLeaks,
  earlyDone,
];
