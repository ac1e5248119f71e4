/** All runs of a daemon: which there are, which one works, which wait. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { RunDetail, RunState, RunSummary, StopReason } from '../../server/protocol/run-records.ts';
import type { EventLog } from '../store/events.ts';
import type { RunFacts } from '../store/facts.ts';
import { StoreError } from '../store/failure.ts';
import { RunStore } from '../store/run-store.ts';
import type { JobKind } from './job.ts';
import { Readers } from './readers.ts';
import { Refusal } from './refusal.ts';
import { failed, type Halt, Runner } from './runner.ts';

export interface RunsOptions {
  readonly folder: string;
  readonly kinds: readonly JobKind[];
  /** Version of the rules that environments are checked with. */
  readonly rules: string;
  /** Runs that work at the same time. */
  readonly parallel: number;
  /** A run's summary is another than before. */
  readonly onChange: (run: RunSummary) => void;
  /** Events of a run have come to disk. */
  readonly onEvents: (run: string) => void;
}

interface Entry {
  facts: RunFacts;
  steps: number;
  lastEvent: number;
  /** Only while it works. */
  runner: Runner | undefined;
}

/** States from which a run can be queued again. */
const RESUMABLE: readonly RunState[] = ['paused', 'stopped', 'failed'];
const AT_WORK: readonly RunState[] = ['running', 'pausing', 'stopping'];

export class Runs {
  readonly #options: RunsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #readers = new Readers();
  readonly #unreadable = new Map<string, string>();
  readonly #working = new Map<string, Promise<void>>();
  #closing = false;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** Reads what is there. Runs that worked when the last daemon ended are queued before all others. */
  load(): void {
    for (const entry of readdirSync(this.#options.folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      try {
        this.#take(entry.name);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        this.#unreadable.set(join(this.#options.folder, entry.name), error.message);
      }
    }
  }

  #take(name: string): void {
    const folder = join(this.#options.folder, name);
    const store = RunStore.read(folder);
    let { facts } = store;
    const entry: Entry = {
      facts,
      steps: (store.journal.committed ?? -1) + 1,
      lastEvent: store.events.last,
      runner: undefined,
    };
    store.close();
    if (AT_WORK.includes(facts.state)) {
      const writer = RunStore.open(folder);
      const [state, reason, queued] = interrupted(facts.state);
      writer.setState(state, reason, queued);
      ({ facts } = writer);
      entry.lastEvent = writer.events.last;
      writer.close();
    }
    this.#entries.set(facts.id, { ...entry, facts });
  }

