/**
 * A connection to a daemon that is made again whenever it is lost, with growing pauses. Events that were missed
 * meanwhile come then; a command that was under way is sent again under its own id, so that it is carried out once.
 */
import { randomUUID } from 'node:crypto';
import type {
  COMMANDS,
  Initialized,
  Method,
  NotificationParams,
  Params,
  Result,
} from '../../server/protocol/daemon.ts';
import type { Event, Stream } from '../../server/protocol/run-events.ts';
import { ConnectionLost, DaemonClient, DaemonError } from './client.ts';

/** Where the daemon is just now, and what may be ended when the connection is. */
export interface Reached {
  readonly url: string;
  readonly token: string;
  /** In PEM. */
  readonly ca?: string;
  release?(): void;
}

/**
 * `stale`: it was open; what was known is as old as `since`, and it is tried again. `closed`: nobody wants it, or,
 * with `why`, the daemon could not be reached, or does not let us in.
 */
export type LinkState =
  | { readonly kind: 'closed'; readonly why?: string }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'stale'; readonly since: Date; readonly why: string };

export interface LinkOptions {
  /** Shown to others. */
  readonly name: string;
  /** Finds the daemon, at every try. @throws with a sentence for the person. */
  readonly reach: () => Promise<Reached>;
  /** Milliseconds before the first new try, and the longest pause. */
  readonly pauses?: readonly [first: number, longest: number];
}

export interface StreamListener {
  /** In order, without gaps but for what `dropped` told. */
  events(events: readonly Event[]): void;
  dropped(from: number, to: number): void;
  /** The stream cannot be followed; the message is for the person. */
  failed(message: string): void;
}

interface Followed {
  /** The last event that came; `undefined` before the first subscription to what is new. */
  after: number | undefined;
  readonly listener: StreamListener;
}

export type CommandName = keyof typeof COMMANDS;
/** The id is the link's to choose. */
export type CommandParams<M extends CommandName> = Omit<Params<M>, 'command'>;

/** Another client controls the daemon. */
export class Controlled extends Error {
  override readonly name = 'Controlled';
  readonly holder: string;

  constructor(holder: string) {
    super(`${holder} controls this trainer just now.`);
    this.holder = holder;
  }
}

const PAUSES = [500, 30_000] as const;
/** Milliseconds for which a command waits for a lost connection to come back. */
const COMMAND_PATIENCE = 60_000;

