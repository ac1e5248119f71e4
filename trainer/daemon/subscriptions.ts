/**
 * What one client follows. A subscription is a place in a stream, not a queue: events are read from the stream when
 * the connection takes them, so a client that never reads costs no memory.
 */
import type { Stream } from '../../server/protocol/run-events.ts';
import type { EventLog } from '../store/events.ts';

/** Events in one notification. */
const BATCH = 256;

export interface Outlet {
  /** May more be sent? */
  readonly ready: boolean;
  send(text: string): void;
  /** The stream cannot be read any more. */
  fail(): void;
}

interface Place {
  /** The last event that was sent or left out. */
  at: number;
  /** It has been at the stream's end once; before, it catches up, and then nothing is ever left out. */
  live: boolean;
}

export class Subscriptions {
  readonly #outlet: Outlet;
  readonly #logOf: (stream: Stream) => EventLog;
  /** Events that a live subscription may be behind. */
  readonly #backlog: number;
  readonly #places = new Map<Stream, Place>();

  constructor(outlet: Outlet, logOf: (stream: Stream) => EventLog, backlog: number) {
    this.#outlet = outlet;
    this.#logOf = logOf;
    this.#backlog = backlog;
  }

  /** Follows a stream, or goes to another place in it. `undefined`: only what is new. */
  add(stream: Stream, after: number | undefined): { readonly after: number; readonly last: number } {
    const { last } = this.#logOf(stream);
    const at = Math.min(after ?? last, last);
    this.#places.set(stream, { at, live: false });
    return { after: at, last };
  }

  remove(stream: Stream): boolean {
    return this.#places.delete(stream);
  }

  /** Sends what there is of a stream, as far as the connection takes it. Never throws. */
  pump(stream: Stream): void {
    const place = this.#places.get(stream);
    if (!place) return;
    try {
      this.#send(stream, place);
    } catch {
      // Whoever stores events must not fail because one reader cannot be served.
      this.#places.delete(stream);
      this.#outlet.fail();
    }
  }

  #send(stream: Stream, place: Place): void {
    const log = this.#logOf(stream);
    while (this.#outlet.ready) {
      const behind = log.last - place.at;
      if (behind <= 0) {
        place.live = true;
        return;
      }
      if (place.live && behind > this.#backlog) {
        const dropped = { stream, from: place.at + 1, to: log.last };
        place.at = log.last;
        this.#outlet.send(JSON.stringify({ jsonrpc: '2.0', method: 'events/dropped', params: dropped }));
        return;
      }
      const events = log.read(place.at, BATCH);
      const last = events.at(-1);
      if (!last) return;
      place.at = last.sequence;
      const list = events.map(({ json }) => json).join(',');
      this.#outlet.send(
        `{"jsonrpc":"2.0","method":"events","params":{"stream":${JSON.stringify(stream)},"events":[${list}]}}`,
      );
    }
  }

  pumpAll(): void {
    for (const stream of this.#places.keys()) this.pump(stream);
  }
}
