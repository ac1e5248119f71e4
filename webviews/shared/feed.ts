/**
 * Follows a stream for a page: events come once a frame, however many there are, in order, and with those that were
 * left out on the way read in their place.
 */
import type { Event, Stream } from '../../server/protocol/run-events.ts';
import type { Link } from '../../server/protocol/run-page.ts';
import type { RunSource, Subscription } from './run-source.ts';

export interface FeedListener {
  /** All that came since the last call. */
  events(events: readonly Event[]): void;
  link(link: Link): void;
}

type Piece = readonly Event[] | { readonly from: number; readonly to: number };

/** Events of one question. */
const PAGE = 1_000;
/** Milliseconds between calls while the page is hidden, where no frames are drawn. */
const HIDDEN = 500;

export class Feed {
  readonly #source: RunSource;
  readonly #stream: Stream;
  readonly #listener: FeedListener;
  readonly #subscription: Subscription;
  #pieces: Piece[] = [];
  #scheduled = false;
  #reading = false;
  #ended = false;

  constructor(source: RunSource, stream: Stream, after: number | undefined, listener: FeedListener) {
    this.#source = source;
    this.#stream = stream;
    this.#listener = listener;
    this.#subscription = source.subscribe(stream, after, {
      events: (events) => this.#take(events),
      dropped: (from, to) => this.#take({ from, to }),
      link: (link) => listener.link(link),
    });
  }

  dispose(): void {
    this.#ended = true;
    this.#subscription.dispose();
  }

  #take(piece: Piece): void {
    this.#pieces.push(piece);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#reading || this.#ended || this.#pieces.length === 0) return;
    this.#scheduled = true;
    const go = () => {
      this.#scheduled = false;
      void this.#deliver();
    };
    if (document.visibilityState === 'visible') requestAnimationFrame(go);
    else setTimeout(go, HIDDEN);
  }

  async #deliver(): Promise<void> {
    const pieces = this.#pieces;
    const gap = pieces.findIndex((piece) => 'from' in piece);
    const whole = (gap < 0 ? pieces : pieces.slice(0, gap)).flatMap((piece) =>
      'from' in piece ? [] : piece,
    );
    this.#pieces = gap < 0 ? [] : pieces.slice(gap + 1);
    if (whole.length > 0 && !this.#ended) this.#listener.events(whole);
    const missing = pieces[gap];
    if (!missing || !('from' in missing)) return;
    this.#reading = true;
    const read = await this.#read(missing.from, missing.to);
    this.#reading = false;
    this.#pieces = [...read, ...this.#pieces];
    this.#schedule();
  }

  /** What was left out; what could not be read stays a gap, which is tried again after a while. */
  async #read(from: number, to: number): Promise<Piece[]> {
    const pieces: Piece[] = [];
    let after = from - 1;
    while (after < to && !this.#ended) {
      try {
        const { items } = await this.#source.ask('events/read', {
          stream: this.#stream,
          after,
          limit: Math.min(PAGE, to - after),
        });
        if (items.length === 0) break;
        pieces.push(items);
        after = items.at(-1)?.sequence ?? to;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return [...pieces, { from: after + 1, to }];
      }
    }
    return pieces;
  }
}
