import { askedCheck } from './asked.ts';

/** A call that waits: for time, for a person, for another thread. */
export const blockingCall = askedCheck(
  'SP206',
  (did) =>
    `\`${did}\` makes the play wait or hands it to another thread: one environment then stalls every rollout of its batch. An environment computes and returns. Remove it.`,
);