  get unreadable(): { folder: string; message: string }[] {
    return [...this.#unreadable].map(([folder, message]) => ({ folder, message }));
  }

  get engines(): string[] {
    return this.#options.kinds.map(({ engine }) => engine);
  }

  get running(): string[] {
    return [...this.#working.keys()];
  }

  /** Ids in the order in which they will begin. */
  get queue(): string[] {
    return [...this.#entries]
      .filter(([id, { facts }]) => facts.state === 'queued' && !this.#working.has(id))
      .sort(
        ([, a], [, b]) => (a.facts.queued ?? 0) - (b.facts.queued ?? 0) || a.facts.created - b.facts.created,
      )
      .map(([id]) => id);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /**
   * Takes in what others have put into the folder since it was last read: rollouts, which come as runs that are at
   * their end. Nothing else is taken, since only a daemon may work on a run.
   */
  look(): void {
    for (const { name } of readdirSync(this.#options.folder, { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )) {
      const known = this.#entries.get(name);
      if (known && (known.facts.state !== 'finished' || known.steps >= known.facts.config.rollouts)) continue;
      try {
        const store = RunStore.read(this.#folder(name));
        const [facts, steps, lastEvent] = [
          store.facts,
          (store.journal.committed ?? -1) + 1,
          store.events.last,
        ];
        store.close();
        if (facts.state !== 'finished' || facts.id !== name) continue;
        if (known && steps === known.steps && facts.changed === known.facts.changed) continue;
        this.#readers.drop(name);
        this.#entries.set(name, { facts, steps, lastEvent, runner: undefined });
        this.#changed(name);
      } catch (error) {
        // One that cannot be read was told of when the daemon started, or will be at the next start.
        if (!(error instanceof StoreError)) throw error;
      }
    }
  }

  /** The newest first. */
  list(): RunSummary[] {
    this.look();
    return [...this.#entries.keys()]
      .map((id) => this.summary(id))
      .sort((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : a.id < b.id ? 1 : -1));
  }

  summary(id: string): RunSummary {
    const { facts, runner, steps, lastEvent } = this.#entry(id);
    const { name, state, reason, created, changed, config } = facts;
    const place = this.queue.indexOf(id);
    return {
      id,
      name,
      state,
      reason: state === 'queued' && !this.#offers(config) ? noTrainer(config) : reason,
      steps,
      of: config.rollouts,
      created: new Date(created).toISOString(),
      changed: new Date(changed).toISOString(),
      profile: config.profile,
      engine: config.engine.kind,
      lastEvent: runner?.store.events.last ?? lastEvent,
      queue: place < 0 ? null : place + 1,
    };
  }

  detail(id: string): RunDetail {
    const store = this.store(id);
    const { environments, accepted } = store.environments.counts();
    return {
      ...this.summary(id),
      config: store.facts.config,
      counts: { environments, accepted, episodes: store.episodes.count },
      folder: store.folder,
      bytes: store.bytes,
    };
  }

  /** For reading. @throws Refusal when there is no such run, StoreError */
  store(id: string): RunStore {
    const { runner } = this.#entry(id);
    return runner?.store ?? this.#readers.get(id, () => RunStore.read(this.#folder(id)));
  }

  events(id: string): EventLog {
    return this.store(id).events;
  }

  /** What speaks against starting a run; throws it as a Refusal. */
  async check(config: RunConfig): Promise<void> {
    const problem = await this.kindFor(config).check(config);
    if (problem !== undefined) throw new Refusal('bad-parameters', problem, { problems: [problem] });
  }

  /** Makes a run and queues it. Made already (a command that is carried out again after a crash), it stays as it is. */
  start(id: string, name: string, config: RunConfig): RunSummary {
    if (!this.#entries.has(id)) {
      const store = RunStore.create(this.#folder(id), { id, name, config, rules: this.#options.rules });
      this.#entries.set(id, {
        facts: store.facts,
        steps: 0,
        lastEvent: store.events.last,
        runner: undefined,
      });
      store.close();
      this.#changed(id);
    }
    this.schedule();
    return this.summary(id);
  }

  /** @throws Refusal when it is at its end. */
  pause(id: string): RunSummary {
    const { facts, runner } = this.#entry(id);
    if (runner) {
      runner.pause();
      this.#changed(id);
    } else if (facts.state === 'queued')
      this.#write(id, 'paused', { code: 'paused', message: 'Paused before it began to work.' }, null);
    else if (facts.state !== 'paused') throw this.#wrong(id, 'paused');
    return this.summary(id);
  }

  /** @throws Refusal when it is finished. */
  resume(id: string): RunSummary {
    const { facts } = this.#entry(id);
    if (RESUMABLE.includes(facts.state)) {
      this.kindFor(facts.config);
      this.#write(id, 'queued', null, Date.now());
    } else if (facts.state !== 'queued' && facts.state !== 'running') throw this.#wrong(id, 'resumed');
    this.schedule();
    return this.summary(id);
  }

  /** @throws Refusal when it is at another end. */
  stop(id: string): RunSummary {
    const { facts, runner } = this.#entry(id);
    if (runner) {
      runner.halt('stop');
      this.#changed(id);
    } else if (facts.state === 'queued' || facts.state === 'paused')
      this.#write(
        id,
        'stopped',
        { code: 'stopped', message: 'Stopped; everything committed is kept.' },
        null,
      );
    else if (facts.state !== 'stopped') throw this.#wrong(id, 'stopped');
    return this.summary(id);
  }

  /** Lets the next runs begin, as many as may. */
  schedule(): void {
    for (const id of this.queue) {
      if (this.#closing || this.#working.size >= this.#options.parallel) return;
      const kind = this.#options.kinds.find(
        ({ engine }) => engine === this.#entry(id).facts.config.engine.kind,
      );
      if (kind) this.#begin(id, kind);
    }
  }

  /** Every run leaves the step at work and is queued for the next start; waits for at most `grace` milliseconds. */
  async close(grace: number): Promise<void> {
    this.#closing = true;
    for (const id of this.#working.keys()) this.#halt(id, 'suspend');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, grace);
    });
    await Promise.race([Promise.all(this.#working.values()), late]);
    clearTimeout(timer);
    this.#readers.close();
  }

  #halt(id: string, how: Halt): void {
    this.#entry(id).runner?.halt(how);
  }

  #begin(id: string, kind: JobKind): void {
    const entry = this.#entry(id);
    this.#readers.drop(id);
    let store: RunStore;
    try {
      store = RunStore.open(this.#folder(id));
    } catch (error) {
      const { state, reason } = failed(error);
      entry.facts = { ...entry.facts, state, reason, queued: null };
      this.#changed(id);
      return;
    }
    const runner = new Runner(store, () => kind.create(store.facts.config));
    entry.runner = runner;
    store.events.listen(() => {
      const { state, reason, queued, changed } = store.facts;
      const steps = (store.journal.committed ?? -1) + 1;
      const differs = state !== entry.facts.state || steps !== entry.steps;
      entry.facts = { ...entry.facts, state, reason, queued, changed };
      entry.steps = steps;
      this.#options.onEvents(id);
      if (differs) this.#changed(id);
    });
    this.#working.set(id, this.#work(id, entry, runner));
  }

  async #work(id: string, entry: Entry, runner: Runner): Promise<void> {
    const left = await runner.run();
    const { store } = runner;
    entry.facts = { ...store.facts, ...left };
    entry.lastEvent = store.events.last;
    entry.runner = undefined;
    this.#working.delete(id);
    store.close();
    this.#changed(id);
    this.schedule();
  }

  #write(id: string, state: RunState, reason: StopReason | null, queued: number | null): void {
    const entry = this.#entry(id);
    this.#readers.drop(id);
    const store = RunStore.open(this.#folder(id));
    try {
      store.setState(state, reason, queued);
      entry.facts = store.facts;
      entry.lastEvent = store.events.last;
    } finally {
      store.close();
    }
    this.#options.onEvents(id);
    this.#changed(id);
  }

  #changed(id: string): void {
    this.#options.onChange(this.summary(id));
  }

  #folder(id: string): string {
    return join(this.#options.folder, id);
  }

  #entry(id: string): Entry {
    const found = this.#entries.get(id);
    if (!found)
      throw new Refusal('no-such-run', `There is no run "${id}". \`spade run list\` lists the runs.`);
    return found;
  }

  /** What runs such a configuration. @throws Refusal */
  kindFor(config: RunConfig): JobKind {
    const { kind } = config.engine;
    const found = this.#options.kinds.find(({ engine }) => engine === kind);
    if (found) return found;
    const offered = this.engines.length > 0 ? `It has: ${this.engines.join(', ')}.` : 'It has none.';
    throw new Refusal('no-engine', `This daemon has no trainer for the engine "${kind}". ${offered}`);
  }

  #offers({ engine: { kind } }: RunConfig): boolean {
    return this.#options.kinds.some(({ engine }) => engine === kind);
  }

  #wrong(id: string, wanted: string): Refusal {
    const { state } = this.#entry(id).facts;
    return new Refusal('wrong-state', `The run ${id} is ${state}, so it cannot be ${wanted}.`);
  }
}

/** Why a run waits without an end: another version of Spade Studio has made it. */
const noTrainer = ({ engine: { kind } }: RunConfig): StopReason => ({
  code: 'engine',
  message: `This daemon has no trainer for the engine "${kind}". The run waits for one that has.`,
});

/** What a run that was at work becomes when its daemon has ended. */
function interrupted(state: RunState): [RunState, StopReason | null, number | null] {
  if (state === 'pausing')
    return ['paused', { code: 'paused', message: 'Paused; the daemon ended meanwhile.' }, null];
  if (state === 'stopping')
    return ['stopped', { code: 'stopped', message: 'Stopped; the daemon ended meanwhile.' }, null];
  return ['queued', null, 0];
}
