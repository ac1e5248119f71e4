/** HTTP to an engine: one call, one answer, with the key from the environment and never in a message. */
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { checkRoute } from '../key.ts';
import type { Answer } from './answers.ts';
import { API } from './wire.ts';

export interface Address {
  /** The engine's URL, without `/api/v1`. */
  readonly url: string;
  /** What it is paid or known by; most engines of one's own want none. */
  readonly key: string | undefined;
}

export interface Body {
  readonly bytes: Uint8Array;
  readonly type: string;
}

export const jsonBody = (value: unknown): Body => ({
  bytes: new TextEncoder().encode(JSON.stringify(value)),
  type: 'application/json',
});

/** Nothing answered: no connection, a broken one, or too late. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** It was waited for as long as was meant. */
  readonly late: boolean;

  constructor(message: string, late: boolean, options?: ErrorOptions) {
    super(message, options);
    this.late = late;
  }
}

const VERSION = 'spade-studio';

export class Transport {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** A connection of the heartbeat's own: it must come through while thousands of other calls wait. */
  readonly #apart: PlainAgent | SecureAgent;

  /** @param session sticky sessions, as Ray Serve's, are told apart by it. @throws as `checkRoute` */
  constructor({ url, key }: Address, session: string) {
    checkRoute(new URL(url), key);
    this.url = url.replace(/\/+$/, '').replace(new RegExp(`${API}$`), '');
    this.#headers = {
      accept: 'application/json, application/x-protobuf;q=0.5',
      'user-agent': VERSION,
      'x-request-id': session,
      'x-ray-serve-request-id': session,
      serve_multiplexed_model_id: session,
      ...(key === undefined ? {} : { 'x-api-key': key, authorization: `Bearer ${key}` }),
    };
    const Agent = this.url.startsWith('https:') ? SecureAgent : PlainAgent;
    this.#apart = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  /**
   * @param patience milliseconds until it counts as unanswered.
   * @throws NoAnswer, and the signal's reason.
   */
  async send(
    call: string,
    body: Body | undefined,
    patience: number,
    signal?: AbortSignal,
    method: 'GET' | 'POST' | 'DELETE' = body ? 'POST' : 'GET',
  ): Promise<Answer> {
    const either = AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]);
    try {
      const response = await fetch(`${this.url}${API}/${call}`, {
        method,
        headers: { ...this.#headers, ...(body ? { 'content-type': body.type } : {}) },
        body: body ? Buffer.from(body.bytes) : null,
        signal: either,
        // A key does not follow a redirection to elsewhere.
        redirect: 'error',
      });
      return {
        status: response.status,
        body: new Uint8Array(await response.arrayBuffer()),
        type: response.headers.get('content-type') ?? '',
      };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw either.aborted
        ? new NoAnswer(`no answer in ${patience / 1000} s`, true, { cause: error })
        : new NoAnswer(wordsOf(error), false, { cause: error });
    }
  }

  /** The same on the connection kept apart; resolves with the status. @throws NoAnswer */
  beat(call: string, body: Body, patience: number): Promise<number> {
    const request = this.url.startsWith('https:') ? secureRequest : plainRequest;
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.url}${API}/${call}`,
        {
          method: 'POST',
          agent: this.#apart,
          timeout: patience,
          headers: { ...this.#headers, 'content-type': body.type, 'content-length': body.bytes.length },
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
          response.on('error', (error) => reject(new NoAnswer(error.message, false)));
        },
      );
      // Whoever only waits for the next beat has nothing left to do.
      sent.on('socket', (socket) => void socket.unref());
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${patience / 1000} s`)));
      sent.on('error', (error) => reject(new NoAnswer(wordsOf(error), false)));
      sent.end(Buffer.from(body.bytes));
    });
  }

  close(): void {
    this.#apart.destroy();
  }
}

/** fetch says only `fetch failed`, and the cause what happened. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
