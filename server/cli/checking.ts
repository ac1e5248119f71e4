/** The run that `check` and `pool` share: paths in, told environments out, with cache, progress and interruption. */
import { applyPolicy } from '../contract/selection.ts';
import { inline } from '../contract/visible.ts';
import { cacheFolder } from '../playtest/batch/cache-folder.ts';
import { ResultCache } from '../playtest/batch/result-cache.ts';
import { rulesVersion } from '../playtest/batch/rules-version.ts';
import { type BatchOptions, checkAll, type Job } from '../playtest/batch.ts';
import type { ManifestEntry } from '../protocol/manifest.ts';
import { createPool } from '../sandbox/pool.ts';
import { READING_AND_PLAYING } from '../workspace/examine.ts';
import { Ahead } from '../workspace/files/ahead.ts';
import { type Entry, entriesOf, type Root } from '../workspace/files/listing.ts';
import { type FileFault, type Opened, openEntry } from '../workspace/files/opened.ts';
import type { SettingsFinder } from '../workspace/settings.ts';
import { UsageError } from '../workspace/usage-error.ts';
import { Progress } from './progress.ts';
import { type ReplaySettings, references, replayCommands } from './replay.ts';
import type { RunFacts, Tally } from './report/tally.ts';
import { inOrder, type Told } from './report/told.ts';
import type { Terminal } from './terminal.ts';

export interface CheckingOptions {
  readonly roots: readonly Root[];
  readonly settings: SettingsFinder;
  readonly replay: ReplaySettings;
  readonly jobs: number;
  readonly cache: boolean;
  /** An unusable cache is an error rather than a remark. */
  readonly resume: boolean;
  readonly quiet: boolean;
  /** Tests bring a sandbox and an examiner of their own. */
  readonly engine?: Partial<Pick<BatchOptions, 'start' | 'examiner'>>;
}

/** An environment with what a pool wants to know beside the report. */
export interface Passed {
  readonly told: Told;
  readonly manifest: ManifestEntry | undefined;
  /** The bytes of the file, for copies; absent when it could not be read. */
  readonly raw?: Uint8Array;
  /** A hash of the first observation (playtest/duplicates.ts). */
  readonly opening: string | null;
  readonly absolute: string | undefined;
}

type FileJob = Job & Opened;

export class Checking {
  readonly #terminal: Terminal;
  readonly #options: CheckingOptions;
  readonly #begun = performance.now();
  #leftOut = 0;
  #done = 0;
  #cached = 0;
  #cacheProblem: string | undefined;

  constructor(terminal: Terminal, options: CheckingOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  /** Every environment in its order. After an interruption: those that were finished. @throws UsageError */
  async *run(): AsyncGenerator<Passed> {
    const { roots, jobs, quiet, engine } = this.#options;
    const { signal, stderr } = this.#terminal;
    const entries = new Ahead(entriesOf(roots, signal));
    const cache = this.#openCache();
    const alone = roots.every(({ kind }) => kind === 'file' || kind === 'stdin');
    const children = alone ? Math.min(jobs, roots.length) : jobs;
    const progress = quiet
      ? undefined
      : new Progress(stderr, () => ({
          done: this.#done + this.#leftOut,
          cached: this.#cached,
          total: entries.found,
          listing: !entries.ended,
        }));
    try {
      const checked = checkAll<FileJob, FileFault>(this.#jobs(entries), {
        start: () => createPool({ children }),
        examiner: READING_AND_PLAYING,
        ...engine,
        children,
        results: cache,
        signal,
        onDone: (cached) => {
          this.#done += 1;
          if (cached) this.#cached += 1;
        },
      });
      for await (const item of checked) {
        const { entry } = item.job;
        const common = { manifest: entry.manifest, absolute: entry.absolute };
        if ('fault' in item)
          yield { ...common, told: { path: entry.path, fault: item.fault }, opening: null };
        else if ('source' in item.job) {
          const report = applyPolicy(item.result.report, item.job.policy);
          yield {
            ...common,
            told: this.#tell(item.job, report, item.cached),
            raw: item.job.raw,
            opening: item.result.opening,
          };
        }
      }
    } finally {
      progress?.stop();
      this.#cacheProblem ??= cache?.problem;
      cache?.close();
    }
  }

  /** Facts about the run, once it is over. */
  facts(tally: Tally): RunFacts {
    return {
      complete: !this.#terminal.signal.aborted,
      seconds: (performance.now() - this.#begun) / 1000,
      cached: tally.cached,
      leftOut: this.#leftOut,
      configs: this.#options.settings.files,
      cacheProblem: this.#cacheProblem,
    };
  }

  #tell(job: FileJob, report: ReturnType<typeof applyPolicy>, cached: boolean): Told {
    const { path } = job.entry;
    const names = references(report.findings);
    const replays = new Map(
      report.findings.map((finding, index) => [
        finding,
        replayCommands(path, finding, names[index] ?? finding.code, this.#options.replay),
      ]),
    );
    return {
      path,
      source: job.source,
      sha256: job.sha256,
      report,
      findings: inOrder(report.findings).map((finding) => ({ finding, replay: replays.get(finding) ?? [] })),
      cached,
    };
  }

  async *#jobs(entries: AsyncIterable<Entry>): AsyncGenerator<FileJob | FileFault> {
    for await (const entry of entries) {
      if (this.#terminal.signal.aborted) return;
      const job = await this.#read(entry);
      if (job) yield job;
      else this.#leftOut += 1;
    }
  }

  /** `undefined`: the file holds no environment. */
  async #read(entry: Entry): Promise<FileJob | FileFault | undefined> {
    const opened = await openEntry(entry, this.#options.settings, this.#terminal);
    return opened && 'text' in opened
      ? { ...opened, source: opened.text, selected: opened.policy.selected }
      : opened;
  }

  #openCache(): ResultCache | undefined {
    if (!this.#options.cache) return undefined;
    const folder = cacheFolder(this.#terminal.env);
    try {
      return new ResultCache(folder, rulesVersion());
    } catch (error) {
      const reason = `the cache in ${inline(folder)} cannot be used: ${error instanceof Error ? inline(error.message) : ''}`;
      if (this.#options.resume) throw new UsageError(`There is nothing to resume: ${reason}`);
      this.#cacheProblem = reason;
      return undefined;
    }
  }
}