export class Link {
  /** Kept over reconnections: the lease goes by it. */
  readonly id = randomUUID();
  readonly #options: LinkOptions;
  readonly #watchers = new Set<(state: LinkState) => void>();
  readonly #followed = new Map<Stream, Set<Followed>>();
  #state: LinkState = { kind: 'closed' };
  #client: DaemonClient | undefined;
  #opening: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause = 0;
  /** Counts what was asked of the link, so that an answer to something older is put aside. */
  #turn = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get state(): LinkState {
    return this.#state;
  }

  get greeting(): Initialized | undefined {
    return this.#client?.greeting;
  }

  onState(watcher: (state: LinkState) => void): { dispose(): void } {
    this.#watchers.add(watcher);
    return { dispose: () => void this.#watchers.delete(watcher) };
  }

  /** Connects, or waits for the try that is under way. @throws when the daemon cannot be reached or refuses. */
  async connect(): Promise<void> {
    if (this.#state.kind === 'open') return;
    if (!this.#opening) {
      clearTimeout(this.#timer);
      if (this.#state.kind === 'closed') this.#set({ kind: 'connecting' });
      this.#turn += 1;
      this.#opening = this.#open(this.#turn)
        .catch((error: unknown) => {
          this.#missed(sentence(error));
          throw error;
        })
        .finally(() => {
          this.#opening = undefined;
        });
    }
    await this.#opening;
  }

  /** Until the next `connect`. Streams stay followed. */
  async disconnect(): Promise<void> {
    this.#turn += 1;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#drop();
    this.#set({ kind: 'closed' });
    await client?.close();
  }

  /** @throws ConnectionLost, DaemonError */
  async ask<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    if (!this.#client) throw new ConnectionLost(this.#absence());
    return this.#client.request(method, params);
  }

  /**
   * Takes control for one command, and gives it back. Over a lost connection it is carried out once all the same.
   * @param force also when another client controls the daemon. @throws Controlled, ConnectionLost, DaemonError
   */
  async command<M extends CommandName>(
    method: M,
    params: CommandParams<M>,
    force = false,
  ): Promise<Result<M>> {
    const command = randomUUID();
    const until = Date.now() + COMMAND_PATIENCE;
    for (;;) {
      try {
        await this.ask('lease/take', { force });
        try {
          // The compiler does not follow that a command's parameters are its own and the id.
          return await this.ask(method, { ...params, command } as unknown as Params<M>);
        } finally {
          await this.ask('lease/release', {}).catch(() => {});
        }
      } catch (error) {
        if (error instanceof DaemonError && error.data?.reason === 'lease-held')
          throw new Controlled(error.data.holder ?? 'Another client');
        if (!(error instanceof ConnectionLost) || this.#state.kind === 'closed' || Date.now() > until)
          throw error;
        await this.#opened(until);
      }
    }
  }

  /** Follows a stream. @param after the last event that is known; `undefined`: only what is new. */
  follow(stream: Stream, after: number | undefined, listener: StreamListener): { dispose(): void } {
    const followed: Followed = { after, listener };
    const all = this.#followed.get(stream) ?? new Set();
    this.#followed.set(stream, all.add(followed));
    if (this.#client) void this.#subscribe(this.#client, stream);
    return {
      dispose: () => {
        all.delete(followed);
        if (all.size > 0 || !this.#followed.delete(stream)) return;
        void this.ask('events/unsubscribe', { stream }).catch(() => {});
      },
    };
  }

  async #open(turn: number): Promise<void> {
    const { reach, name } = this.#options;
    const reached = await reach();
    const { url, token, ca } = reached;
    let client: DaemonClient | undefined;
    try {
      client = await DaemonClient.connect({ url, token, name, id: this.id, ca, watchful: true });
    } finally {
      if (!client) reached.release?.();
    }
    if (turn !== this.#turn) {
      reached.release?.();
      await client.close();
      throw new ConnectionLost('The connection is no longer wanted.');
    }
    this.#client = client;
    this.#release = () => reached.release?.();
    this.#pause = 0;
    client.on('events', (params) => this.#hear(params));
    client.on('events/dropped', ({ stream, from, to }) => {
      for (const followed of this.#followed.get(stream) ?? []) {
        if (followed.after === undefined || followed.after >= to || from > followed.after + 1) continue;
        followed.after = to;
        followed.listener.dropped(from, to);
      }
    });
    void client.closed.then((why) => {
      if (this.#client === client) this.#lost(why);
    });
    for (const stream of this.#followed.keys()) await this.#subscribe(client, stream);
    if (this.#client === client) this.#set({ kind: 'open' });
  }

  /** A try has failed. */
  #missed(why: string): void {
    if (this.#state.kind === 'connecting') this.#set({ kind: 'closed', why });
    if (this.#state.kind !== 'stale') return;
    this.#set({ ...this.#state, why });
    this.#again();
  }

  #lost(why: string): void {
    this.#drop();
    this.#set({ kind: 'stale', since: new Date(), why });
    this.#again();
  }

  #drop(): void {
    this.#client = undefined;
    this.#release?.();
    this.#release = undefined;
  }

  #again(): void {
    const [first, longest] = this.#options.pauses ?? PAUSES;
    this.#pause = Math.min(longest, this.#pause === 0 ? first : 2 * this.#pause);
    clearTimeout(this.#timer);
    // `connect` itself asks for the next try.
    this.#timer = setTimeout(() => void this.connect().catch(() => {}), this.#pause);
  }

  /** One subscription a stream, from the earliest place that a listener needs; each drops what it has. */
  async #subscribe(client: DaemonClient, stream: Stream): Promise<void> {
    const all = this.#followed.get(stream);
    if (!all) return;
    const places = [...all].map(({ after }) => after).filter((after) => after !== undefined);
    const from = places.length > 0 ? Math.min(...places) : undefined;
    try {
      const { after, last } = await client.request('events/subscribe', {
        stream,
        ...(from === undefined ? {} : { after: from }),
      });
      for (const followed of all) followed.after ??= Math.max(after, last);
    } catch (error) {
      if (error instanceof ConnectionLost) return;
      for (const { listener } of all) listener.failed(sentence(error));
    }
  }

  #hear({ stream, events }: NotificationParams<'events'>): void {
    for (const followed of this.#followed.get(stream) ?? []) {
      const known = followed.after;
      if (known === undefined) continue; // its place is being asked for
      const fresh = events.filter(({ sequence }) => sequence > known);
      const last = fresh.at(-1);
      // A gap: these are on their way again, from this listener's own place.
      if (!last || fresh[0]?.sequence !== known + 1) continue;
      followed.after = last.sequence;
      followed.listener.events(fresh);
    }
  }

  #opened(until: number): Promise<void> {
    if (this.#state.kind === 'open') return Promise.resolve();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        watcher.dispose();
        settle();
      };
      const lost = () => reject(new ConnectionLost(this.#absence()));
      const timer = setTimeout(() => end(lost), Math.max(0, until - Date.now()));
      const watcher = this.onState(({ kind }) => {
        if (kind === 'open') end(resolve);
        else if (kind === 'closed') end(lost);
      });
    });
  }

  #absence(): string {
    const state = this.#state;
    if (state.kind === 'stale')
      return `The connection to the trainer is lost since ${clock(state.since)} (${state.why}); it is being tried again.`;
    return 'The trainer is not connected.';
  }

  #set(state: LinkState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher(state);
  }
}

/** Hours and minutes, as people here write them down: 14:05. */
export const clock = (time: Date): string =>
  `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`;

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
