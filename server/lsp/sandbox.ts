/** The sandbox of the server: started when something is first played, ended when nothing was for a while. */
import { availableParallelism } from 'node:os';
import type { ClientSettings, ServerStatus, StartOptions } from '../protocol/language.ts';
import { findNode } from '../sandbox/node.ts';
import { createPool, type Interpreter, type SandboxPool } from '../sandbox/pool.ts';

/** Milliseconds without a play after which the child processes are ended. Each holds about 200 MB. */
const IDLE = 5 * 60_000;

/** Nothing can be played here; the message says why and what to do. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

export interface SandboxHost {
  readonly trusted: boolean;
  readonly settings: ClientSettings;
  readonly start: StartOptions;
}

type Work<T> = (interpreter: Interpreter, signal: AbortSignal) => Promise<T>;

export class Sandbox {
  readonly #host: SandboxHost;
  readonly #onStatus: () => void;
  readonly #idle: number;
  #pool: Promise<SandboxPool> | undefined;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;
  #state: 'idle' | 'starting' | 'ready' = 'idle';
  #reason: string | undefined;
  #node: string | undefined;
  #closed = false;

  /** @param onStatus is called whenever `status` has changed. @param idle milliseconds. */
  constructor(host: SandboxHost, onStatus: () => void, idle: number = IDLE) {
    this.#host = host;
    this.#onStatus = onStatus;
    this.#idle = idle;
  }

  get status(): Omit<ServerStatus, 'checking'> {
    const node = this.#node === undefined ? {} : { node: this.#node };
    if (!this.#host.trusted) return { playing: 'untrusted' };
    if (this.#reason !== undefined) return { playing: 'unavailable', reason: this.#reason };
    return { playing: this.#state, ...node };
  }

  /** How many environments can be played at once. */
  get children(): number {
    return this.#host.settings.check.jobs || availableParallelism();
  }

  /** Process ids of the children that live. */
  async processes(): Promise<readonly number[]> {
    return (await this.#pool?.catch(() => undefined))?.processes ?? [];
  }

  /** Lends a fresh interpreter. @throws Unavailable */
  async use<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
    this.#users += 1;
    clearTimeout(this.#timer);
    try {
      const pool = await this.#started();
      signal?.throwIfAborted();
      return await pool.use(work, signal);
    } finally {
      this.#users -= 1;
      if (this.#users === 0 && this.#pool)
        this.#timer = setTimeout(() => void this.rest(), this.#idle).unref();
    }
  }

  /** The same in the form that a batch of checks takes; closing it closes nothing. @throws Unavailable */
  async lease(): Promise<SandboxPool> {
    await this.#started();
    return {
      use: (work, signal) => this.use(work, signal),
      processes: [],
      close: () => Promise.resolve(),
    };
  }

  /** Ends the children; the next play starts others. Also after settings have changed. */
  async rest(): Promise<void> {
    clearTimeout(this.#timer);
    const pool = this.#pool;
    this.#pool = undefined;
    this.#reason = undefined;
    this.#set('idle');
    await (await pool?.catch(() => undefined))?.close();
  }

  /** For good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.rest();
  }

  #started(): Promise<SandboxPool> {
    if (!this.#host.trusted)
      throw new Unavailable(
        'The workspace is not trusted, so nothing of it is run. Trust it to play and check.',
      );
    if (this.#closed) throw new Unavailable('The language server is shutting down.');
    this.#pool ??= this.#open().catch((error: unknown) => {
      this.#pool = undefined;
      this.#reason = error instanceof Error ? error.message : String(error);
      this.#set('idle');
      throw error;
    });
    return this.#pool;
  }

  async #open(): Promise<SandboxPool> {
    this.#reason = undefined;
    this.#set('starting');
    const choice = await findNode({
      chosen: this.#host.settings.node.path,
      bundled: this.#host.start.bundledNode,
      path: process.env.PATH,
      current: { path: process.execPath, versions: process.versions },
    });
    if ('reason' in choice) throw new Unavailable(choice.reason);
    this.#node = choice.node;
    const pool = await createPool({ children: this.children, node: choice.node }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw new Unavailable(`Environments cannot be played with ${choice.node}: ${message}`);
    });
    if (this.#closed) {
      await pool.close();
      throw new Unavailable('The language server is shutting down.');
    }
    this.#set('ready');
    return pool;
  }

  #set(state: 'idle' | 'starting' | 'ready'): void {
    this.#state = state;
    this.#onStatus();
  }
}
