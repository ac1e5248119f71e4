/**
 * One SQLite file, through Node's own `node:sqlite` (docs/decisions/store.md).
 *
 * Write-ahead log with `synchronous = FULL`: a transaction that has returned survives a killed process and a power
 * failure. Everything is synchronous, so a transaction cannot be interleaved with another one of this process.
 */
import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { asStoreError, storeError } from './failure.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface OpenOptions {
  readonly readOnly?: boolean;
  /** Statements that make the tables of a new file. */
  readonly schema: string;
  /** Of the schema; kept in the file, and a file with a higher one is refused. */
  readonly version: number;
  /** Marks the file as one of ours (SQLite's `application_id`). */
  readonly application: number;
}

/** Milliseconds to wait for another process's transaction; readers never wait in WAL. */
const BUSY = 2_000;
const PRAGMA = z.record(z.string(), z.union([z.number(), z.string()]));

export class Database {
  readonly file: string;
  readonly readOnly: boolean;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens a file, and makes it where it is not there and not `readOnly`. @throws StoreError */
  constructor(file: string, { readOnly = false, schema, version, application }: OpenOptions) {
    this.file = file;
    this.readOnly = readOnly;
    this.#connection = this.#try(() => connect(file, readOnly));
    try {
      this.#try(() => {
        const found = this.pragma('application_id');
        const holds = this.pragma('user_version');
        const empty = holds === 0 && found === 0 && this.pragma('page_count') <= 1;
        if (!empty && found !== application)
          throw storeError('damaged', file, 'it is no file of Spade Studio');
        if (holds > version)
          throw storeError('newer', file, `format ${holds}, this version reads up to ${version}`);
        if (readOnly) {
          if (empty) throw storeError('missing', file);
          return;
        }
        this.#connection.exec(
          'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON',
        );
        if (empty)
          this.transaction(() =>
            this.#connection.exec(
              `${schema}; PRAGMA application_id = ${application}; PRAGMA user_version = ${version}`,
            ),
          );
      });
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  /** Of the file, in bytes, without the write-ahead log. */
  get bytes(): number {
    return this.pragma('page_count') * this.pragma('page_size');
  }

  pragma(name: string): number {
    const row = PRAGMA.parse(this.#connection.prepare(`PRAGMA ${name}`).get() ?? {});
    return Number(Object.values(row)[0] ?? 0);
  }

  /** Limits the file's size; SQLite then answers as if the disk were full. */
  limitTo(bytes: number | null): void {
    const pages = bytes === null ? 0xffff_fffe : Math.ceil(bytes / this.pragma('page_size'));
    this.pragma(`max_page_count = ${pages}`);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#try(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#try(() => this.#statement(sql).all(...values));
  }

  /** @returns the row id of what was inserted, and how many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): { readonly id: number; readonly changes: number } {
    return this.#try(() => {
      const { lastInsertRowid, changes } = this.#statement(sql).run(...values);
      return { id: Number(lastInsertRowid), changes: Number(changes) };
    });
  }

  /** All of the work or none of it; within a transaction it is a part of that one. */
  transaction<T>(work: () => T): T {
    return this.#try(() => {
      if (this.#connection.isTransaction) return work();
      this.#connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#connection.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite has rolled back by itself after a full disk.
        if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  close(): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const made = this.#connection.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asStoreError(error, this.file);
    }
  }
}

function connect(file: string, readOnly: boolean): DatabaseSync {
  if (!readOnly) return new DatabaseSync(file, { timeout: BUSY });
  if (!existsSync(file)) throw storeError('missing', file);
  const connection = new DatabaseSync(file, { readOnly, timeout: BUSY });
  try {
    connection.prepare('PRAGMA schema_version').get();
    return connection;
  } catch (error) {
    connection.close();
    // WAL needs a file for shared memory beside the database. Where none can be made and no log is left, nobody can
    // be writing either.
    if (existsSync(`${file}-wal`)) throw error;
    const url = pathToFileURL(file);
    url.searchParams.set('immutable', '1');
    return new DatabaseSync(url, { readOnly });
  }
}
