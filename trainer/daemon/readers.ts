/** Runs that are only looked at: a few stay open, the one that was not used for longest goes first. */
import type { RunStore } from '../store/run-store.ts';

const OPEN = 8;

export class Readers {
  readonly #open = new Map<string, RunStore>();

  /** @throws StoreError */
  get(id: string, open: () => RunStore): RunStore {
    const found = this.#open.get(id) ?? open();
    this.#open.delete(id);
    this.#open.set(id, found);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN) break;
      this.drop(oldest);
    }
    return found;
  }

  drop(id: string): void {
    this.#open.get(id)?.close();
    this.#open.delete(id);
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.drop(id);
  }
}
