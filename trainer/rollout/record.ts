/**
 * The record of a rollout: a run in a daemon's folder, so that every view of runs shows it. It is in the state `finished`
 * from its first moment on: a daemon that finds it must not go on with it as if it were training.
 */
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { EnvironmentDetail, EpisodeHeader } from '../../server/protocol/run-records.ts';
import type { NewEnvironment } from '../store/environments.ts';
import type { NewEpisode } from '../store/episodes.ts';
import { StoreError } from '../store/failure.ts';
import { newRunId } from '../store/run-id.ts';
import { type Commit, RunStore } from '../store/run-store.ts';

const RUNS = 'runs';
const PAGE = 500;
const STEP = 0;

export interface RecordFacts {
  readonly name: string;
  readonly config: RunConfig;
  readonly rules: string;
}

export class Record {
  readonly #store: RunStore;

  private constructor(store: RunStore) {
    this.#store = store;
  }

  /** Makes the record, or opens the one of the same rollout. @throws StoreError, also when another process plays it. */
  static open(home: string, facts: RecordFacts): Record {
    const runs = join(home, RUNS);
    mkdirSync(runs, { recursive: true, mode: 0o700 });
    const known = readdirSync(runs).find((name) => isOf(join(runs, name), facts));
    return new Record(RunStore.open(join(runs, known ?? Record.#create(home, runs, facts))));
  }

  /** Elsewhere first: before it says that it is finished, a daemon must not see it. */
  static #create(home: string, runs: string, { name, config, rules }: RecordFacts): string {
    const id = newRunId();
    const part = join(home, `${id}.part`);
    const store = RunStore.create(part, { id, name, config, rules });
    store.takeUp();
    store.setState('finished', { code: 'stopped', message: 'Being played.' }, null);
    store.close();
    renameSync(part, join(runs, id));
    return id;
  }

  get folder(): string {
    return this.#store.folder;
  }

  get id(): string {
    return this.#store.facts.id;
  }

  /** All plays are there. */
  get complete(): boolean {
    return this.#store.journal.committed !== null;
  }

  *environments(): Generator<EnvironmentDetail> {
    const { environments } = this.#store;
    for (let after = 0; ; ) {
      const page = environments.page({}, after, PAGE);
      for (const { id } of page) {
        const found = environments.get(id);
        if (found) yield found;
      }
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  *episodes(): Generator<EpisodeHeader> {
    for (let after = 0; ; ) {
      const page = this.#store.episodes.page({}, after, PAGE);
      yield* page;
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  addEnvironment(environment: NewEnvironment): void {
    this.#store.addEnvironment(STEP, environment);
  }

  addEpisode(episode: NewEpisode): void {
    this.#store.addEpisodes(STEP, [episode]);
  }

  log(message: string): void {
    this.#store.log('info', message);
  }

  /** Everything was played. */
  finish(metrics: Commit['metrics'], message: string): void {
    if (!this.complete) {
      this.#store.intend(STEP, null);
      this.#store.commit({ step: STEP, metrics, state: null, detail: null });
      this.#store.end({ reason: 'finished' });
    }
    this.#store.setState('finished', { code: 'finished', message }, null);
  }

  /** It ended before that; the same command goes on. */
  interrupt(message: string): void {
    this.#store.setState('finished', { code: 'stopped', message }, null);
  }

  close(): void {
    this.#store.flush();
    this.#store.close();
  }
}

/** Is this the record of that very rollout? */
function isOf(folder: string, { name, config, rules }: RecordFacts): boolean {
  try {
    const store = RunStore.read(folder);
    const { facts } = store;
    store.close();
    return facts.name === name && facts.rules === rules && isDeepStrictEqual(facts.config, config);
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}
