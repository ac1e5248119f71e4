/**
 * One client's connection: frames, limits, heartbeats. What the messages mean is the session's business.
 *
 * Memory is bounded in both directions: a frame by its size, what waits to be sent by not reading on before the
 * client has taken it.
 */
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node';
import type { RawData, WebSocket } from 'ws';
import type { CloseReason } from '../../server/protocol/daemon-errors.ts';
import { FrameReader, FrameWriter } from '../client/frames.ts';
import { type Frame, readFrame } from './frames.ts';
import { Rate } from './rate.ts';
import { answerText, asRefusal, asResponse, closeCode, Refusal } from './refusal.ts';

export interface ConnectionLimits {
  /** Requests a second, on average, and at once. */
  readonly rate: number;
  readonly burst: number;
  /** Refused requests, at once and half as many as `rate` a second, beyond which a client is sent away. */
  readonly flood: number;
  /** Frames that are no requests, after which it is. */
  readonly garbage: number;
  /** Bytes that may wait to be sent before reading pauses. */
  readonly unsent: number;
  /** Milliseconds between heartbeats; a client that answers none of two is cut off. */
  readonly heartbeat: number;
}

export const LIMITS: ConnectionLimits = {
  rate: 100,
  burst: 300,
  flood: 1_000,
  garbage: 10,
  unsent: 1 << 20,
  heartbeat: 15_000,
};

export interface ConnectionEvents {
  /** @throws whatever the client is to be told. */
  request(method: string, params: unknown): unknown;
  /** More may be sent. */
  drained(): void;
  beat(): void;
  closed(): void;
}

const SILENT = { error: () => {}, warn: () => {}, info: () => {}, log: () => {} };

export class Connection {
  readonly #socket: WebSocket;
  readonly #limits: ConnectionLimits;
  readonly #events: ConnectionEvents;
  readonly #reader = new FrameReader();
  readonly #rpc: MessageConnection;
  readonly #rate: Rate;
  readonly #refusals: Rate;
  readonly #timer: NodeJS.Timeout;
  #garbage = 0;
  /** Heartbeats since the client was last heard of. */
  #silent = 0;
  #draining = false;

  constructor(socket: WebSocket, limits: ConnectionLimits, events: ConnectionEvents) {
    this.#socket = socket;
    this.#limits = limits;
    this.#events = events;
    this.#rate = new Rate(limits.rate, limits.burst);
    this.#refusals = new Rate(limits.rate / 2, limits.flood);
    this.#rpc = createMessageConnection(this.#reader, new FrameWriter((text) => this.send(text)), SILENT);
    this.#rpc.onRequest(async (method, params) => {
      try {
        return await events.request(method, params);
      } catch (error) {
        throw asResponse(asRefusal(error));
      }
    });
    this.#rpc.onUnhandledNotification(() => {});
    this.#rpc.listen();
    socket.on('message', (data, binary) => this.#receive(data, binary));
    socket.on('pong', () => {
      this.#silent = 0;
    });
    socket.on('error', () => {}); // 'close' follows, with the library's own code for what was wrong
    socket.on('close', () => this.#closed());
    this.#timer = setInterval(() => this.#beat(), limits.heartbeat);
  }

  /** May more be sent without piling up? */
  get ready(): boolean {
    return this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount < this.#limits.unsent;
  }

  send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(text, () => this.#sent());
    if (this.ready || this.#draining) return;
    this.#draining = true;
    this.#socket.pause();
  }

  close(reason: CloseReason): void {
    this.#socket.close(closeCode(reason), reason);
  }

  fail(): void {
    this.close('internal');
  }

  /** Without waiting for the other side. */
  terminate(): void {
    this.#socket.terminate();
  }

  #sent(): void {
    if (!this.ready) return;
    if (this.#draining) {
      this.#draining = false;
      this.#socket.resume();
    }
    this.#events.drained();
  }

  #receive(data: RawData, binary: boolean): void {
    this.#silent = 0;
    if (binary) {
      this.close('binary-frame');
      return;
    }
    let frame: Frame;
    try {
      frame = readFrame(data.toString());
    } catch (error) {
      this.send(answerText(null, asRefusal(error)));
      if (++this.#garbage > this.#limits.garbage) this.close('garbage');
      return;
    }
    const wait = this.#rate.take();
    if (wait === 0) {
      this.#reader.deliver(frame);
      return;
    }
    if (this.#refusals.take() > 0) {
      this.close('flood');
      return;
    }
    if (frame.id === undefined) return;
    const words = `More than ${this.#limits.rate} requests a second. Try again in ${wait} ms.`;
    this.send(answerText(frame.id, new Refusal('rate-limited', words, { retryAfter: wait })));
  }

  #beat(): void {
    if (this.#silent >= 2) {
      this.terminate();
      return;
    }
    this.#silent++;
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.ping();
    this.#events.beat();
  }

  #closed(): void {
    clearInterval(this.#timer);
    this.#reader.closed();
    this.#rpc.dispose();
    this.#events.closed();
  }
}
