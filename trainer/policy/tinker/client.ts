/**
 * The Tinker API in two layers: `submit` hands work over and gives its number, `result` waits for what became of it.
 * Both go on through lost connections, busy engines and restarted proxies until a deadline that depends on the call.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { PolicyFailure } from '../failure.ts';
import { type Answer, type Meaning, meaningOf, parsed } from './answers.ts';
import { DEADLINE, type Timing } from './timing.ts';
import { type Body, NoAnswer, type Transport } from './transport.ts';
import { type CallName, submitted } from './wire.ts';

/** Work for the engine. The same body may be sent more than once: it carries what tells a repetition. */
export interface Work<T> {
  readonly call: CallName;
  readonly body: Body;
  readonly result: z.ZodType<T>;
  /** Reads a result in protocol buffers. */
  readonly binary?: (body: Uint8Array) => unknown;
  /**
   * Sent again, as new work, when its result does not come; for what changes nothing. Else the deadline is a failure.
   * Resolves with the body for the new try.
   */
  readonly anew?: () => Body;
  /** Instead of failing where the first submission may have arrived and the second is refused as a repetition. */
  readonly repeated?: () => Promise<T>;
}

export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called whenever the engine wants less. */
  readonly onBusy?: (() => void) | undefined;
  /** What the engine does not know is refused at once: no more is expected of it. */
  readonly once?: boolean | undefined;
}

/** An engine's refusal, with its status, for callers that know what to make of it. */
export class Refusal extends PolicyFailure {
  readonly status: number;

  constructor(call: string, status: number, why: string) {
    super(
      status === 400 || status === 422 ? 'request' : 'engine',
      `The engine refused ${call} (${status}): ${why}`,
    );
    this.status = status;
  }
}

/** 400s without a word that are taken for a proxy's. */
const MANGLED = 3;

export class TinkerClient {
  readonly timing: Timing;
  readonly transport: Transport;
  #heard = false;

  constructor(transport: Transport, timing: Timing) {
    this.transport = transport;
    this.timing = timing;
  }

