/**
 * A run's folder: `run.db`, `checkpoints/`, `lock`, and `reserve`, room for the last words on a full disk.
 *
 * One process writes; any number read meanwhile. A step is stored by `commit` as a whole; environments and episodes
 * of the step at work are stored as they come, and discarded by `takeUp` when no commit followed.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { LogLevel } from '../../server/protocol/run-events.ts';
import type {
  EnvironmentHeader,
  EpisodeHeader,
  Metric,
  RunState,
  StopReason,
} from '../../server/protocol/run-records.ts';
import { Checkpoints, type Saved } from './checkpoints.ts';
import { Database } from './database.ts';
import { Environments, type NewEnvironment } from './environments.ts';
import { Episodes, type NewEpisode } from './episodes.ts';
import { EventLog } from './events.ts';
import { type RunFacts, readFacts, writeFacts } from './facts.ts';
import { asStoreError, StoreError, storeError } from './failure.ts';
import { Insights } from './insights.ts';
import { type Intent, Journal } from './journal.ts';
import { type Lock, lockFolder } from './lock.ts';
import { Metrics } from './metrics.ts';
import { RUN_APPLICATION, RUN_SCHEMA, RUN_VERSION } from './schema.ts';

const DATABASE = 'run.db';
const RESERVE = 'reserve';
/** Bytes: enough for a change of state and its event, in the log and in the file. */
const RESERVED = 256 * 1024;

const FORMAT = { schema: RUN_SCHEMA, version: RUN_VERSION, application: RUN_APPLICATION };

export interface NewRun {
  readonly id: string;
  readonly name: string;
  readonly config: RunConfig;
  readonly rules: string;
}

/** Where a job begins. */
export interface Start {
  readonly attempt: number;
  /** `null`: from the beginning. */
  readonly last: Saved | null;
  /** A step whose update may have been applied by a remote engine before the process ended. */
  readonly pending: Intent | undefined;
}

export interface Commit {
  readonly step: number;
  readonly metrics: readonly Omit<Metric, 'step'>[];
  /** Whatever the job needs to go on, beside the checkpoint's files. */
  readonly state: unknown;
  /** Kept in the journal: what identifies the update, such as a hash of the weights. */
  readonly detail: unknown;
}

export class RunStore {
  readonly folder: string;
  readonly events: EventLog;
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly environments: Environments;
  readonly episodes: Episodes;
  readonly checkpoints: Checkpoints;
  readonly insights: Insights;
  readonly #database: Database;
  readonly #lock: Lock | undefined;
  #facts: RunFacts;

  private constructor(folder: string, database: Database, lock: Lock | undefined) {
    this.folder = folder;
    this.#database = database;
    this.#lock = lock;
    this.#facts = readFacts(database);
    this.events = new EventLog(database);
    this.journal = new Journal(database);
    this.metrics = new Metrics(database);
    this.environments = new Environments(database);
    this.episodes = new Episodes(database);
    this.checkpoints = new Checkpoints(database);
    this.insights = new Insights(this);
  }

