/** Work that was accepted and is done later: numbers that results are asked for by, and how long an asker is held. */
import { HttpProblem } from './problem.ts';

/** Milliseconds that a question is held. Real engines hold minutes; clients have to ask again either way. */
const HELD = 20_000;

export interface Outcome {
  readonly value: Readonly<Record<string, unknown>>;
  /** Its form in protocol buffers, where it has one. */
  readonly binary?: () => Uint8Array;
}

interface Future {
  readonly promise: Promise<Outcome>;
  expired: boolean;
}

export class Futures {
  readonly #futures = new Map<string, Future>();
  #last = 0;

  /** Takes work in. @returns its number */
  add(promise: Promise<Outcome>): string {
    this.#last += 1;
    // Whoever asks is told of a failure; until then nobody has to hear of it.
    promise.catch(() => undefined);
    this.#futures.set(String(this.#last), { promise, expired: false });
    return String(this.#last);
  }

  forget(number: string): void {
    this.#futures.delete(number);
  }

  expire(number: string): void {
    const future = this.#futures.get(number);
    if (future) future.expired = true;
  }

  /** @throws HttpProblem 404, 408, 410, and what the work failed with. */
  async result(number: string): Promise<Outcome> {
    const future = this.#futures.get(number);
    if (!future) throw new HttpProblem(404, 'Future not found');
    if (future.expired) throw new HttpProblem(410, 'Future has expired');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new HttpProblem(408, 'Timeout waiting for result')), HELD);
    });
    return Promise.race([future.promise, late]).finally(() => clearTimeout(timer));
  }
}
