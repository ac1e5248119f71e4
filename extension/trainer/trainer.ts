/** One trainer as it was last heard of: its connection and its runs. They stay while the connection is lost. */
import type { Health } from '../../server/protocol/daemon-queries.ts';
import type { Event } from '../../server/protocol/run-events.ts';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { Link, type LinkOptions } from '../../trainer/client/link.ts';
import type { Profile } from './profile.ts';

export interface TrainerOptions extends LinkOptions {
  readonly profile: Profile;
  /** Starts it, where that can be done from here. */
  readonly start?: () => Promise<void>;
  /** Something that is shown has changed. */
  readonly onChange: (trainer: Trainer) => void;
  /** @param before `undefined`: it is new. */
  readonly onRun: (trainer: Trainer, run: RunSummary, before: RunSummary | undefined) => void;
}

export class Trainer {
  readonly profile: Profile;
  readonly link: Link;
  readonly #options: TrainerOptions;
  readonly #runs = new Map<string, RunSummary>();
  /** Folders of runs that cannot be read, with why. */
  unreadable: readonly { readonly folder: string; readonly message: string }[] = [];
  /** Who controls it; `null`: nobody. */
  holder: string | null = null;
  #listed = false;
  #starting: Promise<void> | undefined;

  constructor(options: TrainerOptions) {
    this.#options = options;
    this.profile = options.profile;
    this.link = new Link(options);
    this.link.follow(null, undefined, {
      events: (events) => this.#hear(events),
      dropped: () => void this.refresh(),
      failed: () => void this.refresh(),
    });
    this.link.onState(({ kind }) => {
      if (kind === 'open') void this.refresh();
      options.onChange(this);
    });
  }

  /** The newest first. */
  get runs(): readonly RunSummary[] {
    return [...this.#runs.values()].sort((a, b) =>
      a.created === b.created ? (a.id < b.id ? 1 : -1) : a.created < b.created ? 1 : -1,
    );
  }

  /** The list has been read since the connection was made. */
  get listed(): boolean {
    return this.#listed;
  }

  run(id: string): RunSummary | undefined {
    return this.#runs.get(id);
  }

  get canStart(): boolean {
    return this.#options.start !== undefined;
  }

  /** Connects, and starts the trainer where none is running and it can be started from here. */
  async connect({ start }: { readonly start: boolean }): Promise<void> {
    try {
      await this.link.connect();
    } catch (error) {
      if (!start || !this.#options.start) throw error;
      // Who asks meanwhile waits for the same start: a second daemon would be refused.
      this.#starting ??= this.#options.start().finally(() => {
        this.#starting = undefined;
      });
      await this.#starting;
      await this.link.connect();
    }
    if (!this.#listed) await this.refresh();
  }

  async disconnect(): Promise<void> {
    await this.link.disconnect();
    this.#runs.clear();
    this.#listed = false;
    this.#options.onChange(this);
  }

  async health(): Promise<Health> {
    return this.link.ask('daemon/status', {});
  }

  /** Reads the list again. A connection that is lost meanwhile will do so when it is back. */
  async refresh(): Promise<void> {
    try {
      const { runs, unreadable } = await this.link.ask('run/list', {});
      const present = new Set(runs.map(({ id }) => id));
      for (const id of this.#runs.keys()) if (!present.has(id)) this.#runs.delete(id);
      for (const run of runs) this.#take(run, this.#listed);
      this.unreadable = unreadable;
      this.holder = (await this.health()).holder;
      this.#listed = true;
    } catch {
      return;
    }
    this.#options.onChange(this);
  }

  #hear(events: readonly Event[]): void {
    for (const { event } of events) {
      if (event.kind === 'run') this.#take(event.run, this.#listed);
      else if (event.kind === 'lease') this.holder = event.holder;
    }
    this.#options.onChange(this);
  }

  /** @param tell whether its change is news. */
  #take(run: RunSummary, tell: boolean): void {
    const before = this.#runs.get(run.id);
    if (before && before.changed > run.changed) return;
    this.#runs.set(run.id, run);
    if (tell) this.#options.onRun(this, run, before);
  }
}