  /** A call that answers at once. @throws PolicyFailure, and the signal's reason */
  async call<T>(
    call: string,
    body: Body | undefined,
    schema: z.ZodType<T>,
    options: WorkOptions = {},
  ): Promise<T> {
    return parsed(schema, (await this.#insist(call, body, options)).value, call);
  }

  /** Work from its submission to its result. @throws PolicyFailure, and the signal's reason */
  async work<T>(work: Work<T>, options: WorkOptions = {}): Promise<T> {
    const number = await this.submit(work, options);
    return typeof number === 'string' ? this.result(work, number, options) : number.repeated;
  }

  /** Hands work over. @returns its number, or the result where it proved to be done already. */
  async submit<T>(work: Work<T>, options: WorkOptions = {}): Promise<string | { readonly repeated: T }> {
    try {
      const { value } = await this.#insist(work.call, work.body, options);
      return parsed(submitted, value, work.call).request_id;
    } catch (error) {
      if (work.repeated && error instanceof Refusal && error.status === 409)
        return { repeated: await work.repeated() };
      throw error;
    }
  }

  /** Waits for a result. @throws PolicyFailure, and the signal's reason */
  async result<T>(work: Work<T>, number: string, options: WorkOptions = {}): Promise<T> {
    const { call, result, binary, anew } = work;
    const { poll, unknown, deadlines } = this.timing;
    const started = Date.now();
    const deadline = started + (deadlines[call] ?? DEADLINE);
    let [asked, mangled, waits, again] = [number, 0, 0, anew];
    let unwell: number | undefined;
    for (;;) {
      const question = { request_id: asked, allow_metadata_only: false };
      const bytes = new TextEncoder().encode(JSON.stringify(question));
      const meaning = await this.#once(
        'retrieve_future',
        { bytes, type: 'application/json' },
        poll,
        options,
        binary,
      );
      if (meaning.kind === 'result') return parsed(result, meaning.value, call);
      if (meaning.kind === 'failed') throw new Refusal(call, meaning.status, meaning.why);
      if (meaning.kind === 'mangled' && ++mangled > MANGLED)
        throw new PolicyFailure(
          'engine',
          `The engine or a proxy before it answers 400 to ${call} without a word.`,
        );
      if (meaning.kind === 'busy') {
        options.onBusy?.();
        unwell ??= Date.now();
        // What is answered with errors for minutes will not come.
        if (Date.now() > unwell + this.timing.submission) throw tooLate(call, meaning);
      } else unwell = undefined;
      const lost = meaning.kind === 'unknown' && Date.now() > started + unknown;
      if (meaning.kind === 'expired' || lost || Date.now() > deadline) {
        // Training carries a sequence number, so that the same body again is the same update and not another one.
        const body = meaning.kind === 'expired' && !again ? work.body : again?.();
        again = undefined;
        if (!body || Date.now() > deadline + (deadlines[call] ?? DEADLINE)) throw tooLate(call, meaning);
        const next = await this.submit({ ...work, body }, options);
        if (typeof next !== 'string') return next.repeated;
        asked = next;
      }
      // What is not done yet was waited for already, unless the engine answered at once.
      if (meaning.kind === 'again')
        await sleep(Math.min(this.timing.backoff.shortest / 10, 50), undefined, signalOf(options));
      else await this.#wait(waits++, options);
    }
  }

  /** One call until it is accepted or refused for good. */
  async #insist(call: string, body: Body | undefined, options: WorkOptions): Promise<{ value: unknown }> {
    const { submission, connecting, unknown, poll } = this.timing;
    const started = Date.now();
    let [mangled, why] = [0, ''];
    for (let waits = 0; ; waits += 1) {
      const meaning = await this.#once(call, body, poll, options);
      if (meaning.kind === 'result') return meaning;
      if (meaning.kind === 'failed') throw new Refusal(call, meaning.status, meaning.why);
      if (meaning.kind === 'expired') throw new Refusal(call, 410, meaning.why);
      if (meaning.kind === 'mangled' && ++mangled > MANGLED)
        throw new Refusal(call, 400, 'it said no word of why');
      // What was just made may not be known everywhere yet; the paths of a whole API that is not there never will be.
      const absent = meaning.kind === 'unknown' && (options.once || !this.#heard || body === undefined);
      if (absent || (meaning.kind === 'unknown' && Date.now() > started + unknown))
        throw new Refusal(call, 404, meaning.why);
      if (meaning.kind === 'busy') options.onBusy?.();
      why = meaning.why;
      if (Date.now() > started + (this.#heard ? submission : connecting))
        throw new PolicyFailure(
          'unavailable',
          `The engine at ${this.transport.url} does not take ${call}: ${why}. Is it running, and is the address right?`,
        );
      await this.#wait(waits, options);
    }
  }

  async #once(
    call: string,
    body: Body | undefined,
    patience: number,
    { signal }: WorkOptions,
    binary?: (body: Uint8Array) => unknown,
  ): Promise<Meaning> {
    let answer: Answer;
    try {
      answer = await this.transport.send(call, body, patience, signal);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      // A poll that ended without an answer is how long polls end.
      return {
        kind: call === 'retrieve_future' && error.late ? 'again' : 'busy',
        why: error.message,
      };
    }
    if (answer.status === 401 || answer.status === 403)
      throw new PolicyFailure(
        'unavailable',
        `The engine at ${this.transport.url} does not accept the key (${answer.status}). Put it into an environment variable of the daemon, and the variable's name into engine.keyVariable.`,
      );
    if (answer.status === 402)
      throw new PolicyFailure(
        'unavailable',
        `The engine at ${this.transport.url} wants to be paid first (402).`,
      );
    if (answer.status < 500 && answer.status !== 404) this.#heard = true;
    return meaningOf(answer, binary);
  }

  async #wait(tries: number, options: WorkOptions): Promise<void> {
    const { shortest, longest } = this.timing.backoff;
    const time = Math.min(shortest * 2 ** Math.min(tries, 20), longest);
    await sleep(time * (1 + Math.random() / 4), undefined, signalOf(options));
  }
}

const signalOf = ({ signal }: WorkOptions) => (signal ? { signal } : {});

const tooLate = (call: string, { kind, ...rest }: Meaning): PolicyFailure =>
  new PolicyFailure(
    'engine',
    kind === 'unknown'
      ? `The engine has forgotten ${call}, which it had accepted.`
      : `The engine did not finish ${call} in time${'why' in rest ? `: ${rest.why}` : ''}.`,
  );
