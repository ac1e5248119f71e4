/**
 * Results by key in one append-only file a version of the rules, a line a result: `KEY JSON`.
 *
 * Opening reads the keys only; a result is read and parsed when it is asked for. Every record is one write that
 * begins and ends with a line break, so that processes which append at once, or one that died half-way, cannot
 * spoil more than their own record. What cannot be read is as good as absent.
 */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { report } from '../../protocol/finding.ts';

export const examined = z.strictObject({
  report,
  /** A hash of the first observation without its names and numbers; `null` where there is none. */
  opening: z.string().nullable(),
});
/** What is known of an environment after a check. */
export type Examined = z.infer<typeof examined>;

export interface ResultStore {
  get(key: string): Examined | undefined;
  put(key: string, result: Examined): void;
}

const KEY_LENGTH = 64;
const KEY = /^[0-9a-f]{64}$/;
const FILE = /^results-[0-9a-f]+\.jsonl$/;
/** Files of other versions that are kept, the last used ones: another installation may be using them. */
const OTHERS = 2;
/** Bytes beyond which a file is begun anew. */
const LARGEST = 512 * 1024 * 1024;
const CHUNK = 1024 * 1024;

interface Place {
  readonly offset: number;
  readonly length: number;
}

export class ResultCache implements ResultStore {
  readonly #file: number;
  readonly #places = new Map<string, Place>();
  #problem: string | undefined;

  /** @throws when the folder cannot be made or written. */
  constructor(folder: string, version: string) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `results-${version}.jsonl`);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) rmSync(path, { force: true });
    this.#file = openSync(path, 'a+');
    this.#index();
    const now = new Date();
    utimesSync(path, now, now);
    prune(folder, path);
  }

  get size(): number {
    return this.#places.size;
  }

  /** Why results are not being kept, if they are not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get(key: string): Examined | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const bytes = Buffer.allocUnsafe(place.length);
    if (readSync(this.#file, bytes, 0, place.length, place.offset) !== place.length) return undefined;
    try {
      const parsed = examined.safeParse(JSON.parse(bytes.toString('utf8')));
      return parsed.data;
    } catch {
      return undefined;
    }
  }

  /** Keeps a result. When that is not possible `problem` says why; a check must not fail for it. */
  put(key: string, result: Examined): void {
    try {
      this.#append(key, result);
    } catch (error) {
      this.#problem ??= error instanceof Error ? error.message : String(error);
    }
  }

  #append(key: string, result: Examined): void {
    const json = Buffer.from(JSON.stringify(result));
    const record = Buffer.concat([Buffer.from(`\n${key} `), json, Buffer.from('\n')]);
    writeSync(this.#file, record);
    // Another process may have written in between, so the place is only sure after looking.
    const end = fstatSync(this.#file).size;
    const offset = end - json.length - 1;
    const found = Buffer.allocUnsafe(KEY_LENGTH + 1);
    readSync(this.#file, found, 0, found.length, offset - found.length);
    if (found.toString('latin1') === `${key} `) this.#places.set(key, { offset, length: json.length });
  }

  close(): void {
    closeSync(this.#file);
  }

  /** One pass over the file that looks at the beginning of every line. */
  #index(): void {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const { size } = fstatSync(this.#file);
    let lineStart = 0;
    let head = '';
    for (let at = 0; at < size; ) {
      const read = readSync(this.#file, chunk, 0, Math.min(CHUNK, size - at), at);
      if (read === 0) break;
      for (let from = 0; from < read; ) {
        const newline = chunk.subarray(0, read).indexOf(10, from);
        const to = newline < 0 ? read : newline;
        if (head.length <= KEY_LENGTH)
          head += chunk.toString('latin1', from, Math.min(to, from + KEY_LENGTH + 1 - head.length));
        if (newline < 0) break;
        this.#line(head, lineStart, at + newline);
        lineStart = at + newline + 1;
        head = '';
        from = newline + 1;
      }
      at += read;
    }
  }

  #line(head: string, start: number, end: number): void {
    const key = head.slice(0, KEY_LENGTH);
    const offset = start + KEY_LENGTH + 1;
    if (head[KEY_LENGTH] === ' ' && end > offset && KEY.test(key))
      this.#places.set(key, { offset, length: end - offset });
  }
}

/** Removes the files of other versions, but for the last used ones. Never fails: another process may be at it. */
function prune(folder: string, current: string): void {
  try {
    const others = readdirSync(folder)
      .filter((name) => FILE.test(name))
      .map((name) => join(folder, name))
      .filter((path) => path !== current)
      .map((path) => ({ path, used: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.used - a.used);
    for (const { path } of others.slice(OTHERS)) rmSync(path, { force: true });
  } catch {
    // Whoever opens the folder next tries again.
  }
}
