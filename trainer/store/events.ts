/**
 * A stream of events in a database. Nobody is told of an event before it is on disk, so a sequence number never comes
 * to mean something else, not even after a power failure.
 */
import { z } from 'zod';
import type { DaemonEvent, RunEvent } from '../../server/protocol/run-events.ts';
import type { Database } from './database.ts';

/** An event as it is sent: `json` is its text on the wire (protocol `event`). */
export interface StoredEvent {
  readonly sequence: number;
  readonly json: string;
}

const row = z.object({ sequence: z.number(), time: z.number(), body: z.string() });
const COLUMNS = 'sequence, time, body';

/** Events kept in memory: what clients that keep up need next. */
const RECENT = 4_096;

type Listener = (stream: EventLog) => void;

export class EventLog {
  readonly #database: Database;
  readonly #listeners = new Set<Listener>();
  /** The newest of those on disk, in order, without gaps. */
  #recent: StoredEvent[] = [];
  #waiting: { sequence: number; time: number; kind: string; body: string }[] = [];
  #last: number;

  constructor(database: Database) {
    this.#database = database;
    this.#last =
      z
        .object({ last: z.number().nullable() })
        .parse(database.get('SELECT max(sequence) AS last FROM events')).last ?? 0;
  }

  /** Sequence number of the newest event on disk; 0 when there is none. */
  get last(): number {
    return this.#last;
  }

  /** Called whenever events have come to disk. @returns what ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes an event up; `flush` stores it. */
  append(event: RunEvent | DaemonEvent): void {
    const sequence = this.#last + this.#waiting.length + 1;
    this.#waiting.push({ sequence, time: Date.now(), kind: event.kind, body: JSON.stringify(event) });
  }

  /**
   * Stores what waits, in one transaction with `along`, and then tells the listeners. After a failure everything is
   * as before, and what waits goes on waiting.
   * @throws StoreError
   */
  flush<T>(along?: () => T): T | undefined {
    if (this.#waiting.length === 0 && !along) return undefined;
    const result = this.#database.transaction(() => {
      const result = along?.();
      for (const { sequence, time, kind, body } of this.#waiting)
        this.#database.run('INSERT INTO events VALUES (?, ?, ?, ?)', sequence, time, kind, body);
      return result;
    });
    const written = this.#waiting;
    if (written.length === 0) return result;
    this.#waiting = [];
    this.#last += written.length;
    for (const one of written) this.#recent.push(wire(one));
    if (this.#recent.length > 2 * RECENT) this.#recent = this.#recent.slice(-RECENT);
    for (const listener of this.#listeners) listener(this);
    return result;
  }

  /** Forgets what waits: the work that it tells of has been given up. */
  drop(): void {
    this.#waiting = [];
  }

  /** At most `limit` events after a sequence number, from memory where they are there. */
  read(after: number, limit: number): StoredEvent[] {
    const first = this.#recent[0]?.sequence;
    if (first !== undefined && after + 1 >= first) {
      const from = after + 1 - first;
      return this.#recent.slice(from, from + limit);
    }
    return this.#database
      .all(`SELECT ${COLUMNS} FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?`, after, limit)
      .map((found) => wire(row.parse(found)));
  }

  /** Lines of the log among the events, of some levels. */
  log(after: number, limit: number, levels: readonly string[]): StoredEvent[] {
    return this.#database
      .all(
        `SELECT ${COLUMNS} FROM events WHERE kind = 'log' AND sequence > ? AND json_extract(body, '$.level') IN (SELECT value FROM json_each(?)) ORDER BY sequence LIMIT ?`,
        after,
        JSON.stringify(levels),
        limit,
      )
      .map((found) => wire(row.parse(found)));
  }
}

const wire = ({ sequence, time, body }: { sequence: number; time: number; body: string }): StoredEvent => ({
  sequence,
  json: `{"sequence":${sequence},"time":"${new Date(time).toISOString()}","event":${body}}`,
});
