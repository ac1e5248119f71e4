/** A run in files that everybody can read: JSON lines, and a pool of its accepted environments. */
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WrittenManifest, writtenManifest } from '../../server/protocol/manifest.ts';
import type { EnvironmentDetail } from '../../server/protocol/run-records.ts';
import { fileProblem, UsageError } from '../../server/workspace/usage-error.ts';
import { asStoreError, StoreError } from './failure.ts';
import type { RunStore } from './run-store.ts';

const PAGE = 200;

export interface Exported {
  readonly environments: number;
  readonly episodes: number;
  /** Environments of the pool; `null` when none was asked for. */
  readonly pool: number | null;
  /** Records that could not be read, each with the reason; they are left out. */
  readonly damaged: readonly string[];
}

export interface ExportOptions {
  /** As the person wrote it. */
  readonly shown: string;
  /** Also writes `pool/`: accepted environments, each once, with a manifest. */
  readonly pool: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Writes `run.json`, `environments.jsonl`, `episodes.jsonl`, `metrics.jsonl`, `journal.jsonl`, `events.jsonl` and
 * `memory.jsonl` into a new or empty folder. `run.json` comes last: without it the export is not complete.
 * @throws UsageError when the folder cannot be written.
 */
export async function exportRun(store: RunStore, folder: string, options: ExportOptions): Promise<Exported> {
  try {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new UsageError(`${options.shown}: the folder for the export is not empty. Give a new one.`);
    mkdirSync(folder, { recursive: true });
    return await write(store, folder, options);
  } catch (error) {
    const failure = asStoreError(error, options.shown);
    if (failure instanceof UsageError || failure instanceof StoreError || !(error instanceof Error))
      throw failure;
    if ('code' in error)
      throw new UsageError(`The export cannot be written. ${fileProblem(options.shown, error)}`);
    throw error;
  }
}

async function write(store: RunStore, folder: string, { pool, signal }: ExportOptions): Promise<Exported> {
  const damaged: string[] = [];
  const pages = { store, damaged };
  const chosen = pool ? new PoolFolder(join(folder, 'pool'), store) : undefined;
  const file = (name: string, items: Iterable<unknown>) => lines(join(folder, name), items, signal);
  const environments = await file(
    'environments.jsonl',
    each(environmentsOf(pages), (one) => chosen?.add(one)),
  );
  const episodes = await file('episodes.jsonl', episodesOf(pages));
  await file('metrics.jsonl', metricsOf(store));
  await file('journal.jsonl', journalOf(pages));
  await file('events.jsonl', eventsOf(store));
  await file('memory.jsonl', readable(pages, () => store.insights.memory()) ?? []);
  chosen?.finish();
  const { config, rules, id, name, state, reason, created, changed } = store.facts;
  const run = {
    id,
    name,
    state,
    reason,
    created: iso(created),
    changed: iso(changed),
    rules,
    config,
    damaged,
  };
  writeFileSync(join(folder, 'run.json.part'), `${JSON.stringify(run, null, 1)}\n`);
  renameSync(join(folder, 'run.json.part'), join(folder, 'run.json'));
  return { environments, episodes, pool: chosen?.size ?? null, damaged };
}

const iso = (time: number): string => new Date(time).toISOString();

interface Pages {
  readonly store: RunStore;
  readonly damaged: string[];
}

/** The record, or a note that it is damaged. */
function readable<T>({ damaged }: Pages, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'damaged') throw error;
    damaged.push(error.message);
    return undefined;
  }
}

function* environmentsOf(pages: Pages): Generator<EnvironmentDetail> {
  const { environments } = pages.store;
  for (const { id } of paged((after) => environments.page({}, after, PAGE))) {
    const found = readable(pages, () => environments.get(id));
    if (found) yield found;
  }
}

function* episodesOf(pages: Pages): Generator<unknown> {
  const { episodes } = pages.store;
  for (const { id } of paged((after) => episodes.page({}, after, PAGE))) {
    const found = readable(pages, () => episodes.get(id));
    if (found) yield found;
  }
}

function* metricsOf({ metrics }: RunStore): Generator<unknown> {
  for (let after: number | null = 0; after !== null; ) {
    const page = metrics.page(undefined, after, PAGE);
    yield* page.items;
    after = page.next;
  }
}

function* journalOf(pages: Pages): Generator<unknown> {
  for (let after = 0; ; after++) {
    const found = readable(pages, () => pages.store.journal.page(after, 1));
    if (found?.length === 0) return;
    if (found?.[0]) {
      yield found[0];
      after = found[0].id - 1;
    }
  }
}

function* eventsOf({ events }: RunStore): Generator<unknown> {
  for (const { json } of paged((after) =>
    events.read(after, PAGE).map(({ sequence, json }) => ({ id: sequence, json })),
  ))
    yield JSON.parse(json);
}

function* paged<T extends { readonly id: number }>(read: (after: number) => T[]): Generator<T> {
  for (let after = 0; ; ) {
    const page = read(after);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function* each<T>(items: Iterable<T>, see: (item: T) => void): Generator<T> {
  for (const item of items) {
    see(item);
    yield item;
  }
}

/** Writes one JSON text a line, no faster than the disk takes them. @returns how many. */
async function lines(path: string, items: Iterable<unknown>, signal?: AbortSignal): Promise<number> {
  const stream = createWriteStream(path, { flags: 'wx' });
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure ??= error;
  });
  let count = 0;
  try {
    for (const item of items) {
      signal?.throwIfAborted();
      if (failure) throw failure;
      count++;
      if (!stream.write(`${JSON.stringify(item)}\n`)) await once(stream, 'drain');
    }
    stream.end();
    await once(stream, 'finish');
  } finally {
    stream.destroy();
  }
  if (failure) throw failure;
  return count;
}

class PoolFolder {
  readonly #folder: string;
  readonly #store: RunStore;
  readonly #entries = new Map<string, WrittenManifest['environments'][number]>();

  constructor(folder: string, store: RunStore) {
    this.#folder = folder;
    this.#store = store;
    mkdirSync(join(folder, 'environments'), { recursive: true });
  }

  get size(): number {
    return this.#entries.size;
  }

  add(environment: EnvironmentDetail): void {
    const { hash, accepted, source, step, slot, skill, document, hint, profile, verdict, findings } =
      environment;
    if (!accepted || this.#entries.has(hash)) return;
    const { id, config } = this.#store.facts;
    const path = `environments/step-${String(step).padStart(4, '0')}-${String(slot).padStart(2, '0')}-${hash.slice(0, 8)}.py`;
    writeFileSync(join(this.#folder, path), source);
    this.#entries.set(hash, {
      path,
      profile,
      skill,
      source_run: id,
      recipe: config.reward.variant,
      step,
      ...(document === null ? {} : { document }),
      ...(hint === null ? {} : { hint }),
      sha256: hash,
      verdict,
      findings: findings.length,
    });
  }

  finish(): void {
    const { name, rules } = this.#store.facts;
    const content = writtenManifest.parse({ name, rules, environments: [...this.#entries.values()] });
    writeFileSync(join(this.#folder, 'manifest.json.part'), `${JSON.stringify(content, null, 1)}\n`);
    renameSync(join(this.#folder, 'manifest.json.part'), join(this.#folder, 'manifest.json'));
  }
}
