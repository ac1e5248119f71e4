/**
 * Checks many environments: in the order in which they come, a few at a time, with results kept between runs.
 *
 * The sandbox is started when the first environment is met that no kept result answers, so a run that finds
 * everything in the cache starts no process at all. Memory is bounded by the window: at most so many environments
 * are read and not yet told.
 */
import { createHash } from 'node:crypto';
import type { Report, RuleCode } from '../protocol/finding.ts';
import type { Interpreter, SandboxPool } from '../sandbox/pool.ts';
import type { Examined, ResultStore } from './batch/result-cache.ts';
import { fill, type Settled, settle, Window } from './batch/window.ts';
import { Witness } from './batch/witness.ts';
import { openingPrint } from './duplicates.ts';
import { playtest } from './playtest.ts';
import { SandboxFault } from './session.ts';
import type { PlaytestSettings } from './settings.ts';

export interface Job {
  readonly source: string;
  readonly settings: PlaytestSettings;
  /** The rules looked for; all when `undefined`. */
  readonly selected?: ReadonlySet<RuleCode> | undefined;
}

/** Stands in the order for an environment that could not be read. */
export interface Unreadable {
  readonly fault: string;
}

export type Checked<J> =
  | { readonly job: J; readonly result: Examined; readonly cached: boolean }
  /** Nothing can be said about the environment: it could not be read, or the sandbox failed. */
  | { readonly job: J; readonly fault: string };

/** How an environment is looked at. Results are kept by its name: another way of looking finds other things. */
export interface Examiner {
  readonly name: string;
  examine(interpreter: Interpreter, job: Job, signal: AbortSignal): Promise<Report>;
}

export interface BatchOptions {
  /** Starts the sandbox. Called once, if at all; the batch closes what it gives. */
  readonly start: () => Promise<SandboxPool>;
  /** How many environments are examined at once: one a child process. */
  readonly children: number;
  readonly results?: ResultStore | undefined;
  /** Ends the batch: what is finished by then is still told. */
  readonly signal?: AbortSignal;
  /** Called when an environment is done, in any order. */
  readonly onDone?: (cached: boolean) => void;
  /** By playing only, unless something else is given. */
  readonly examiner?: Examiner;
  /** Environments read ahead of the one that is told next. */
  readonly window?: number;
}

const WINDOW = 512;
/** Milliseconds between a failure of the sandbox and the second try: whoever ends us may be ending it as well. */
const BREATH = 100;

export const PLAYING: Examiner = {
  name: 'played',
  examine: (interpreter, { source, settings, selected }, signal) =>
    playtest(interpreter, source, {
      settings,
      signal,
      ...(selected ? { selects: (code: RuleCode) => selected.has(code) } : {}),
    }),
};

/**
 * Tells what every job came to, in the jobs' order. On abort it tells what was finished and ends without an error.
 * @throws when the sandbox cannot be started, or when reading the jobs does.
 */
export async function* checkAll<J extends Job, U extends Unreadable>(
  jobs: AsyncIterable<J | U>,
  options: BatchOptions,
): AsyncGenerator<Checked<J | U>> {
  const bench = new Bench(options);
  const queue = new Window<Settled<Checked<J | U>>>(options.window ?? WINDOW);
  const reading = settle(fill(jobs, queue, (job) => settle(bench.check(job)), options.signal));
  try {
    for (let next = await queue.take(); next; next = await queue.take()) {
      if ('value' in next) yield next.value;
      else if (!options.signal?.aborted) throw next.error;
    }
    const read = await reading;
    if ('error' in read) throw read.error;
  } finally {
    queue.close();
    await bench.close();
  }
}

/** The key of a result: the source, all of the settings that it depends on, and the way of looking. */
export function resultKey({ source, settings, selected }: Job, examiner: Pick<Examiner, 'name'>): string {
  const { profile, seeds, budget, compat, allowedImports, rewardRange } = settings;
  const rest = [
    profile,
    seeds,
    budget.episodes,
    budget.ticks,
    compat,
    [...allowedImports].sort(),
    rewardRange,
  ];
  const rules = selected ? [...selected].sort() : null;
  return createHash('sha256')
    .update(source)
    .update(`\0${JSON.stringify([rest, rules, examiner.name])}`)
    .digest('hex');
}

/** Lends the sandbox's interpreters to at most `children` environments at once. */
class Bench {
  readonly #options: BatchOptions;
  #pool: Promise<SandboxPool> | undefined;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#free = options.children;
  }

  async check<J extends Job, U extends Unreadable>(job: J | U): Promise<Checked<J | U>> {
    const { results, onDone, examiner = PLAYING } = this.#options;
    if ('fault' in job) {
      onDone?.(false);
      return { job, fault: job.fault };
    }
    const key = results ? resultKey(job, examiner) : '';
    const kept = results?.get(key);
    if (kept) {
      onDone?.(true);
      return { job, result: kept, cached: true };
    }
    this.#pool ??= this.#options.start();
    await this.#seat();
    try {
      const found = await this.#examine(await this.#pool, job);
      if (!('fault' in found)) results?.put(key, found);
      onDone?.(false);
      return 'fault' in found ? { job, fault: found.fault } : { job, result: found, cached: false };
    } finally {
      this.#rise();
    }
  }

  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.close();
  }

  /** A failure of the sandbox says nothing about the environment; the machine may have been short of memory. */
  async #examine(pool: SandboxPool, job: Job): Promise<Examined | Unreadable> {
    const first = await this.#attempt(pool, job);
    if (!('fault' in first)) return first;
    await new Promise((resolve) => setTimeout(resolve, BREATH));
    this.#options.signal?.throwIfAborted();
    return this.#attempt(pool, job);
  }

  async #attempt(pool: SandboxPool, job: Job): Promise<Examined | Unreadable> {
    const { signal, examiner = PLAYING } = this.#options;
    try {
      return await pool.use(async (interpreter, working) => {
        const witness = new Witness(interpreter);
        const report = await examiner.examine(witness, job, working);
        if (witness.fault !== undefined) return { fault: witness.fault };
        return { report, opening: witness.opening ? openingPrint(witness.opening) : null };
      }, signal);
    } catch (problem) {
      signal?.throwIfAborted();
      if (problem instanceof SandboxFault) return { fault: problem.message };
      const message = problem instanceof Error ? problem.message : String(problem);
      return { fault: `Checking failed, which is a fault of Spade Studio: ${message}` };
    }
  }

  async #seat(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#options.signal?.aborted) {
      this.#rise();
      this.#options.signal.throwIfAborted();
    }
  }

  #rise(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