  /** Makes a run in a new folder. @throws StoreError */
  static create(folder: string, { id, name, config, rules }: NewRun): RunStore {
    trying(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    const file = join(folder, DATABASE);
    return RunStore.#locked(folder, () => {
      const database = new Database(file, FORMAT);
      const now = Date.now();
      const facts: RunFacts = {
        id,
        name,
        config,
        rules,
        created: now,
        changed: now,
        state: 'queued',
        reason: null,
        attempt: 0,
        queued: now,
      };
      database.transaction(() => writeFacts(database, facts));
      return database;
    });
  }

  /** Opens a run for writing; nobody else can then. @throws StoreError */
  static open(folder: string): RunStore {
    if (!existsSync(join(folder, DATABASE))) throw storeError('missing', folder);
    return RunStore.#locked(folder, () => new Database(join(folder, DATABASE), FORMAT));
  }

  /** Opens a run for reading, also while another process writes it. @throws StoreError */
  static read(folder: string): RunStore {
    const database = new Database(join(folder, DATABASE), { ...FORMAT, readOnly: true });
    try {
      return new RunStore(folder, database, undefined);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  static #locked(folder: string, open: () => Database): RunStore {
    const lock = lockFolder(folder);
    let database: Database | undefined;
    try {
      database = open();
      const store = new RunStore(folder, database, lock);
      database.limitTo(store.facts.config.maxBytes);
      return store;
    } catch (error) {
      database?.close();
      lock.release();
      throw error;
    }
  }

  /** As they are on disk, while this store writes; as they were when it was opened, while it only reads. */
  get facts(): RunFacts {
    return this.#facts;
  }

  get bytes(): number {
    return this.#database.bytes;
  }

  /** Changes the state, with its event. On a full disk the room that was set aside is used. @throws StoreError */
  setState(state: RunState, reason: StopReason | null, queued: number | null): void {
    const facts = { state, reason, queued, changed: Date.now() };
    this.events.append({ kind: 'state', state, reason });
    try {
      this.events.flush(() => writeFacts(this.#database, facts));
    } catch (error) {
      if (!(error instanceof StoreError) || !['disk-full', 'size-limit'].includes(error.problem)) throw error;
      this.events.drop();
      this.#makeRoom();
      this.events.append({ kind: 'state', state, reason });
      this.events.flush(() => writeFacts(this.#database, facts));
    }
    this.#facts = { ...this.#facts, ...facts };
  }

  /**
   * Takes the run up after its last committed step: what was stored of later ones is discarded.
   * @throws StoreError `damaged` when the step's checkpoint is not what was written; `disk-full` when there is no room.
   */
  takeUp(): Start {
    const step = this.journal.committed;
    const last = step === null ? null : this.checkpoints.load(step);
    const pending = this.journal.pending((step ?? -1) + 1);
    const next = this.#facts.attempt + 1;
    this.#database.limitTo(this.#facts.config.maxBytes);
    this.#keepRoom();
    this.events.drop();
    this.events.append({ kind: 'resumed', step, attempt: next });
    this.#stored(() =>
      this.events.flush(() => {
        this.episodes.discardAfter(step ?? -1);
        this.environments.discardAfter(step ?? -1);
        this.journal.add(next === 1 ? 'begin' : 'resume', step, next, null);
        writeFacts(this.#database, { attempt: next });
      }),
    );
    this.checkpoints.sweep();
    this.#facts = { ...this.#facts, attempt: next };
    return { attempt: next, last, pending };
  }

  /** Notes that a step's update is about to be applied. @throws StoreError, Error when it is not the next step. */
  intend(step: number, detail: unknown): void {
    this.#mustBeNext(step);
    const { attempt } = this.#facts;
    this.events.append({ kind: 'step-begun', step, attempt });
    this.#stored(() => this.events.flush(() => this.journal.add('intent', step, attempt, detail)));
  }

  /** Stores a step: its checkpoint, measures and events, all or nothing. @throws StoreError */
  commit({ step, metrics, state, detail }: Commit): void {
    this.#mustBeNext(step);
    const { attempt, config } = this.#facts;
    if (this.journal.pending(step)?.attempt !== attempt)
      throw new Error(`step ${step} was not intended before it was committed`);
    const files = this.checkpoints.seal(step);
    const measured = metrics.map((one) => ({ step, ...one }));
    this.events.append({ kind: 'step', step, attempt, metrics: measured });
    this.#stored(() =>
      this.events.flush(() => {
        for (const one of measured) this.metrics.add(one);
        this.checkpoints.record(step, state, files, config.checkpoints);
        this.journal.add('commit', step, attempt, detail);
      }),
    );
    this.checkpoints.sweep();
  }

  /** Stores a design of the step at work. */
  addEnvironment(step: number, design: NewEnvironment): EnvironmentHeader {
    const environment = this.#stored(() => this.environments.add(step, design));
    this.events.append({ kind: 'environment', environment });
    return environment;
  }

  /** Stores episodes of the step at work, in one transaction. */
  addEpisodes(step: number, episodes: readonly NewEpisode[]): EpisodeHeader[] {
    const added = this.#stored(() =>
      this.#database.transaction(() => episodes.map((one) => this.episodes.add(step, one))),
    );
    for (const episode of added) this.events.append({ kind: 'episode', episode });
    return added;
  }

  log(level: LogLevel, message: string): void {
    this.events.append({ kind: 'log', level, message });
  }

  /** Stores the events that wait. @throws StoreError */
  flush(): void {
    this.#stored(() => this.events.flush());
  }

  /** Notes the run's end. */
  end(detail: unknown): void {
    this.#stored(() => this.journal.add('end', this.journal.committed, this.#facts.attempt, detail));
  }

  close(): void {
    this.#database.close();
    this.#lock?.release();
  }

  #mustBeNext(step: number): void {
    const next = (this.journal.committed ?? -1) + 1;
    if (step !== next) throw new Error(`step ${step} was to be stored, and the next one is ${next}`);
  }

  /** Tells the run's own limit from a full disk. */
  #stored<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const { maxBytes } = this.#facts.config;
      const full = error instanceof StoreError && error.problem === 'disk-full';
      if (!full || maxBytes === null || this.bytes < 0.9 * maxBytes) throw error;
      throw storeError('size-limit', this.#database.file, '', error);
    }
  }

  #makeRoom(): void {
    rmSync(join(this.folder, RESERVE), { force: true });
    this.#database.limitTo(null);
  }

  #keepRoom(): void {
    const file = join(this.folder, RESERVE);
    if (existsSync(file)) return;
    trying(file, () => {
      const descriptor = openSync(file, 'wx', 0o600);
      try {
        // Random-looking bytes would be safer on a file system that compresses; there it is only a smaller reserve.
        writeSync(descriptor, Buffer.alloc(RESERVED, 1));
        fsyncSync(descriptor);
      } catch (error) {
        rmSync(file, { force: true });
        throw error;
      } finally {
        closeSync(descriptor);
      }
    });
  }
}

function trying<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asStoreError(error, path);
  }
}
