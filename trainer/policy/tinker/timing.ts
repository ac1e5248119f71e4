/** How long the client of a Tinker engine waits for what. All in milliseconds; tests use shorter ones. */
import type { CallName } from './wire.ts';

export interface Timing {
  /** Of one connection that waits for a result; then it asks again. Proxies cut longer ones. */
  readonly poll: number;
  /** Between two tries of the same call: the shortest, doubled each time up to the longest; a quarter is chance. */
  readonly backoff: { readonly shortest: number; readonly longest: number };
  /** For which a submission is tried again while the engine is away or busy. */
  readonly submission: number;
  /** The same before anything has ever been answered: a wrong address should not take minutes to be told. */
  readonly connecting: number;
  /** For which an engine may not know what it has just promised: some answer from several processes. */
  readonly unknown: number;
  readonly heartbeat: number;
  /** From the submission to the result. */
  readonly deadlines: Readonly<Partial<Record<CallName, number>>>;
}

const MINUTE = 60_000;

export const TIMING: Timing = {
  poll: 45_000,
  backoff: { shortest: 500, longest: 10_000 },
  submission: 5 * MINUTE,
  connecting: 15_000,
  unknown: 90_000,
  heartbeat: 10_000,
  deadlines: {
    // Weights are read and programs compiled at the first of each.
    create_model: 30 * MINUTE,
    load_weights: 30 * MINUTE,
    save_weights: 30 * MINUTE,
    save_weights_for_sampler: 30 * MINUTE,
    asample: 30 * MINUTE,
    forward: 60 * MINUTE,
    forward_backward: 60 * MINUTE,
    optim_step: 30 * MINUTE,
    unload_model: MINUTE,
  },
};

/** Of calls that are not named. */
export const DEADLINE = 5 * MINUTE;
