/** What answers came to: average@n and pass@k over the questions, with intervals. */
import { type Estimate, mean } from '../rollout/intervals.ts';
import { passAtK } from './pass-at-k.ts';

export interface QuestionScore {
  readonly id: string;
  readonly answers: number;
  readonly right: number;
  /** Answers without a box. */
  readonly unanswered: number;
  /** Answers that their limit ended. */
  readonly cut: number;
}

export interface QuestionScores {
  readonly questions: readonly QuestionScore[];
  /** The share of right answers, of each question and then over the questions. */
  readonly average: Estimate | undefined;
  readonly pass: readonly { readonly k: number; readonly estimate: Estimate | undefined }[];
}

/** Intervals are those over questions of the kind: more answers to the same ones make them no narrower. */
export function scoresOf(questions: readonly QuestionScore[], ks: readonly number[]): QuestionScores {
  const over = (value: (one: QuestionScore) => number, least: number) => {
    const some = questions.filter(({ answers }) => answers >= least);
    return some.length < questions.length ? undefined : mean(some.map(value), [0, 1]);
  };
  return {
    questions,
    average: over(({ right, answers }) => right / answers, 1),
    pass: ks.map((k) => ({ k, estimate: over(({ right, answers }) => passAtK(answers, right, k), k) })),
  };
}
