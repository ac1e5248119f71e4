/** What may go wrong with a policy, by kind, each with a sentence for the person. */

/**
 * - `request`: what was asked for makes no sense; nothing was done.
 * - `cancelled`: the caller's signal; weights are as before.
 * - `unavailable`: this machine lacks what the engine needs.
 * - `checkpoint`: a checkpoint is missing, damaged, newer than this program, or of another model.
 * - `diverged`: the update would have made the weights no numbers; they are as before.
 * - `engine`: the engine broke; a new one must be opened.
 * - `closed`: the policy was closed.
 */
export type FailureKind =
  | 'request'
  | 'cancelled'
  | 'unavailable'
  | 'checkpoint'
  | 'diverged'
  | 'engine'
  | 'closed';

export class PolicyFailure extends Error {
  override readonly name = 'PolicyFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Any error as a failure; what is none yet is the engine's. */
export function asFailure(error: unknown): PolicyFailure {
  if (error instanceof PolicyFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new PolicyFailure('engine', `The policy's engine failed: ${message}`, { cause: error });
}
