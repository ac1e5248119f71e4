import type { Check } from '../../check.ts';
import { advertisedActionRejected } from './advertised-action-rejected.ts';
import { answerInFeedback } from './answer-in-feedback.ts';
import { answerInObservation } from './answer-in-observation.ts';
import { constantAnswer } from './constant-answer.ts';
import { deadlock } from './deadlock.ts';
import { formatNotStated } from './format-not-stated.ts';
import { hiddenStateUnobservable } from './hidden-state-unobservable.ts';
import { hintLeak } from './hint-leak.ts';
import { lenientVerifier } from './lenient-verifier.ts';
import { multiTurnInNameOnly } from './multi-turn-in-name-only.ts';
import { oneStepWin } from './one-step-win.ts';
import { oversizedObservation } from './oversized-observation.ts';
import { passiveWin } from './passive-win.ts';
import { randomWinRate } from './random-win-rate.ts';
import { solutionDoesNotWin } from './solution-does-not-win.ts';
import { solutionImpure } from './solution-impure.ts';
import { solutionNotPlayable } from './solution-not-playable.ts';
import { strictVerifier } from './strict-verifier.ts';
import { textContradictsReward } from './text-contradicts-reward.ts';
import { unreachedCode } from './unreached-code.ts';
import { unwinnable } from './unwinnable.ts';
import { vacuousCheck } from './vacuous-check.ts';

/** SP5: the task can be won, only by doing it, and the agent is told what it needs. */
export const learnability: readonly Check[] = [
  solutionDoesNotWin,
  solutionNotPlayable,
  solutionImpure,
  unwinnable,
  oneStepWin,
  passiveWin,
  randomWinRate,
  answerInObservation,
  answerInFeedback,
  constantAnswer,
  lenientVerifier,
  strictVerifier,
  vacuousCheck,
  unreachedCode,
  advertisedActionRejected,
  formatNotStated,
  deadlock,
  hiddenStateUnobservable,
  textContradictsReward,
  multiTurnInNameOnly,
  oversizedObservation,
  hintLeak,
];
