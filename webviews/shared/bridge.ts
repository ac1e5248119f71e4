/** The page's line to the editor: messages out, parsed messages in, and what is kept while the page is hidden. */
import type { z } from 'zod';

interface Host {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Host;

/** What is kept must be small, since the editor holds it for as long as the panel lives. */
export const KEPT_LENGTH = 1_000_000;

export class Bridge<Sent, Kept> {
  readonly #host = acquireVsCodeApi();
  readonly #kept: z.ZodType<Kept>;

  constructor(kept: z.ZodType<Kept>) {
    this.#kept = kept;
  }

  send(message: Sent): void {
    this.#host.postMessage(message);
  }

  /** What was kept last, `undefined` when there is none that can be read. */
  load(): Kept | undefined {
    const read = this.#kept.safeParse(this.#host.getState());
    return read.success ? read.data : undefined;
  }

  keep(state: Kept): void {
    this.#host.setState(state);
  }

  /** @param hear is given each message of the schema; others are told on the console. */
  listen<Received>(message: z.ZodType<Received>, hear: (message: Received) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const read = message.safeParse(data);
      if (read.success) hear(read.data);
      else console.error('A message that cannot be read:', read.error.message);
    });
  }
}
