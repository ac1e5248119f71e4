/** Measures of committed steps. */
import { z } from 'zod';
import type { Spans } from '../../server/contract/insights/spans.ts';
import { type Metric, metric } from '../../server/protocol/run-records.ts';
import type { Database } from './database.ts';

export interface MetricPage {
  readonly items: Metric[];
  readonly next: number | null;
}

const { name, skill, value } = metric.shape;
const mean = z.object({ at: z.number(), name, skill, value });

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
  /** Means over spans, each told as of its span's first step. */
  means(names: readonly string[], { span }: Spans): Metric[] {
    return this.#database
      .all(
        'SELECT step / ?1 AS at, name, skill, avg(value) AS value FROM metrics WHERE name IN (SELECT value FROM json_each(?2)) GROUP BY name, skill, at',
        span,
        JSON.stringify(names),
      )
      .map((found) => {
        const { at, ...rest } = mean.parse(found);
        return { step: at * span, ...rest };
      });
  }
}
