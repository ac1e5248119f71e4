/** Class names of environments by their hash, as far as they are known. */
import type { RunSource } from '../shared/run-source.ts';

/** Environments whose names are fetched at once. */
const MOST = 5_000;

export class Names {
  readonly #names = new Map<string, string>();

  async load(source: RunSource, run: string): Promise<void> {
    const { items } = await source.ask('run/landscape', { run, limit: MOST });
    for (const { hash, className } of items) this.add(hash, className);
  }

  add(hash: string, className: string | null): void {
    if (className !== null) this.#names.set(hash, className);
  }

  /** The class, or the start of the hash. */
  of(hash: string): string {
    return this.#names.get(hash) ?? hash.slice(0, 10);
  }

  /** Hashes of those whose class or hash begins or contains what was typed; at most a few. */
  find(text: string, most: number): { hash: string; name: string }[] {
    const wanted = text.toLowerCase();
    const found: { hash: string; name: string }[] = [];
    for (const [hash, name] of this.#names) {
      if (name.toLowerCase().includes(wanted) || hash.startsWith(wanted)) found.push({ hash, name });
      if (found.length >= most) break;
    }
    return found;
  }
}
