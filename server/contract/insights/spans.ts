/** Steps as entries of a column: one each, or several where there are more than a chart can show. */

export interface Spans {
  /** The last step of each entry. */
  readonly steps: number[];
  /** Steps of an entry. */
  readonly span: number;
}

/** @param last the last committed step, `null` when there is none. */
export function spansOf(last: number | null, points: number): Spans {
  const steps = last === null ? 0 : last + 1;
  const span = Math.max(1, Math.ceil(steps / points));
  return {
    span,
    steps: Array.from({ length: Math.ceil(steps / span) }, (_, i) => Math.min((i + 1) * span, steps) - 1),
  };
}

/** Zeros, one an entry. */
export const zeros = ({ steps }: Spans): number[] => steps.map(() => 0);

/** Adds to the entry of a step. */
export function addAt(column: number[], { span }: Spans, step: number, value: number): void {
  const at = Math.floor(step / span);
  if (at < column.length) column[at] = (column[at] ?? 0) + value;
}
