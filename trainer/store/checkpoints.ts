/**
 * Checkpoints: what a job needs to go on after a step. A state in JSON lies in the database, files in a folder of the
 * step. Files come to disk before the record that names them, and go after it.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Checkpoint, checkpoint } from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';
import { asStoreError, storeError } from './failure.ts';
import { pack, unpack } from './packed.ts';

type Files = Checkpoint['files'];

export interface Retention {
  readonly keepLast: number;
  readonly keepEvery: number;
}

/** What a job goes on from. `folder` is `null` when the step kept no files. */
export interface Saved {
  readonly step: number;
  readonly state: unknown;
  readonly folder: string | null;
}

const row = z.object({
  step: z.number(),
  time: z.number(),
  files: z.string(),
  removed: z.number(),
});

const CHUNK = 1 << 20;
const PART = '.part';

export class Checkpoints {
  readonly #database: Database;
  readonly #folder: string;

  constructor(database: Database) {
    this.#database = database;
    this.#folder = join(dirname(database.file), 'checkpoints');
  }

  /** An empty folder for the files of a step's checkpoint. `seal` puts it in place. */
  prepare(step: number): string {
    const part = this.#path(step) + PART;
    return this.#try(() => {
      rmSync(part, { recursive: true, force: true });
      mkdirSync(part, { recursive: true });
      return part;
    });
  }

  /** Brings the files of a prepared folder to disk and puts it in place. Without one there are no files. */
  seal(step: number): Files {
    const path = this.#path(step);
    const part = path + PART;
    return this.#try(() => {
      if (!existsSync(part)) return [];
      const files = readdirSync(part, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => ({ name, ...digest(join(part, name), true) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      rmSync(path, { recursive: true, force: true });
      renameSync(part, path);
      syncFolder(this.#folder);
      return files;
    });
  }

  /** Records a sealed checkpoint, and drops those that retention no longer keeps; within the caller's transaction. */
  record(step: number, state: unknown, files: Files, { keepLast, keepEvery }: Retention): void {
    const { data, check } = pack(state ?? null);
    this.#database.run(
      'INSERT INTO checkpoints (step, time, files, data, crc) VALUES (?, ?, ?, ?, ?)',
      step,
      Date.now(),
      JSON.stringify(files),
      data,
      check,
    );
    this.#database.run(
      `UPDATE checkpoints SET removed = 1, data = NULL, crc = NULL WHERE removed = 0
       AND step NOT IN (SELECT step FROM checkpoints ORDER BY step DESC LIMIT ?1) AND (?2 = 0 OR step % ?2 != 0)`,
      keepLast,
      keepEvery,
    );
  }

  /** Deletes folders that no record names: of steps that were not committed, or that retention has dropped. */
  sweep(): void {
    this.#try(() => {
      if (!existsSync(this.#folder)) return;
      const kept = new Set(this.#kept().map((step) => this.#path(step)));
      for (const name of readdirSync(this.#folder)) {
        const path = join(this.#folder, name);
        if (!kept.has(path)) rmSync(path, { recursive: true, force: true });
      }
    });
  }

  /**
   * The checkpoint of a step, after its files were compared with what was written.
   * @throws StoreError `damaged`, with what can be done.
   */
  load(step: number): Saved {
    const found = this.#database.get(
      'SELECT step, time, files, removed, data, crc AS "check" FROM checkpoints WHERE step = ?',
      step,
    );
    if (!found) throw storeError('damaged', this.#database.file, `step ${step} has no checkpoint`);
    const { files } = read(found);
    const folder = this.#path(step);
    for (const { name, sha256 } of files) {
      const path = join(folder, name);
      if (!existsSync(path) || this.#try(() => digest(path, false)).sha256 !== sha256)
        throw storeError('damaged', path, `it is not the file that step ${step} was committed with`);
    }
    const state = unpack(found, z.unknown(), this.#database.file, `the state of step ${step}`);
    return { step, state, folder: files.length > 0 ? folder : null };
  }

  /** The state of the newest checkpoint, without a look at its files; `undefined` when there is none. @throws StoreError */
  latestState(): unknown {
    const found = this.#database.get(
      'SELECT step, data, crc AS "check" FROM checkpoints WHERE data IS NOT NULL ORDER BY step DESC LIMIT 1',
    );
    if (!found) return undefined;
    return unpack(found, z.unknown(), this.#database.file, 'the state of the last checkpoint');
  }

  /** The newest first. */
  list(): Checkpoint[] {
    return this.#database
      .all('SELECT step, time, files, removed FROM checkpoints ORDER BY step DESC')
      .map(read);
  }

  #kept(): number[] {
    return this.#database
      .all('SELECT step FROM checkpoints WHERE removed = 0')
      .map((found) => z.object({ step: z.number() }).parse(found).step);
  }

  #path(step: number): string {
    return join(this.#folder, `step-${String(step).padStart(6, '0')}`);
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asStoreError(error, this.#folder);
    }
  }
}

function read(found: unknown): Checkpoint {
  const { step, time, files, removed } = row.parse(found);
  return checkpoint.parse({
    step,
    time: new Date(time).toISOString(),
    files: JSON.parse(files),
    removed: removed === 1,
  });
}

/** Reads a file through, in bounded memory; `sync` also brings it to disk. */
function digest(path: string, sync: boolean): { readonly bytes: number; readonly sha256: string } {
  const file = openSync(path, sync ? 'r+' : 'r');
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.alloc(CHUNK);
    let bytes = 0;
    for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, got));
      bytes += got;
    }
    if (sync) fsyncSync(file);
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    closeSync(file);
  }
}

/** Makes a rename durable. Windows has no such thing for folders, and does not need it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
