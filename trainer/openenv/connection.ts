/**
 * One client's socket: messages are answered one by one, in order. Memory is bounded in both directions: what waits to
 * be answered by count and bytes, what waits to be sent by not reading on before the client has taken it.
 */
import type { RawData, WebSocket } from 'ws';
import type { Session } from './session.ts';

export interface ConnectionLimits {
  /** Milliseconds without a message after which a session is over. */
  readonly idle: number;
  /** Milliseconds in which a client must have read what it was sent. */
  readonly unread: number;
  /** Messages that may wait while one is answered; a client of the protocol sends one at a time. */
  readonly queue: number;
  /** Bytes that may wait to be sent before reading pauses. */
  readonly unsent: number;
  /** Answers that are errors of the message's form, one after the other, beyond which a client is sent away. */
  readonly garbage: number;
}

export const LIMITS: ConnectionLimits = {
  idle: 1_800_000,
  unread: 120_000,
  queue: 64,
  unsent: 1 << 20,
  garbage: 100,
};

/** Of RFC 6455, and one of our own. */
export const CLOSE = { done: 1000, away: 1001, policy: 1008, failed: 1011, idle: 4408 } as const;

const FORM = ['INVALID_JSON', 'UNKNOWN_TYPE', 'VALIDATION_ERROR'];

export class Connection {
  readonly #socket: WebSocket;
  readonly #session: Session;
  readonly #limits: ConnectionLimits;
  readonly #queue: string[] = [];
  readonly #closed: () => void;
  #busy: Promise<void> | undefined;
  #garbage = 0;
  #heard = performance.now();
  /** Since when something has been waiting to be sent. */
  #stuck: number | undefined;

  constructor(socket: WebSocket, session: Session, limits: ConnectionLimits, closed: () => void) {
    this.#socket = socket;
    this.#session = session;
    this.#limits = limits;
    this.#closed = closed;
    socket.on('message', (data, binary) => this.#receive(data, binary));
    socket.on('error', () => {}); // 'close' follows, with the library's own code for what was wrong
    socket.on('close', () => {
      this.#queue.length = 0;
      session.close();
      this.#closed();
    });
  }

  /** Ends the connection where the client has gone quiet or does not read. Called every now and then. */
  look(now: number = performance.now()): void {
    if (this.#socket.bufferedAmount > 0) {
      this.#stuck ??= now;
      if (now - this.#stuck > this.#limits.unread) this.#socket.terminate();
    } else this.#stuck = undefined;
    if (this.#busy === undefined && now - this.#heard > this.#limits.idle)
      this.close(CLOSE.idle, `nothing was asked for ${this.#limits.idle / 1_000} s`);
  }

  /** What is being answered is answered first. */
  async finish(): Promise<void> {
    this.#queue.length = 0;
    await this.#busy;
    this.close(CLOSE.away, 'the server ends');
  }

  close(code: number, reason: string): void {
    this.#queue.length = 0;
    this.#session.close();
    // Where reading has paused, the other side's own end would not be read either.
    this.#socket.resume();
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#session.close();
    this.#socket.terminate();
  }

  #receive(data: RawData, binary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#heard = performance.now();
    if (binary) {
      this.close(1003, 'messages are text');
      return;
    }
    if (this.#queue.length >= this.#limits.queue) {
      this.close(CLOSE.policy, 'a message is sent when the one before was answered');
      return;
    }
    this.#queue.push(data.toString());
    if (this.#busy) this.#socket.pause();
    this.#busy ??= this.#work();
  }

  async #work(): Promise<void> {
    try {
      for (let text = this.#queue.shift(); text !== undefined; text = this.#queue.shift()) {
        const reply = await this.#session.answer(text);
        if (reply === undefined) return this.close(CLOSE.done, '');
        await this.#send(JSON.stringify(reply));
        const isForm = reply.type === 'error' && FORM.includes(reply.data.code);
        this.#garbage = isForm ? this.#garbage + 1 : 0;
        if (this.#garbage > this.#limits.garbage)
          return this.close(CLOSE.policy, 'no message was of any use');
      }
    } catch (problem) {
      const message = problem instanceof Error ? problem.message : String(problem);
      await this.#send(JSON.stringify({ type: 'error', data: { message, code: 'SESSION_ERROR' } }));
      this.close(CLOSE.failed, 'the server failed');
    } finally {
      this.#busy = undefined;
      this.#heard = performance.now();
      if (this.#socket.readyState === this.#socket.OPEN) this.#socket.resume();
    }
  }

  /** Resolves when more may be sent without piling up, or nothing can be sent any more. */
  #send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.readyState !== this.#socket.OPEN) return resolve();
      this.#socket.send(text, () => resolve());
      if (this.#socket.bufferedAmount < this.#limits.unsent) resolve();
    });
  }
}
