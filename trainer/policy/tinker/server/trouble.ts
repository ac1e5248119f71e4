/**
 * Trouble on demand: what real engines, networks and proxies do to their clients, one kind at a time and counted, so
 * that a test can have exactly the mishap that it is about.
 */

/** What may happen to a call. */
export const TROUBLES = {
  '400': 'refused without a word, as by a proxy',
  '402': 'wants to be paid',
  '404': 'not known',
  '408': 'not done in the time that a poll is held',
  '410': 'the future has expired',
  '425': 'a checkpoint is still being made',
  '429': 'too many requests',
  '500': 'an error in plain text',
  '502': 'a proxy without its server',
  '503': 'overloaded',
  try_again: '200, and the word to ask again',
  metadata: '200, and the size of the result without it',
  failed: '200, and an error in place of the result',
  failed400: '400, and the error of a failed future',
  lost: 'the work is done and the connection breaks before the answer',
  forgotten: 'the work is accepted, done, and its future not known',
  null: 'null in place of log-probabilities',
} as const;

export type Trouble = keyof typeof TROUBLES | `delay=${number}`;

interface Plan {
  /** A call's name, or `*`. */
  readonly call: string;
  readonly trouble: Trouble;
  left: number;
  skip: number;
}

export class Troubles {
  readonly #plans: Plan[] = [];
  /** What has happened, in order. */
  readonly happened: string[] = [];

  /**
   * @param call such as `asample`, or `*`.
   * @param times how often.
   * @param skip calls that go well first.
   */
  add(call: string, trouble: Trouble, times = 1, skip = 0): this {
    this.#plans.push({ call, trouble, left: times, skip });
    return this;
  }

  /** The trouble of a call that begins now. */
  next(call: string): Trouble | undefined {
    const plan = this.#plans.find((one) => one.left > 0 && (one.call === '*' || one.call === call));
    if (!plan) return undefined;
    if (plan.skip > 0) {
      plan.skip -= 1;
      return undefined;
    }
    plan.left -= 1;
    this.happened.push(`${call}:${plan.trouble}`);
    return plan.trouble;
  }
}

/** What is answered in place of the truth; nothing where the truth is told, if late or to nobody. */
export function insteadOf(trouble: Trouble | undefined): { status: number; body: unknown } | undefined {
  if (trouble === undefined) return undefined;
  if (trouble === '400') return { status: 400, body: undefined };
  if (trouble === '500') return { status: 500, body: 'Internal Server Error' };
  if (/^\d+$/.test(trouble)) return { status: Number(trouble), body: { detail: `trouble ${trouble}` } };
  if (trouble === 'try_again') return { status: 200, body: { type: 'try_again', queue_state: 'active' } };
  if (trouble === 'metadata')
    return { status: 200, body: { status: 'complete_metadata', response_payload_size: 1 } };
  if (trouble === 'failed')
    return { status: 200, body: { error: 'Traceback: it broke', category: 'server' } };
  if (trouble === 'failed400') return { status: 400, body: { detail: 'it broke' } };
  return undefined;
}

/** `CALL:TROUBLE`, with `xN` for how often, as in `asample:429x3`, `*:delay=200x1000`. */
export function readTrouble(text: string): { call: string; trouble: Trouble; times: number } | undefined {
  const match = /^([a-z_*]+):([a-z0-9_]+?)(?:=(\d+))?(?:x(\d+))?$/.exec(text);
  const [, call, name, delay, times] = match ?? [];
  if (call === undefined || name === undefined) return undefined;
  if (name === 'delay' && delay !== undefined)
    return { call, trouble: `delay=${Number(delay)}`, times: Number(times ?? 1) };
  const known = Object.keys(TROUBLES).find((one): one is keyof typeof TROUBLES => one === name);
  return known === undefined || delay !== undefined
    ? undefined
    : { call, trouble: known, times: Number(times ?? 1) };
}
