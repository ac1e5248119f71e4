/** Who follows which stream, and how far they have come. */
import type { Event, Stream } from '../../../server/protocol/run-events.ts';
import type { Link } from '../../../server/protocol/run-page.ts';
import type { Follower, Subscription } from '../run-source.ts';

interface Followed {
  readonly follower: Follower;
  /** The last event that it was given; `undefined`: only new ones are wanted, and none has come. */
  at: number | undefined;
}

export class Followers {
  readonly #streams = new Map<Stream, Followed>();
  #link: Link = { state: 'connecting' };

  get link(): Link {
    return this.#link;
  }

  set link(link: Link) {
    this.#link = link;
    for (const { follower } of this.#streams.values()) follower.link(link);
  }

  /** Each stream is followed once. @param ended is called when it is no longer. */
  add(stream: Stream, after: number | undefined, follower: Follower, ended: () => void): Subscription {
    if (this.#streams.has(stream)) throw new Error('the stream is followed already');
    const followed = { follower, at: after };
    this.#streams.set(stream, followed);
    follower.link(this.#link);
    return {
      dispose: () => {
        if (this.#streams.get(stream) !== followed) return;
        this.#streams.delete(stream);
        ended();
      },
    };
  }

  /** All streams, with the place after which each goes on. */
  get places(): [stream: Stream, after: number | undefined][] {
    return [...this.#streams].map(([stream, { at }]) => [stream, at]);
  }

  /** The place from which new events count, once the other side has said it. */
  begin(stream: Stream, after: number): void {
    const followed = this.#streams.get(stream);
    if (followed && followed.at === undefined) followed.at = after;
  }

  /** Events that came already are left out: after a lost connection some may come twice. */
  events(stream: Stream, events: readonly Event[]): void {
    const followed = this.#streams.get(stream);
    if (!followed) return;
    const { at } = followed;
    const fresh =
      at === undefined || (events[0]?.sequence ?? 0) > at
        ? events
        : events.filter(({ sequence }) => sequence > at);
    const last = fresh.at(-1);
    if (!last) return;
    followed.at = last.sequence;
    followed.follower.events(fresh);
  }

  dropped(stream: Stream, from: number, to: number): void {
    const followed = this.#streams.get(stream);
    if (!followed) return;
    followed.at = Math.max(followed.at ?? 0, to);
    followed.follower.dropped(from, to);
  }
}
