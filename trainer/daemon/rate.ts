/** A token bucket: `rate` a second on average, `burst` at once. */
export class Rate {
  readonly #rate: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  constructor(rate: number, burst: number, now: number = performance.now()) {
    this.#rate = rate;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  /** @returns 0 when there was one to take, else the milliseconds after which there is. */
  take(now: number = performance.now()): number {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1_000) * this.#rate);
    this.#at = now;
    if (this.#left < 1) return Math.ceil(((1 - this.#left) / this.#rate) * 1_000);
    this.#left -= 1;
    return 0;
  }
}
