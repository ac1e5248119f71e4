/** Work begun ahead and told in order. */

/** What a promise came to, as a value. */
export type Settled<T> = { readonly value: T } | { readonly error: unknown };

/** Never rejects: nobody may be waiting yet when the promise fails, and nobody may ever. */
export const settle = <T>(promise: Promise<T>): Promise<Settled<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** Begins every item while the window has room, until it is closed or the signal fires. */
export async function fill<T, R>(
  items: AsyncIterable<T>,
  window: Window<R>,
  begin: (item: T) => Promise<R>,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    for await (const item of items) {
      if (signal?.aborted || !(await window.room())) return;
      window.put(begin(item));
    }
  } finally {
    window.end();
  }
}

/** Promises in order, at most so many at a time. */
export class Window<T> {
  readonly #size: number;
  readonly #items: Promise<T>[] = [];
  #ended = false;
  #closed = false;
  #wake: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Waits until one more may be put; false when nobody takes any more. */
  async room(): Promise<boolean> {
    while (this.#items.length >= this.#size && !this.#closed) await this.#change();
    return !this.#closed;
  }

  put(item: Promise<T>): void {
    this.#items.push(item);
    this.#notify();
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  close(): void {
    this.#closed = true;
    this.#notify();
  }

  /** The next in order, `undefined` after the last. */
  async take(): Promise<T | undefined> {
    while (this.#items.length === 0) {
      if (this.#ended) return undefined;
      await this.#change();
    }
    const first = this.#items.shift();
    this.#notify();
    return first;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #notify(): void {
    const woken = this.#wake;
    this.#wake = [];
    for (const wake of woken) wake();
  }
}
