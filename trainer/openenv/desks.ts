/**
 * Interpreters that many episodes share. An episode that was last at a desk goes on there at once; where all are taken,
 * the one that has been left alone the longest makes room, and its episode will be played again from its script.
 */
import type { Interpreter, SandboxPool } from '../../server/sandbox/pool.ts';
import type { Script } from './script.ts';

export interface Desk {
  readonly interpreter: Interpreter;
  /** Whose episode the interpreter holds. */
  owner: Script | undefined;
  /** Nothing has been run in the interpreter yet. */
  fresh: boolean;
}

interface Seat extends Desk {
  busy: boolean;
  /** Gives the interpreter back to the pool, which ends what still runs in it. */
  readonly end: () => void;
}

interface Waiting {
  readonly take: (seat: Seat) => void;
  readonly fail: (problem: unknown) => void;
}

export class Desks {
  readonly #pool: SandboxPool;
  readonly #most: number;
  /** Those that were used last come last. */
  readonly #seats = new Set<Seat>();
  readonly #waiting: Waiting[] = [];
  #opening = 0;

  /** @param most interpreters at once; the pool has as many. */
  constructor(pool: SandboxPool, most: number) {
    this.#pool = pool;
    this.#most = most;
  }

  /** Episodes that wait for an interpreter. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Desks that something runs at. */
  get busy(): number {
    return [...this.#seats].filter(({ busy }) => busy).length;
  }

  /** Lends a desk to `work`. When that fails the desk is given up, with whatever runs there. */
  async use<T>(script: Script, signal: AbortSignal, work: (desk: Desk) => Promise<T>): Promise<T> {
    const seat = await this.#acquire(script, signal);
    try {
      const result = await work(seat);
      this.#pass(seat);
      return result;
    } catch (problem) {
      this.#drop(seat);
      throw problem;
    }
  }

  /** The episode is over: its interpreter is free for others. */
  leave(script: Script): void {
    for (const seat of this.#seats) if (seat.owner === script) seat.owner = undefined;
  }

  async #acquire(script: Script, signal: AbortSignal): Promise<Seat> {
    signal.throwIfAborted();
    const idle = [...this.#seats].filter(({ busy }) => !busy);
    const own = idle.find(({ owner }) => owner === script);
    const free = idle.find(({ owner }) => owner === undefined);
    const mayOpen = this.#seats.size + this.#opening < this.#most;
    const found = own ?? free ?? (mayOpen ? undefined : idle[0]);
    if (found) return this.#taken(found);
    const waiting = this.#wait(signal);
    if (mayOpen) void this.#open();
    return waiting;
  }

  #wait(signal: AbortSignal): Promise<Seat> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        signal.removeEventListener('abort', cancel);
      };
      const cancel = (): void => {
        end();
        reject(signal.reason);
      };
      const waiting: Waiting = {
        take: (seat) => {
          end();
          resolve(seat);
        },
        fail: (problem) => {
          end();
          reject(problem);
        },
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const ended = Promise.withResolvers<void>();
    let opened = false;
    try {
      await this.#pool.use(async (interpreter) => {
        this.#opening -= 1;
        opened = true;
        const seat: Seat = { interpreter, owner: undefined, fresh: true, busy: true, end: ended.resolve };
        this.#seats.add(seat);
        this.#pass(seat);
        await ended.promise;
      });
    } catch (problem) {
      if (!opened) this.#opening -= 1;
      // No process can be started, or the pool has been closed: nobody who waits will be served.
      for (const waiting of [...this.#waiting]) waiting.fail(problem);
    }
  }

  #taken(seat: Seat): Seat {
    seat.busy = true;
    this.#seats.delete(seat);
    this.#seats.add(seat);
    return seat;
  }

  /** To whoever has waited the longest. */
  #pass(seat: Seat): void {
    const next = this.#waiting[0];
    seat.busy = false;
    if (next) next.take(this.#taken(seat));
  }

  #drop(seat: Seat): void {
    this.#seats.delete(seat);
    seat.end();
    if (this.#waiting.length > 0 && this.#seats.size + this.#opening < this.#most) void this.#open();
  }

  /** Gives every interpreter back. */
  close(): void {
    for (const seat of [...this.#seats]) this.#drop(seat);
  }
}
