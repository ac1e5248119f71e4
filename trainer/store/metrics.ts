/** Measures of committed steps. */
import { type Metric, metric } from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';

export interface MetricPage {
  readonly items: Metric[];
  readonly next: number | null;
}

export class Metrics {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add({ step, name, skill, value }: Metric): void {
    this.#database.run(
      'INSERT INTO metrics (step, name, skill, value) VALUES (?, ?, ?, ?)',
      step,
      name,
      skill,
      value,
    );
  }

  /** All names, or some of them. */
  page(names: readonly string[] | undefined, after: number, limit: number): MetricPage {
    const rows = this.#database.all(
      'SELECT id, step, name, skill, value FROM metrics WHERE id > ?1 AND (?2 IS NULL OR name IN (SELECT value FROM json_each(?2))) ORDER BY id LIMIT ?3',
      after,
      names ? JSON.stringify(names) : null,
      limit,
    );
    const last = rows.at(-1)?.id;
    return {
      items: rows.map(({ id: _, ...rest }) => metric.parse(rest)),
      next: rows.length < limit ? null : Number(last),
    };
  }
}
