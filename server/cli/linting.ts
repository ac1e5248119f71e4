/**
 * The run of `lint`: paths in, told environments out. Nothing is played. A few are read in this thread, for which no
 * other one would be ready in time; of a pool, what comes after them is read on every core.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Report } from '../protocol/finding.ts';
import { Ahead } from '../workspace/files/ahead.ts';
import { type Entry, entriesOf, type Root } from '../workspace/files/listing.ts';
import { type Opened, openEntry } from '../workspace/files/opened.ts';
import { mend, readingOf } from '../workspace/reading.ts';
import type { SettingsFinder } from '../workspace/settings.ts';
import { replaceSource } from './files/replace.ts';
import { Progress } from './progress.ts';
import { Readers } from './readers.ts';
import type { RunFacts } from './report/tally.ts';
import { inOrder, type Told, type ToldEnvironment } from './report/told.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds of work after which timers and signals get their turn. */
const TURN = 30;

/** So many environments are read before threads are started: a thread has to be started and to warm up. */
const ALONE = 150;
/** Questions that wait at each thread, so that none is ever idle. */
const QUEUE = 8;

export interface LintingOptions {
  readonly roots: readonly Root[];
  readonly settings: SettingsFinder;
  readonly fix: boolean;
  readonly quiet: boolean;
  /** What was said of files before: they are told again, the same object, while nothing about them has changed. */
  readonly known?: Known;
}

export class Linting {
  readonly #terminal: Terminal;
  readonly #options: LintingOptions;
  /** What the command line names. */
  readonly roots: readonly Root[];
  readonly #begun = performance.now();
  #leftOut = 0;
  #done = 0;
  #readers: Readers | undefined;
  /** The standard input with its fixes, once it has been read. */
  mendedInput: string | undefined;

  constructor(terminal: Terminal, options: LintingOptions) {
    this.#terminal = terminal;
    this.#options = options;
    this.roots = options.roots;
  }

  /** Every environment in its order. After an interruption: those that were finished. @throws UsageError */
  async *run(): AsyncGenerator<Told> {
    const { roots, quiet } = this.#options;
    const { signal, stderr } = this.#terminal;
    const entries = new Ahead(entriesOf(roots, signal));
    const progress = quiet
      ? undefined
      : new Progress(stderr, () => ({
          done: this.#done,
          cached: 0,
          total: entries.found,
          listing: !entries.ended,
        }));
    let turn = performance.now();
    const threads = availableParallelism();
    const looking: Promise<Told | undefined>[] = [];
    try {
      for await (const entry of entries) {
        if (performance.now() - turn > TURN) {
          await new Promise((resolve) => setImmediate(resolve));
          turn = performance.now();
        }
        if (signal.aborted) return;
        if (!this.#readers && threads > 1 && this.#isPool(entries.found))
          this.#readers = new Readers(threads - 1, QUEUE);
        const look = this.#look(entry);
        // It is told of when its turn comes.
        look.catch(() => {});
        looking.push(look);
        if (looking.length >= (this.#readers ? 2 * threads * QUEUE : 1)) yield* this.#told(looking.shift());
      }
      while (looking.length > 0 && !signal.aborted) yield* this.#told(looking.shift());
    } finally {
      progress?.stop();
      await Promise.allSettled(looking);
      await this.#readers?.close();
    }
  }

  async *#told(look: Promise<Told | undefined> | undefined): AsyncGenerator<Told> {
    const told = await look;
    this.#done += 1;
    if (told) yield told;
    else this.#leftOut += 1;
  }

  /** Many are still to be read, and what is said of one depends on nothing here. */
  #isPool(found: number): boolean {
    const { fix, known } = this.#options;
    return !fix && !known && this.#done >= ALONE && found >= 2 * ALONE;
  }

  /** Facts about the run, once it is over. */
  facts(): RunFacts {
    return {
      complete: !this.#terminal.signal.aborted,
      seconds: (performance.now() - this.#begun) / 1000,
      cached: 0,
      leftOut: this.#leftOut,
      configs: this.#options.settings.files,
    };
  }

  async #look(entry: Entry): Promise<Told | undefined> {
    const { settings, fix, known } = this.#options;
    const opened = await openEntry(entry, settings, this.#terminal);
    if (!opened) return undefined;
    if (!('text' in opened)) return { path: entry.path, fault: opened.fault };
    const before = known?.get(opened);
    if (before) return before;
    const told = fix ? this.#fix(opened) : tell(opened, opened.text, await this.#report(opened));
    known?.set(opened, told);
    return told;
  }

  #report({ text, settings, policy }: Opened): Report | Promise<Report> {
    // This thread is warm and reads too, when the others have enough to do.
    return this.#readers?.free
      ? this.#readers.read(text, settings, policy)
      : readingOf(text, settings, policy);
  }

  #fix(opened: Opened): Told {
    const { entry, text, raw, settings, policy } = opened;
    const { source, applied } = mend(text, settings, policy);
    if (entry.absolute === undefined) this.mendedInput = source;
    const fault = source === text ? undefined : write(entry, raw, source);
    if (fault !== undefined) return { path: entry.path, fault };
    return tell(opened, source, readingOf(source, settings, policy), applied);
  }
}

/** Why the fixes were not written, if they were not. */
function write({ path, absolute, manifest }: Entry, raw: Uint8Array, source: string): string | undefined {
  if (manifest?.sha256)
    return `${path}: it could be fixed, but the manifest states its SHA-256, which would no longer be true. Copy the file out of the pool and fix the copy.`;
  return absolute === undefined ? undefined : replaceSource(absolute, path, raw, source);
}

function tell(
  { entry, ...opened }: Opened,
  source: string,
  report: Report,
  fixed: ToldEnvironment['fixed'] = [],
): ToldEnvironment {
  return {
    path: entry.path,
    source,
    sha256: source === opened.text ? opened.sha256 : createHash('sha256').update(source).digest('hex'),
    report,
    findings: inOrder(report.findings).map((finding) => ({ finding, replay: [] })),
    cached: false,
    ...(fixed.length > 0 ? { fixed } : {}),
  };
}

/** What was said of each file, for as long as its text and its settings are the same. */
export class Known {
  readonly #byFile = new Map<string, { readonly key: string; readonly told: Told }>();

  get(opened: Opened): Told | undefined {
    const kept = this.#byFile.get(opened.entry.path);
    return kept?.key === keyOf(opened, opened.text) ? kept.told : undefined;
  }

  /** Whatever could not be done may succeed the next time, so only environments are kept. */
  set(opened: Opened, told: Told): void {
    if ('source' in told) this.#byFile.set(opened.entry.path, { key: keyOf(opened, told.source), told });
  }
}

function keyOf({ settings, policy }: Opened, text: string): string {
  const { selected, ignored, levels } = policy;
  const rules = [selected ? [...selected] : null, [...ignored], [...levels]];
  return `${JSON.stringify([settings, rules])}\n${text}`;
}
