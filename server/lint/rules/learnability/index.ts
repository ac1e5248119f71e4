import type { LintRule } from '../../rule.ts';
import { answerInFeedback } from './answer-in-feedback.ts';
import { answerInObservation } from './answer-in-observation.ts';
import { constantAnswer } from './constant-answer.ts';
import { formatNotStated } from './format-not-stated.ts';
import { hiddenStateUnobservable } from './hidden-state-unobservable.ts';
import { multiTurnInNameOnly } from './multi-turn-in-name-only.ts';

/** SP5: success has to be worked out, and can be. */
export const learnability: readonly LintRule[] = [
  answerInObservation,
  answerInFeedback,
  constantAnswer,
  formatNotStated,
  hiddenStateUnobservable,
  multiTurnInNameOnly,
];
