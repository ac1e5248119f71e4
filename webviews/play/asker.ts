/** Questions to the editor. It answers the newest only, so a new one makes those before it void. */
import type { Play } from '../../server/protocol/finding.ts';
import type { FromPlayPanel, ToPlayPanel } from '../../server/protocol/play-panel.ts';

export type Answer = Extract<ToPlayPanel, { readonly type: 'played' | 'solved' | 'failed' }>;

export class Asker {
  readonly #send: (message: FromPlayPanel) => void;
  #newest = 0;
  #hear: ((answer: Answer) => void) | undefined;

  constructor(send: (message: FromPlayPanel) => void) {
    this.#send = send;
  }

  get busy(): boolean {
    return this.#hear !== undefined;
  }

  /** @param hear is called once, unless another question comes first. */
  ask(type: 'play' | 'solve', play: Play, hear: (answer: Answer) => void): void {
    this.#newest += 1;
    this.#hear = hear;
    this.#send({ type, id: this.#newest, play });
  }

  take(answer: Answer): void {
    if (answer.id !== this.#newest) return;
    const hear = this.#hear;
    this.#hear = undefined;
    hear?.(answer);
  }
}
