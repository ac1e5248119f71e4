/** A client of the daemon, for the command line and for programs. Answers and notifications are parsed, never believed. */
import { randomUUID } from 'node:crypto';
import { createMessageConnection, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';
import { WebSocket } from 'ws';
import {
  DAEMON_PROTOCOL,
  type Initialized,
  MAX_FRAME,
  METHODS,
  type Method,
  NOTIFICATIONS,
  type Notification,
  type NotificationParams,
  type Params,
  type Result,
  SUBPROTOCOL,
} from '../../server/protocol/daemon.ts';
import { type DaemonErrorData, daemonErrorData } from '../../server/protocol/daemon-errors.ts';
import { FrameReader, FrameWriter } from './frames.ts';

export interface ClientOptions {
  readonly url: string;
  readonly token: string;
  /** Shown to others. */
  readonly name: string;
  /** Kept over reconnections, so that the lease stays; left out: a new one. */
  readonly id?: string;
  /** In PEM: whom to trust beside the machine's own list. */
  readonly ca?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for connecting. */
  readonly patience?: number;
  /** Ends a connection on which the daemon's heartbeats fail to come, as after a laptop's sleep. */
  readonly watchful?: boolean;
}

/** The daemon said no. */
export class DaemonError extends Error {
  override readonly name = 'DaemonError';
  readonly data: DaemonErrorData | undefined;

  constructor(message: string, data: DaemonErrorData | undefined) {
    super(message);
    this.data = data;
  }
}

/** The daemon cannot be reached, or is gone. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const SILENT = { error: () => {}, warn: () => {}, info: () => {}, log: () => {} };
/** Heartbeats after whose time a silent connection counts as lost. */
const MISSED = 2.5;
/** Largest frame that is taken from the daemon: a page of long records. */
const LARGEST_ANSWER = 64 * MAX_FRAME;

export class DaemonClient {
  readonly id: string;
  readonly greeting: Initialized;
  /** Resolves when the connection has ended, with why. */
  readonly closed: Promise<string>;
  readonly #socket: WebSocket;
  readonly #rpc: MessageConnection;

  private constructor(id: string, greeting: Initialized, wire: Wire) {
    this.id = id;
    this.greeting = greeting;
    this.closed = wire.closed;
    this.#socket = wire.socket;
    this.#rpc = wire.rpc;
  }

  /** @throws ConnectionLost when nobody answers there, DaemonError when it does not let us in. */
  static async connect(given: ClientOptions): Promise<DaemonClient> {
    const { name, id = randomUUID(), watchful = false, ...options } = given;
    const wire = await open(options);
    try {
      const greeting = await ask(wire.rpc, wire.closed, 'initialize', {
        protocols: [DAEMON_PROTOCOL],
        client: { id, name },
        capabilities: {},
      });
      if (watchful) watch(wire.socket, 1_000 * greeting.capabilities.heartbeat * MISSED);
      return new DaemonClient(id, greeting, wire);
    } catch (error) {
      wire.socket.terminate();
      throw error;
    }
  }

  /** @throws DaemonError, ConnectionLost */
  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    return ask(this.#rpc, this.closed, method, params);
  }

  /** What the daemon sends unasked. A listener gets all that come after it was added. */
  on<N extends Notification>(name: N, listener: (params: NotificationParams<N>) => void): void {
    this.#rpc.onNotification(name, (params: unknown) => {
      // The compiler does not follow that a notification's own schema gives its parameters.
      listener(NOTIFICATIONS[name].params.parse(params) as NotificationParams<N>);
    });
  }

  async close(): Promise<void> {
    this.#socket.close(1000);
    const timer = setTimeout(() => this.#socket.terminate(), 1_000);
    await this.closed;
    clearTimeout(timer);
  }

  /** Stops or goes on reading from the network, for tests of slow clients. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }
}

interface Wire {
  readonly socket: WebSocket;
  readonly rpc: MessageConnection;
  readonly closed: Promise<string>;
}

async function ask<M extends Method>(
  rpc: MessageConnection,
  closed: Promise<string>,
  method: M,
  params: Params<M>,
): Promise<Result<M>> {
  const lost = closed.then((why) => {
    throw new ConnectionLost(`The connection to the daemon has ended (${why}).`);
  });
  try {
    const answer: unknown = await Promise.race([rpc.sendRequest(method, params), lost]);
    return METHODS[method].result.parse(answer) as Result<M>;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    throw new DaemonError(error.message, daemonErrorData.safeParse(error.data).data);
  } finally {
    lost.catch(() => {});
  }
}

function open({
  url,
  token,
  ca,
  headers,
  patience = 5_000,
}: Omit<ClientOptions, 'name' | 'id' | 'watchful'>): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [SUBPROTOCOL], {
      headers: { authorization: `Bearer ${token}`, ...headers },
      handshakeTimeout: patience,
      perMessageDeflate: false,
      maxPayload: LARGEST_ANSWER,
      ...(ca === undefined ? {} : { ca }),
    });
    const reader = new FrameReader();
    const closed = new Promise<string>((done) => {
      socket.on('close', (code, reason) => {
        reader.closed();
        done(reason.length > 0 ? reason.toString() : code === 1006 ? 'it broke off' : `code ${code}`);
      });
    });
    socket.on('message', (data) => {
      try {
        reader.deliver(JSON.parse(data.toString()));
      } catch {
        socket.terminate();
      }
    });
    socket.on('unexpected-response', (_, response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        if (body.length < 10_000) body += chunk;
      });
      response.on('end', () => {
        socket.terminate();
        reject(new DaemonError(refusalOf(body) ?? `The daemon answered ${response.statusCode}.`, undefined));
      });
    });
    socket.on('error', (error) =>
      reject(new ConnectionLost(`${url}: no daemon answers (${error.message}).`)),
    );
    socket.on('open', () => {
      const writer = new FrameWriter((text) => {
        if (socket.readyState === socket.OPEN) socket.send(text);
      });
      const rpc = createMessageConnection(reader, writer, SILENT);
      rpc.listen();
      resolve({ socket, rpc, closed });
    });
  });
}

/** Pings are the daemon's heartbeats. @param patience milliseconds */
function watch(socket: WebSocket, patience: number): void {
  let timer: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => socket.terminate(), patience);
    timer.unref();
  };
  socket.on('ping', heard);
  socket.on('message', heard);
  socket.on('close', () => clearTimeout(timer));
  heard();
}

function refusalOf(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('message' in parsed)) return undefined;
    return String(parsed.message);
  } catch {
    return undefined;
  }
}
