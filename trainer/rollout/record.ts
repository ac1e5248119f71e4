/**
 * The record of a rollout: a daemon's folder with one run in it, so that every view of runs shows it. The run is in the
 * state `finished` from its first moment on: a daemon that finds it must not go on with it as if it were training.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { EnvironmentDetail, EpisodeHeader } from '../../server/protocol/run-records.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { NewEnvironment } from '../store/environments.ts';
import type { NewEpisode } from '../store/episodes.ts';
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
  readonly folder: string;
  readonly #store: RunStore;

  private constructor(folder: string, store: RunStore) {
    this.folder = folder;
    this.#store = store;
  }

  /**
   * Makes the record, or opens the one that is there.
   * @throws UsageError when the folder holds something else; StoreError.
   */
  static open(folder: string, facts: RecordFacts): Record {
    const runs = join(folder, RUNS);
    if (existsSync(folder) && !existsSync(runs) && readdirSync(folder).length > 0)
      throw new UsageError(
        `${folder} is no folder of a rollout, and not empty. Give another one with --out.`,
      );
    mkdirSync(runs, { recursive: true, mode: 0o700 });
    const [known, ...more] = readdirSync(runs);
    if (more.length > 0)
      throw new UsageError(`${folder} holds several runs. Give another folder with --out.`);
    if (known === undefined) return Record.#create(folder, join(runs, newRunId()), facts);
    const store = RunStore.open(join(runs, known));
    const { name, config, rules } = store.facts;
    if (name === facts.name && isDeepStrictEqual(config, facts.config) && rules === facts.rules)
      return new Record(folder, store);
    store.close();
    throw new UsageError(
      `${folder} holds a rollout with other settings${rules === facts.rules ? '' : ', or of another version'}. Give another folder with --out, or remove this one.`,
    );
  }

  static #create(folder: string, place: string, { name, config, rules }: RecordFacts): Record {
    const store = RunStore.create(place, { id: basename(place), name, config, rules });
    store.takeUp();
    store.setState('finished', { code: 'finished', message: 'Being played.' }, null);
    return new Record(folder, store);
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
