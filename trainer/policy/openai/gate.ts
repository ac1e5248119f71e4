/** How many requests are under way, and when the next may begin. */

export class Gate {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;
  #notBefore = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Nobody begins for so long: one that was told to wait speaks for all. @param ms milliseconds */
  hold(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, performance.now() + ms);
  }

  async within<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      for (
        let left = this.#notBefore - performance.now();
        left > 0;
        left = this.#notBefore - performance.now()
      )
        await pause(left, signal);
      return await work();
    } finally {
      this.#inside -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#inside >= this.#most) {
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = () => {
          const place = this.#waiting.indexOf(go);
          if (place >= 0) this.#waiting.splice(place, 1);
          reject(signal.reason);
        };
        this.#waiting.push(go);
        signal.addEventListener('abort', leave, { once: true });
      });
    }
    this.#inside += 1;
  }
}

/** Milliseconds. @throws the signal's reason */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
