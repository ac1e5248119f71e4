/** A run through the editor, which asks the daemon. */
import type { Params, Result } from '../../../server/protocol/daemon.ts';
import type { Stream } from '../../../server/protocol/run-events.ts';
import type {
  FromRunPage,
  HostAction,
  HostActionName,
  QueryName,
  ToRunPage,
} from '../../../server/protocol/run-page.ts';
import {
  type Follower,
  type PageHost,
  type RunSource,
  type SavedFile,
  SourceError,
  type Subscription,
} from '../run-source.ts';
import { answerOf } from './answers.ts';
import { Followers } from './followers.ts';

type Heard = Exclude<ToRunPage, { readonly type: 'show' }>;

interface Waiting {
  readonly answer: (result: unknown) => void;
  readonly refuse: (error: SourceError) => void;
}

export class BridgeSource implements RunSource {
  readonly kind = 'editor';
  readonly #send: (message: FromRunPage) => void;
  readonly #followers = new Followers();
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;

  constructor(send: (message: FromRunPage) => void) {
    this.#send = send;
  }

  async ask<M extends QueryName>(method: M, params: Params<M>): Promise<Result<M>> {
    const id = ++this.#requests;
    const result = new Promise<unknown>((answer, refuse) => this.#waiting.set(id, { answer, refuse }));
    this.#send({ type: 'ask', id, method, params: { ...params } });
    return answerOf(method, await result);
  }

  subscribe(stream: Stream, after: number | undefined, follower: Follower): Subscription {
    const subscription = this.#followers.add(stream, after, follower, () =>
      this.#send({ type: 'unsubscribe', stream }),
    );
    this.#send({ type: 'subscribe', stream, ...(after === undefined ? {} : { after }) });
    return subscription;
  }

  hear(message: Heard): void {
    switch (message.type) {
      case 'answer':
        this.#take(message.id)?.answer(message.result);
        return;
      case 'refused':
        this.#take(message.id)?.refuse(new SourceError(message.message, message.reason ?? undefined));
        return;
      case 'events':
        this.#followers.events(message.stream, message.events);
        return;
      case 'dropped':
        this.#followers.dropped(message.stream, message.from, message.to);
        return;
      case 'link':
        this.#followers.link = message.link;
    }
  }

  close(): void {
    for (const [stream] of this.#followers.places) this.#send({ type: 'unsubscribe', stream });
  }

  #take(id: number): Waiting | undefined {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    return found;
  }
}

export class BridgeHost implements PageHost {
  readonly can: ReadonlySet<HostActionName>;
  readonly #send: (message: FromRunPage) => void;

  constructor(send: (message: FromRunPage) => void, can: readonly HostActionName[]) {
    this.#send = send;
    this.can = new Set(can);
  }

  perform(what: HostAction): void {
    this.#send({ type: 'do', what });
  }

  save({ name, content }: SavedFile): void {
    if (typeof content === 'string') this.#send({ type: 'save', name, data: content, encoding: 'utf8' });
    else this.#send({ type: 'save', name, data: base64(content), encoding: 'base64' });
  }

  copy(text: string, what: string): void {
    this.#send({ type: 'copy', text, what });
  }
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
