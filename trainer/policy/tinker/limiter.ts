/**
 * How many calls run at once: one more for each round that went well, half as many when the engine wants less
 * (additive increase, multiplicative decrease). Engines tell no limit, and some break rather than refuse.
 */
export class Limiter {
  #limit: number;
  #running = 0;
  #well = 0;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];

  constructor(first: number, most: number) {
    this.#limit = first;
    this.#most = most;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Runs the work when there is room. Its result or failure is passed on. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    while (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      const result = await work();
      this.#goes();
      return result;
    } finally {
      this.#running -= 1;
      this.#wake();
    }
  }

  /** The engine said that it is too much. Several at once count once, since they speak of the same moment. */
  tooMuch(): void {
    if (this.#well === 0 && this.#limit < this.#most && this.#running > this.#limit) return;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#well = 0;
  }

  #goes(): void {
    this.#well += 1;
    if (this.#well < this.#limit) return;
    this.#well = 0;
    this.#limit = Math.min(this.#most, this.#limit + 1);
  }

  #wake(): void {
    for (let room = this.#limit - this.#running; room > 0; room -= 1) this.#waiting.shift()?.();
  }
}
