/** Self-play on the pocket policy: what the daemon runs when a run's engine is `pocket`. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { DEFAULT_SETTINGS } from '../../server/playtest/settings.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { CorpusError, readCorpus } from '../curriculum/corpus.ts';
import { type Job, type JobContext, type JobEnd, JobFailure, type JobKind } from '../daemon/job.ts';
import { PolicyFailure } from '../policy/failure.ts';
import { PocketPolicy } from '../policy/pocket/pocket.ts';
import { ON_CPU } from '../policy/pocket/runtime.ts';
import { SHIPPED } from '../policy/pocket/shipped.ts';
import { POCKET_VOICE } from '../roles/pocket-voice.ts';
import { PolicyPlayer } from '../roles/policy-player.ts';
import { Checker, CheckMemory } from './checking.ts';
import { SelfPlay } from './loop.ts';
import { loadPool } from './pool.ts';

/** Runs of this process share it. */
const CHECKED = new CheckMemory();

export const POCKET_KIND: JobKind = {
  engine: 'pocket',
  async check(given) {
    const { weights, corpus, pool, heldOut } = placesOf(given);
    if (!existsSync(weights)) return `engine.weights: there is no folder ${weights}.`;
    if (corpus !== undefined && !existsSync(corpus))
      return `curriculum.corpus.path: there is no file ${corpus}.`;
    if (pool !== undefined && !existsSync(pool)) return `curriculum.pool: there is no folder ${pool}.`;
    if (heldOut !== undefined && !existsSync(heldOut))
      return `evaluation.pool: there is no folder ${heldOut}.`;
    if (pool !== undefined && pool === heldOut)
      return 'evaluation.pool: it is what the run trains on. Name another one, such as shipped, or set evaluation to null.';
    return undefined;
  },
  create: (config) => new PocketJob(config),
};

/** What a configuration names `shipped` is what comes with the program. */
const placeOf = (named: string, shipped: string): string => (named === 'shipped' ? shipped : named);

/** The files and folders that a run needs. */
function placesOf({ engine, curriculum, evaluation }: RunConfig) {
  const { corpus, pool, kind } = curriculum;
  return {
    weights: engine.kind === 'pocket' ? (engine.weights ?? SHIPPED.weights) : SHIPPED.weights,
    corpus: corpus ? placeOf(corpus.path, SHIPPED.corpus) : undefined,
    pool: kind === 'adaptive' || pool === null ? undefined : placeOf(pool, SHIPPED.pool),
    heldOut: evaluation ? placeOf(evaluation.pool, SHIPPED.heldOut) : undefined,
  };
}

class PocketJob implements Job {
  readonly #config: RunConfig;

  constructor(config: RunConfig) {
    this.#config = config;
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
    const { curriculum, engine, profile } = this.#config;
    const places = placesOf(this.#config);
    const provider = engine.kind === 'pocket' ? engine.provider : 'cpu';
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
    const open = () => PocketPolicy.open({ checkpoint: places.weights }, { ...ON_CPU, provider });
    const policy = await open();
    // Beside the policy, and never updated: whatever a run has learnt, this is what it began with.
    const reference = this.#config.update.kl > 0 ? await open() : undefined;
    try {
      const parts = {
        pool,
        policy,
        player: new PolicyPlayer(policy, POCKET_VOICE),
        checker,
        corpus,
        ...(reference ? { reference } : {}),
        ...(fixed ? { fixed } : {}),
        ...(heldOut ? { heldOut } : {}),
      };
      return await new SelfPlay(this.#config, parts).run(context);
    } finally {
      await policy.close();
      await reference?.close();
    }
  }
}
