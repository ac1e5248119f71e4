/** How sequences of many lengths become batches of few sizes, since every size is a graph of its own. */
import type { BatchSize } from './training-graph.ts';

export interface Batch extends BatchSize {
  /** Indices of the sequences, one to a row; rows beyond them are empty. */
  readonly members: readonly number[];
}

/** Lengths are multiples of it up to `NARROW`, and of `WIDE` beyond. */
const STEP = 64;
const NARROW = 256;
const WIDE = 128;

/** The length of a row that holds so many tokens. */
export function rowLength(tokens: number): number {
  const step = tokens <= NARROW ? STEP : WIDE;
  return Math.max(STEP, Math.ceil(tokens / step) * step);
}

/**
 * Batches of at most `positions` positions (or one row), shortest sequences first, so that little is padding. Rows are
 * powers of two.
 * @param lengths positions that each sequence takes.
 */
export function planBatches(lengths: readonly number[], positions: number): Batch[] {
  const order = lengths
    .map((_, index) => index)
    .sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  const byLength = Map.groupBy(order, (index) => rowLength(lengths[index] ?? 0));
  return [...byLength].flatMap(([length, indices]) => {
    const most = 2 ** Math.floor(Math.log2(Math.max(1, positions / length)));
    return Array.from({ length: Math.ceil(indices.length / most) }, (_, i) => {
      const members = indices.slice(i * most, (i + 1) * most);
      return { members, length, rows: 2 ** Math.ceil(Math.log2(members.length)) };
    });
  });
}
