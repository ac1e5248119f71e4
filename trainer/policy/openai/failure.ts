/** What may go wrong with an endpoint, by where it went wrong, each with a sentence for the person. */
import { type FailureKind, PolicyFailure } from '../failure.ts';

/**
 * - `key`: it is wrong, or may not be used for this; one that is missing is told before anything is asked (key.ts).
 * - `quota`: the account has nothing left; waiting does not help.
 * - `rate`: too many requests, also after all tries.
 * - `context`: the conversation and the answer do not fit the model's context.
 * - `request`: it does not know the model, the address or a setting.
 * - `reply`: what came back cannot be read, or broke off.
 * - `server`: it failed by its own account.
 * - `unreachable`: no connection, or no answer in time.
 */
export type Boundary = 'key' | 'quota' | 'rate' | 'context' | 'request' | 'reply' | 'server' | 'unreachable';

const KINDS: Readonly<Record<Boundary, FailureKind>> = {
  key: 'unavailable',
  quota: 'unavailable',
  rate: 'unavailable',
  context: 'request',
  request: 'request',
  reply: 'engine',
  server: 'engine',
  unreachable: 'unavailable',
};

/** Those that another try may mend. */
const PASSING: ReadonlySet<Boundary> = new Set(['rate', 'reply', 'server', 'unreachable']);

export class EndpointFailure extends PolicyFailure {
  readonly boundary: Boundary;
  /** Milliseconds that the endpoint asks to wait, where it does. */
  readonly wait: number | undefined;

  constructor(boundary: Boundary, message: string, options: ErrorOptions & { readonly wait?: number } = {}) {
    super(KINDS[boundary], message, options);
    this.boundary = boundary;
    this.wait = options.wait;
  }

  get passing(): boolean {
    return PASSING.has(this.boundary);
  }
}
