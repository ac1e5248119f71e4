/**
 * Where a page has its run from: the editor, the daemon itself, or files of a saved run. The daemon's questions by
 * name, and its streams of events. Pages know nothing of what lies behind.
 */
import type { Params, Result } from '../../server/protocol/daemon.ts';
import type { DaemonReason } from '../../server/protocol/daemon-errors.ts';
import type { Event, Stream } from '../../server/protocol/run-events.ts';
import type { HostAction, HostActionName, Link, QueryName } from '../../server/protocol/run-page.ts';

export interface Subscription {
  dispose(): void;
}

export interface Follower {
  /** In order and without gaps, but for what `dropped` told. */
  events(events: readonly Event[]): void;
  /** Left out, both ends included, since they came faster than they were taken: `events/read` has them. */
  dropped(from: number, to: number): void;
  /** Told at once, and whenever it changes. */
  link(link: Link): void;
}

export interface SavedFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Such as `text/csv`. */
  readonly type: string;
}

/** What the page's surroundings do for it. */
export interface PageHost {
  /** What `perform` can be asked for; nothing in a browser but `open-page`. */
  readonly can: ReadonlySet<HostActionName>;
  perform(action: HostAction): void;
  save(file: SavedFile): void;
  /** @param what for the message to the person: "the episode as Markdown". */
  copy(text: string, what: string): void;
}

export interface RunSource {
  readonly kind: 'editor' | 'socket' | 'saved';
  /** @throws SourceError with a sentence for the person. */
  ask<M extends QueryName>(method: M, params: Params<M>): Promise<Result<M>>;
  /**
   * Follows a stream. After a lost connection it goes on after the last event that came.
   * @param after the last sequence number that is known; 0: from the beginning; `undefined`: only new ones.
   */
  subscribe(stream: Stream, after: number | undefined, follower: Follower): Subscription;
  close(): void;
}

/** A question that was not answered. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** The daemon's own; `undefined` when it was not reached. */
  readonly reason: DaemonReason | undefined;

  constructor(message: string, reason?: DaemonReason) {
    super(message);
    this.reason = reason;
  }
}
