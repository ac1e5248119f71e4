/** Measures as columns. */
import type { Series } from '../../protocol/run-insights.ts';
import type { Metric } from '../../protocol/run-records.ts';
import type { Spans } from './spans.ts';

export interface Column {
  readonly name: string;
  readonly skill: string | null;
  readonly sums: number[];
  readonly counts: number[];
}

/** Takes measures in any order; a column is the mean of what its spans were told. */
export class SeriesBuilder {
  readonly #spans: Spans;
  readonly #columns = new Map<string, Column>();

  constructor(spans: Spans) {
    this.#spans = spans;
  }

  add({ step, name, skill, value }: Metric): void {
    const at = Math.floor(step / this.#spans.span);
    if (at >= this.#spans.steps.length) return;
    const key = `${name}\n${skill ?? ''}`;
    let column = this.#columns.get(key);
    if (!column) {
      column = { name, skill, sums: [], counts: [] };
      this.#columns.set(key, column);
    }
    column.sums[at] = (column.sums[at] ?? 0) + value;
    column.counts[at] = (column.counts[at] ?? 0) + 1;
  }

  /** @param times of all committed steps, by step. */
  result(times: readonly string[]): Series {
    const { steps, span } = this.#spans;
    return {
      steps,
      span,
      times: steps.map((step) => times[step] ?? times.at(-1) ?? new Date(0).toISOString()),
      series: [...this.#columns.values()]
        .map(({ name, skill, sums, counts }) => ({
          name,
          skill,
          values: steps.map((_, at) => {
            const [sum, count] = [sums[at], counts[at]];
            return sum === undefined || !count ? null : sum / count;
          }),
        }))
        .sort((a, b) =>
          a.name === b.name ? ((a.skill ?? '') < (b.skill ?? '') ? -1 : 1) : a.name < b.name ? -1 : 1,
        ),
    };
  }
}
