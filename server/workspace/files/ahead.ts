/** A sequence that is read ahead of its reader, so that its length is known early. Keeps all: for small items only. */
export class Ahead<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(source: AsyncIterable<T>) {
    void this.#read(source);
  }

  /** How many were found so far. */
  get found(): number {
    return this.#items.length;
  }

  /** `found` is all there is. */
  get ended(): boolean {
    return this.#ended;
  }

  /** For one reader. Throws what reading threw, after all that came before it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (let at = 0; ; ) {
      const item = this.#items[at];
      if (item !== undefined) {
        at += 1;
        yield item;
      } else if (this.#failure) throw this.#failure.error;
      else if (this.#ended) return;
      else await this.#change();
    }
  }

  async #read(source: AsyncIterable<T>): Promise<void> {
    try {
      for await (const item of source) {
        this.#items.push(item);
        this.#notify();
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#ended = true;
    this.#notify();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
