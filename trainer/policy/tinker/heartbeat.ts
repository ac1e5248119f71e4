/** Keeps a session alive. Engines drop models whose session was not heard of for minutes, so that nobody pays for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonBody, NoAnswer, type Transport } from './transport.ts';

export class Heartbeat {
  readonly #stop = new AbortController();
  readonly #transport: Transport;
  /** When the engine last answered, in milliseconds since the epoch. */
  heard = Date.now();
  /** Set when the engine does not know the session any more: its models are gone. */
  lost = false;

  constructor(transport: Transport, session: string, every: number) {
    this.#transport = transport;
    void this.#beat(session, every);
  }

  stop(): void {
    this.#stop.abort();
  }

  async #beat(session: string, every: number): Promise<void> {
    const body = jsonBody({ session_id: session, type: 'session_heartbeat' });
    while (!this.#stop.signal.aborted) {
      await sleep(every, undefined, { ref: false, signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      try {
        const status = await this.#transport.beat('session_heartbeat', body, every);
        if (status === 404) this.lost = true;
        else if (status < 500) this.heard = Date.now();
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
      }
    }
  }
}
