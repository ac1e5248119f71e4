/** A run from the daemon itself, over WebSocket. A lost connection is made again, and streams go on without a gap. */
import { z } from 'zod';
import {
  DAEMON_PROTOCOL,
  type Method,
  NOTIFICATIONS,
  type Params,
  type Result,
  SUBPROTOCOL,
  TOKEN_PROTOCOL,
} from '../../../server/protocol/daemon.ts';
import { daemonErrorData } from '../../../server/protocol/daemon-errors.ts';
import type { Stream } from '../../../server/protocol/run-events.ts';
import type { Link, QueryName } from '../../../server/protocol/run-page.ts';
import { type Follower, type RunSource, SourceError, type Subscription } from '../run-source.ts';
import { answerOf } from './answers.ts';
import { Followers } from './followers.ts';

export interface SocketOptions {
  readonly url: string;
  /** Left out in a page that the daemon serves: there a cookie says who asks. */
  readonly token?: string;
  /** Shown to others. */
  readonly name: string;
  /** Asked when no connection comes about; a sentence means that trying again is of no use. */
  readonly hopeless?: () => Promise<string | undefined>;
  /** Milliseconds before the first new attempt, and the most between two. */
  readonly patience?: readonly [first: number, most: number];
}

const message = z.object({
  id: z.number().nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string(), data: z.unknown().optional() }).optional(),
});

interface Waiting {
  readonly answer: (result: unknown) => void;
  readonly refuse: (error: SourceError) => void;
}

/** Times that a question is asked again when the daemon has too many. */
const RETRIES = 5;

const LOST = 'The connection to the daemon was lost. It is tried again.';

export class SocketSource implements RunSource {
  readonly kind = 'socket';
  readonly #options: SocketOptions;
  readonly #followers = new Followers();
  readonly #waiting = new Map<number, Waiting>();
  readonly #id = crypto.randomUUID();
  #socket: WebSocket | undefined;
  /** Resolves once the daemon has been greeted; questions wait for it. */
  #ready = Promise.withResolvers<void>();
  #requests = 0;
  #failures = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds of silence after which the connection counts as lost. */
  #silence = 60_000;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#ready.promise.catch(() => {});
    this.#connect();
  }

  async ask<M extends QueryName>(method: M, params: Params<M>): Promise<Result<M>> {
    if (this.#followers.link.state === 'stale') throw new SourceError(LOST);
    await this.#ready.promise;
    for (let tries = 1; ; tries++) {
      try {
        return answerOf(method, await this.#request(method, params));
      } catch (error) {
        const busy = error instanceof SourceError && error.reason === 'rate-limited';
        if (!busy || tries > RETRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries));
      }
    }
  }

  subscribe(stream: Stream, after: number | undefined, follower: Follower): Subscription {
    const subscription = this.#followers.add(stream, after, follower, () => {
      if (this.#followers.link.state === 'live')
        this.#request('events/unsubscribe', { stream }).catch(() => {});
    });
    if (this.#followers.link.state === 'live') this.#follow(stream, after);
    return subscription;
  }

  /** Tries now rather than later: the person has come back, or the network has. */
  nudge(): void {
    if (this.#followers.link.state !== 'stale') return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#socket?.close(1000);
  }

  #connect(): void {
    const { url, token } = this.#options;
    const socket = new WebSocket(url, [
      SUBPROTOCOL,
      ...(token === undefined ? [] : [TOKEN_PROTOCOL + token]),
    ]);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#greet().catch((error: unknown) => {
        if (error instanceof SourceError && error.reason === 'protocol-version') this.#end(error.message);
        socket.close();
      });
    });
    socket.addEventListener('message', ({ data }: { readonly data: unknown }) => this.#hear(data));
    socket.addEventListener('close', () => {
      if (socket === this.#socket) void this.#lost();
    });
  }

  async #greet(): Promise<void> {
    const greeting = answerOf(
      'initialize',
      await this.#request('initialize', {
        protocols: [DAEMON_PROTOCOL],
        client: { id: this.#id, name: this.#options.name },
        capabilities: { heartbeat: true },
      }),
    );
    this.#silence = 3_000 * greeting.capabilities.heartbeat;
    this.#failures = 0;
    for (const [stream, after] of this.#followers.places) this.#follow(stream, after);
    this.#followers.link = { state: 'live' };
    this.#ready.resolve();
  }

  #follow(stream: Stream, after: number | undefined): void {
    this.#request('events/subscribe', { stream, ...(after === undefined ? {} : { after }) }).then(
      (answer) => this.#followers.begin(stream, answerOf('events/subscribe', answer).after),
      () => {}, // a run that is no longer there: questions about it say so
    );
  }

  #request<M extends Method>(method: M, params: Params<M>): Promise<unknown> {
    const id = ++this.#requests;
    return new Promise((answer, refuse) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        refuse(new SourceError(LOST));
        return;
      }
      this.#waiting.set(id, { answer, refuse });
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  #hear(data: unknown): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#socket?.close(), this.#silence);
    const read = message.safeParse(typeof data === 'string' ? parsed(data) : undefined);
    if (!read.success) return;
    const { id, method, params, result, error } = read.data;
    if (method !== undefined) {
      this.#notified(method, params);
      return;
    }
    const waiting = this.#waiting.get(id ?? 0);
    if (!waiting) return;
    this.#waiting.delete(id ?? 0);
    if (error)
      waiting.refuse(new SourceError(error.message, daemonErrorData.safeParse(error.data).data?.reason));
    else waiting.answer(result);
  }

  #notified(method: string, params: unknown): void {
    if (method === 'events') {
      const read = NOTIFICATIONS.events.params.safeParse(params);
      if (read.success) this.#followers.events(read.data.stream, read.data.events);
      else console.error('Events that cannot be read:', read.error.message);
    } else if (method === 'events/dropped') {
      const read = NOTIFICATIONS['events/dropped'].params.safeParse(params);
      if (read.success) this.#followers.dropped(read.data.stream, read.data.from, read.data.to);
    }
  }

  async #lost(): Promise<void> {
    clearTimeout(this.#watchdog);
    const error = new SourceError(LOST);
    for (const { refuse } of this.#waiting.values()) refuse(error);
    this.#waiting.clear();
    if (this.#closed || this.#followers.link.state === 'ended') return;
    this.#stale();
    const why = await this.#options.hopeless?.();
    if (why !== undefined) this.#end(why);
    if (this.#closed || why !== undefined) return;
    const [first, most] = this.#options.patience ?? [500, 15_000];
    const wait = Math.min(most, first * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #stale(): void {
    const { link } = this.#followers;
    if (link.state === 'stale') return;
    // Questions that wait for the first connection go on waiting; once there was one they are refused.
    if (link.state === 'live') {
      this.#ready = Promise.withResolvers();
      this.#ready.promise.catch(() => {});
    }
    const why = link.state === 'live' ? LOST : 'The daemon is not reached. It is tried again.';
    const stale: Link = { state: 'stale', since: new Date().toISOString(), why };
    this.#followers.link = stale;
  }

  #end(why: string): void {
    this.#followers.link = { state: 'ended', why };
    this.#ready.reject(new SourceError(why));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
