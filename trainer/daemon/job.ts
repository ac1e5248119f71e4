/**
 * What the daemon runs. It knows nothing of learning: a job begins after the last committed step, tells what it does,
 * and commits step after step. Between two commits nothing is promised; a job may be killed at any point.
 */
import type { AskedEngine } from '../../server/protocol/engine-card.ts';
import type { Engine, RunConfig } from '../../server/protocol/run-config.ts';
import type { LogLevel } from '../../server/protocol/run-events.ts';
import type { EnvironmentHeader, EpisodeHeader } from '../../server/protocol/run-records.ts';
import type { NewEnvironment } from '../store/environments.ts';
import type { NewEpisode } from '../store/episodes.ts';
import type { Commit, Start } from '../store/run-store.ts';

/** How a job came to its end by itself. `paused`: it was asked to, and has committed the step it was at. */
export type JobEnd = 'finished' | 'paused';

export interface Job {
  /**
   * Works until the run is finished or `context.pausing` is found true after a commit. When `context.signal` fires
   * it gives up the step at work and throws the signal's reason.
   * @throws JobFailure for what a person can do something about; anything else is a fault of the program.
   */
  run(context: JobContext): Promise<JobEnd>;
}

/** Makes jobs for one kind of engine. */
export interface JobKind {
  readonly engine: Engine['kind'];
  /** What prevents a run with this configuration, in words, before it begins; `undefined`: nothing. */
  check(config: RunConfig): Promise<string | undefined>;
  /** What the configuration's engine is found to do; left out where there is nothing to ask. */
  ask?(config: RunConfig, signal: AbortSignal): Promise<AskedEngine>;
  create(config: RunConfig): Job;
}

/** The outside went wrong: an engine that cannot be reached, a missing pool. The message says what to do. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}

/** A job's hands. Every method throws once the job was told to stop, and StoreError when the disk refuses. */
export interface JobContext {
  readonly run: string;
  /** The run's own folder, for what a job keeps beside the store. */
  readonly folder: string;
  readonly config: RunConfig;
  readonly start: Start;
  readonly signal: AbortSignal;
  /** Somebody wants the run to pause: return `paused` after the next commit. */
  readonly pausing: boolean;
  /** The journal's intent: call it right before the step's update is applied. Steps count from 0. */
  intend(step: number, detail: unknown): void;
  /** An empty folder for the files of the step's checkpoint, on the store's own disk. */
  checkpoint(step: number): string;
  /** The step is done: from here on it is never done again. */
  commit(commit: Commit): void;
  /** A design of the step at work. */
  environment(step: number, design: NewEnvironment): EnvironmentHeader;
  /** Episodes of the step at work; many at once are cheaper than one by one. */
  episodes(step: number, episodes: readonly NewEpisode[]): EpisodeHeader[];
  log(level: LogLevel, message: string): void;
}
