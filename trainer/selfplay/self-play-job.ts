/** A run of self-play on whatever engine: its sandbox, its files, and an end that says what a person can do. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { DEFAULT_SETTINGS } from '../../server/playtest/settings.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { CorpusError, readCorpus } from '../curriculum/corpus.ts';
import { type Job, type JobContext, type JobEnd, JobFailure } from '../daemon/job.ts';
import { PolicyFailure } from '../policy/failure.ts';
import { SHIPPED } from '../policy/pocket/shipped.ts';
import { Checker, CheckMemory } from './checking.ts';
import { type Parts, SelfPlay } from './loop.ts';
import { loadPool } from './pool.ts';

/** Who plays and who learns, for the time of one run. */
export interface Mind extends Pick<Parts, 'player' | 'policy' | 'reference'> {
  close(): Promise<void>;
}

/** Runs of this process share it. */
const CHECKED = new CheckMemory();

/** What a configuration names `shipped` is what comes with the program. */
const placeOf = (named: string, shipped: string): string => (named === 'shipped' ? shipped : named);

/** The files and folders that a run needs beside its engine's. */
function placesOf({ curriculum, evaluation }: RunConfig) {
  const { corpus, pool, kind } = curriculum;
  return {
    corpus: corpus ? placeOf(corpus.path, SHIPPED.corpus) : undefined,
    pool: kind === 'adaptive' || pool === null ? undefined : placeOf(pool, SHIPPED.pool),
    heldOut: evaluation ? placeOf(evaluation.pool, SHIPPED.heldOut) : undefined,
  };
}

/** Which of them is missing, in words. */
export function missingPlace(config: RunConfig): string | undefined {
  const { corpus, pool, heldOut } = placesOf(config);
  if (corpus !== undefined && !existsSync(corpus))
    return `curriculum.corpus.path: there is no file ${corpus}.`;
  if (pool !== undefined && !existsSync(pool)) return `curriculum.pool: there is no folder ${pool}.`;
  if (heldOut !== undefined && !existsSync(heldOut)) return `evaluation.pool: there is no folder ${heldOut}.`;
  if (pool !== undefined && pool === heldOut)
    return 'evaluation.pool: it is what the run trains on. Name another one, such as shipped, or set evaluation to null.';
  return undefined;
}

export class SelfPlayJob implements Job {
  readonly #config: RunConfig;
  readonly #open: (context: JobContext) => Promise<Mind>;

  /** @param open makes who plays; it is closed with the run. */
  constructor(config: RunConfig, open: (context: JobContext) => Promise<Mind>) {
    this.#config = config;
    this.#open = open;
  }

  async run(context: JobContext): Promise<JobEnd> {
    const pool = await createPool({ children: availableParallelism() });
    try {
      return await this.#runIn(pool, context);
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (error instanceof PolicyFailure || error instanceof CorpusError)
        throw new JobFailure(error.message, { cause: error });
      throw error;
    } finally {
      await pool.close();
    }
  }

  async #runIn(pool: SandboxPool, context: JobContext): Promise<JobEnd> {
    const { curriculum, profile } = this.#config;
    const places = placesOf(this.#config);
    // The whole budget: with less, much is left undecided, and what is undecided is not played.
    const checker = new Checker(pool, { ...DEFAULT_SETTINGS, profile }, CHECKED);
    const log = (message: string) => context.log('info', message);
    const corpus =
      curriculum.corpus && places.corpus !== undefined
        ? await readCorpus(places.corpus, curriculum.corpus.maxWords)
        : undefined;
    if (corpus && corpus.skipped > 0)
      context.log('warning', `${corpus.skipped} lines of the corpus hold no document and are left out`);
    const load = async (folder: string | undefined) =>
      folder === undefined ? undefined : await loadPool(folder, checker, context.signal, log);
    const [fixed, heldOut] = [await load(places.pool), await load(places.heldOut)];
    const mind = await this.#open(context);
    try {
      const parts = {
        pool,
        policy: mind.policy,
        player: mind.player,
        checker,
        corpus,
        ...(mind.reference ? { reference: mind.reference } : {}),
        ...(fixed ? { fixed } : {}),
        ...(heldOut ? { heldOut } : {}),
      };
      return await new SelfPlay(this.#config, parts).run(context);
    } finally {
      await mind.close();
    }
  }
}
