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
import { POCKET_VOICE } from '../roles/pocket-voice.ts';
import { Checker } from './checking.ts';
import { SelfPlay } from './loop.ts';
import { loadPool } from './pool.ts';

/** @param shipped the folder of the weights that come with the program; `undefined`: none do. */
export function pocketKind(shipped: string | undefined): JobKind {
  return {
    engine: 'pocket',
    async check(config) {
      const weights = weightsOf(config, shipped);
      if (weights === undefined)
        return 'engine.weights: no weights come with this program. Name the folder of a checkpoint.';
      if (!existsSync(weights)) return `engine.weights: there is no folder ${weights}.`;
      const { corpus } = config.curriculum;
      if (corpus && !existsSync(corpus.path))
        return `curriculum.corpus.path: there is no file ${corpus.path}.`;
      return undefined;
    },
    create: (config) => new PocketJob(config, weightsOf(config, shipped) ?? ''),
  };
}

const weightsOf = ({ engine }: RunConfig, shipped: string | undefined): string | undefined =>
  engine.kind === 'pocket' ? (engine.weights ?? shipped) : undefined;

class PocketJob implements Job {
  readonly #config: RunConfig;
  readonly #weights: string;

  constructor(config: RunConfig, weights: string) {
    this.#config = config;
    this.#weights = weights;
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
    const provider = engine.kind === 'pocket' ? engine.provider : 'cpu';
    // The whole budget: with less, much is left undecided, and what is undecided is not played.
    const checker = new Checker(pool, { ...DEFAULT_SETTINGS, profile });
    const log = (message: string) => context.log('info', message);
    const corpus = curriculum.corpus
      ? await readCorpus(curriculum.corpus.path, curriculum.corpus.maxWords)
      : undefined;
    if (corpus && corpus.skipped > 0)
      context.log('warning', `${corpus.skipped} lines of the corpus hold no document and are left out`);
    const fixed =
      curriculum.kind === 'adaptive' || curriculum.pool === null
        ? {}
        : { fixed: await loadPool(curriculum.pool, checker, context.signal, log) };
    const policy = await PocketPolicy.open({ checkpoint: this.#weights }, { ...ON_CPU, provider });
    try {
      const parts = { pool, policy, voice: POCKET_VOICE, checker, corpus, ...fixed };
      return await new SelfPlay(this.#config, parts).run(context);
    } finally {
      await policy.close();
    }
  }
}
