/** The journal: what was about to be done and what was done. It decides where a run goes on. */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { type JournalRecord, journalRecord } from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';
import { storeError } from './failure.ts';

export type JournalKind = JournalRecord['kind'];

export interface Intent {
  readonly step: number;
  readonly attempt: number;
  /** What the job said of it: for a remote engine, the key under which it can be asked whether it was applied. */
  readonly detail: unknown;
}

const row = z.object({
  id: z.number(),
  time: z.number(),
  kind: z.string(),
  step: z.number().nullable(),
  attempt: z.number(),
  detail: z.string(),
  crc: z.number(),
});

const sum = (kind: string, step: number | null, attempt: number, detail: string): number =>
  crc32(`${kind} ${step} ${attempt} ${detail}`);

export class Journal {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds a record; a part of the caller's transaction where there is one. */
  add(kind: JournalKind, step: number | null, attempt: number, detail: unknown): void {
    const text = JSON.stringify(detail ?? null);
    this.#database.run(
      'INSERT INTO journal (time, kind, step, attempt, detail, crc) VALUES (?, ?, ?, ?, ?, ?)',
      Date.now(),
      kind,
      step,
      attempt,
      text,
      sum(kind, step, attempt, text),
    );
  }

  /** The last committed step, `null` before the first. */
  get committed(): number | null {
    const found = this.#database.get("SELECT max(step) AS step FROM journal WHERE kind = 'commit'");
    return z.object({ step: z.number().nullable() }).parse(found).step;
  }

  /** When each step was committed, in their order. */
  commitTimes(): string[] {
    return this.#database
      .all("SELECT time FROM journal WHERE kind = 'commit' ORDER BY step")
      .map((found) => new Date(z.object({ time: z.number() }).parse(found).time).toISOString());
  }

  /** The newest intent of a step, if that step was not committed. */
  pending(step: number): Intent | undefined {
    const found = this.#database.get(
      "SELECT * FROM journal WHERE kind = 'intent' AND step = ? ORDER BY id DESC LIMIT 1",
      step,
    );
    if (found === undefined || (this.committed ?? -1) >= step) return undefined;
    const { attempt, detail } = this.#read(found);
    return { step, attempt, detail };
  }

  page(after: number, limit: number): JournalRecord[] {
    return this.#database
      .all('SELECT * FROM journal WHERE id > ? ORDER BY id LIMIT ?', after, limit)
      .map((found) => this.#read(found));
  }

  #read(found: unknown): JournalRecord {
    const parsed = row.safeParse(found);
    if (!parsed.success)
      throw storeError('damaged', this.#database.file, 'a record of the journal has no shape');
    const { id, time, kind, step, attempt, detail, crc } = parsed.data;
    if (sum(kind, step, attempt, detail) !== crc)
      throw storeError('damaged', this.#database.file, `record ${id} of the journal is not what was written`);
    return journalRecord.parse({
      id,
      time: new Date(time).toISOString(),
      kind,
      step,
      attempt,
      detail: JSON.parse(detail),
    });
  }
}
