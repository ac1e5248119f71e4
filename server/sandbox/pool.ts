/**
 * The sandbox: runs hostile environments, each in a fresh CPython, in a few child processes.
 *
 * ```ts
 * const pool = await createPool({ children: 2 });
 * const result = await pool.use(async (interpreter) => {
 *   return interpreter.run([
 *     { op: 'load', source, compat: false },
 *     { op: 'play', seed: 1, actions: ['\\boxed{4}'] },
 *   ]);
 * });
 * if (result.kind === 'ok') console.log(result.replies[1]);
 * await pool.close();
 * ```
 *
 * Give an interpreter many commands in one `run`: a batch crosses to the child and back once. A breach of a limit
 * is a result (`kind: 'limit'`), not an exception; after it `restore` and go on.
 */
import { availableParallelism } from 'node:os';
import type { Command } from '../protocol/driver.ts';
import type { Conditions, Limits, SandboxResult } from '../protocol/sandbox.ts';
import { ensureImage } from './ensure.ts';
import { Lane } from './lane.ts';
import { prepareLaunch } from './launch.ts';
import { DEFAULT_CONDITIONS, DEFAULT_LIMITS } from './limits.ts';
import { readMeta } from './meta.ts';

/** Milliseconds that a batch under way may go on for after its work was cancelled. */
const CANCEL_GRACE = 250;

/** A day: timers cannot wait for much longer than twenty. */
const MAX_MILLISECONDS = 86_400_000;

/** One interpreter, lent for one environment. Not to be used after the work that it was lent to. */
export interface Interpreter {
  /**
   * Runs commands in order, up to the first breach of a limit.
   * @param limits `ticks` a command, `milliseconds` for the whole batch; see limits.ts for the defaults.
   */
  run(commands: readonly Command[], limits?: Partial<Limits>): Promise<SandboxResult>;
  /** A fresh interpreter in place; conditions default to those of limits.ts. */
  restore(conditions?: Partial<Conditions>): Promise<void>;
}

export interface SandboxPool {
  /**
   * Lends a fresh interpreter to `work`; waits while all are lent. The work's signal fires when `signal` does or
   * the pool closes; a batch under way is then ended.
   * @throws what the work throws; the signal's reason when it fires before the work has begun; an error that says
   * why when no process can be started.
   */
  use<T>(
    work: (interpreter: Interpreter, signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Process ids of the children that live. */
  readonly processes: readonly number[];
  /** Ends all children; whoever waits for one gets an error. */
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Child processes; by default one a core. Each needs about 200 MB. */
  readonly children?: number;
  /** An image's folder; by default the one that fits the sources, built when missing. */
  readonly image?: string;
  /** The Node that the children run under (see node.ts); by default the one that runs this. */
  readonly node?: string;
}

/** @throws when the image cannot be built or read, or no child process can be started. */
export async function createPool(options: PoolOptions = {}): Promise<SandboxPool> {
  const folder = options.image ?? (await ensureImage(options.node));
  const image = { folder, meta: readMeta(folder), node: options.node };
  await prepareLaunch(options.node);
  const count = options.children ?? availableParallelism();
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError('A sandbox needs at least one child process.');
  const pool = new Pool(Array.from({ length: count }, () => new Lane(image)));
  try {
    await pool.start();
  } catch (error) {
    await pool.close();
    throw error;
  }
  return pool;
}

class Pool implements SandboxPool {
  private readonly lanes: readonly Lane[];
  private readonly idle: Lane[];
  private readonly waiting: ((lane: Lane) => void)[] = [];
  private readonly closing = new AbortController();

  constructor(lanes: readonly Lane[]) {
    this.lanes = lanes;
    this.idle = [...lanes];
  }

  async start(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.start()));
  }

  get processes(): readonly number[] {
    return this.lanes.flatMap(({ pid }) => pid ?? []);
  }

  async use<T>(
    work: (interpreter: Interpreter, signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const either = signal ? AbortSignal.any([signal, this.closing.signal]) : this.closing.signal;
    const lane = await this.borrow(either);
    const interpreter = new LentInterpreter(lane, either);
    try {
      await lane.begin();
      return await work(interpreter, either);
    } finally {
      void interpreter.finish().then(() => this.giveBack(lane));
    }
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('The sandbox is closed.'));
    await Promise.all(this.lanes.map((lane) => lane.close()));
  }

  private borrow(signal: AbortSignal): Promise<Lane> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const lane = this.idle.pop();
      if (lane) {
        resolve(lane);
        return;
      }
      const cancel = () => {
        this.waiting.splice(this.waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      const take = (freed: Lane) => {
        signal.removeEventListener('abort', cancel);
        resolve(freed);
      };
      this.waiting.push(take);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  private giveBack(lane: Lane): void {
    const next = this.waiting.shift();
    if (next) next(lane);
    else this.idle.push(lane);
  }
}

class LentInterpreter implements Interpreter {
  private readonly lane: Lane;
  private readonly signal: AbortSignal;
  private used = false;
  private returned = false;

  constructor(lane: Lane, signal: AbortSignal) {
    this.lane = lane;
    this.signal = signal;
  }

  async run(commands: readonly Command[], limits: Partial<Limits> = {}): Promise<SandboxResult> {
    this.check();
    this.used = true;
    const cancelled = Promise.withResolvers<never>();
    const cancel = () => cancelled.reject(this.signal.reason);
    this.signal.addEventListener('abort', cancel, { once: true });
    try {
      const result = this.lane.run(commands.map(asciiJson), wholeLimits(limits));
      return await Promise.race([result, cancelled.promise]);
    } finally {
      this.signal.removeEventListener('abort', cancel);
    }
  }

  async restore(conditions: Partial<Conditions> = {}): Promise<void> {
    this.check();
    this.used = true;
    await this.lane.fresh({ ...DEFAULT_CONDITIONS, ...conditions });
  }

  /** Leaves the lane idle, with a fresh interpreter on its way. Never throws. */
  async finish(): Promise<void> {
    this.returned = true;
    const timer = setTimeout(() => this.lane.kill(), CANCEL_GRACE);
    await this.lane.settled;
    clearTimeout(timer);
    if (this.used && !this.lane.isClosed) await this.lane.tidy(DEFAULT_CONDITIONS).catch(() => undefined);
  }

  private check(): void {
    if (this.returned) throw new Error('This interpreter has been given back to the pool.');
    this.signal.throwIfAborted();
  }
}

/** No limit can be switched off: to the isolate, no milliseconds would mean for ever. */
function wholeLimits(limits: Partial<Limits>): Limits {
  const { ticks, milliseconds } = { ...DEFAULT_LIMITS, ...limits };
  return {
    ticks: Math.max(1, ticks),
    milliseconds: Math.min(Math.max(1, Math.ceil(milliseconds)), MAX_MILLISECONDS),
  };
}

/** One line of ASCII. */
function asciiJson(command: Command): string {
  return JSON.stringify(command).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
