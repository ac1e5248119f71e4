/**
 * Linear memory as it was when the interpreter was ready, kept sparse: runs of pages that are not all zero, one
 * after the other. Copying it back is what makes a fresh interpreter.
 */

import type { Copier } from './copier.ts';

/** Bytes of a page: small enough to skip zeros, large enough for few copies. */
const PAGE = 4_096;

export interface Snapshot {
  /** Page numbers: start and end (exclusive) of each run. */
  readonly runs: readonly number[];
  /** The pages of all runs, joined. */
  readonly pages: Uint8Array;
}

/** @param used bytes from the start that can hold anything but zero. */
export function capture(memory: Uint8Array, used: number): Snapshot {
  const count = Math.ceil(used / PAGE);
  const words = new BigUint64Array(memory.buffer, 0, (count * PAGE) / 8);
  const perPage = PAGE / 8;
  const runs: number[] = [];
  let open = false;
  for (let page = 0; page <= count; page += 1) {
    const filled =
      page < count && words.subarray(page * perPage, (page + 1) * perPage).some((word) => word !== 0n);
    if (filled !== open) runs.push(page);
    open = filled;
  }
  const parts = [...eachRun(runs)].map(([start, end]) => memory.subarray(start, end));
  const pages = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    pages.set(part, offset);
    offset += part.length;
  }
  return { runs, pages };
}

/** Makes memory equal to the snapshot, whatever it holds. @param pages where the copier keeps the snapshot's. */
export function restore(copier: Copier, runs: readonly number[], pages: number): void {
  let from = pages;
  let clean = 0;
  for (const [start, end] of eachRun(runs)) {
    copier.zero(clean, start);
    copier.copy(start, from, end);
    from += end - start;
    clean = end;
  }
  copier.zero(clean);
}

/** Start and end of every run in bytes. */
function* eachRun(runs: readonly number[]): Generator<[start: number, end: number]> {
  for (let i = 0; i + 1 < runs.length; i += 2) yield [(runs[i] ?? 0) * PAGE, (runs[i + 1] ?? 0) * PAGE];
}
