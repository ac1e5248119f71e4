/** A served pool: who may come in, who is there, and how it ends. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_MESSAGE } from '../../server/protocol/openenv.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { listen, type Tls } from '../daemon/server.ts';
import type { Catalogue } from './catalogue.ts';
import { Connection, type ConnectionLimits, LIMITS } from './connection.ts';
import { Door, type Entry } from './door.ts';
import type { Backstage, EpisodeLimits } from './episode.ts';
import { type Gauges, Metrics } from './metrics.ts';
import { answerHttp, type Routes } from './routes.ts';
import { Session } from './session.ts';
import { capacityText, Slots } from './slots.ts';
import { Stage } from './stage.ts';

export interface ServingOptions {
  /** What the pool is called. */
  readonly name: string;
  readonly catalogue: Catalogue;
  readonly pool: SandboxPool;
  /** The pool's children. */
  readonly lanes: number;
  readonly host?: string;
  /** 0, the default: any that is free. */
  readonly port?: number;
  /** The first part of every path; none: whoever reaches the address may play. */
  readonly token?: string | undefined;
  readonly tls?: Tls | undefined;
  /** Further names under which it is reached. */
  readonly hosts?: readonly string[];
  /** Of pages that may connect. Programs send no Origin. */
  readonly origins?: readonly string[];
  /** Sessions at once. */
  readonly capacity: number;
  readonly limits?: Partial<EpisodeLimits>;
  readonly connections?: Partial<ConnectionLimits>;
  /** Milliseconds for answers under way when the server ends. */
  readonly farewell?: number;
}

export const EPISODE_LIMITS: EpisodeLimits = { step: 30_000, steps: 10_000, characters: 16 << 20 };

/** Connections beyond the slots: clients that have not reset yet, and those that wait for a slot. */
const ROOM = 256;
/** Milliseconds between two looks at who has gone quiet. */
const LOOK = 1_000;
/** Milliseconds for a request's headers, and for all of it. */
const PATIENCE = 10_000;
/** Milliseconds after which a connection whose other end has vanished is asked for. */
const KEEP_ALIVE = 60_000;
const FAREWELL = 5_000;

export class Serving {
  /** With the token: what a client is given. */
  readonly url: string;
  readonly metrics: Metrics;
  readonly slots: Slots;
  readonly #options: ServingOptions;
  readonly #server: Server;
  readonly #stage: Stage;
  readonly #connections: Set<Connection>;
  readonly #timer: NodeJS.Timeout;

  private constructor(made: Made, url: string) {
    this.url = url;
    this.metrics = made.behind.metrics;
    this.slots = made.slots;
    this.#options = made.options;
    this.#server = made.server;
    this.#stage = made.behind.stage;
    this.#connections = made.connections;
    this.#timer = setInterval(() => {
      for (const connection of this.#connections) connection.look();
    }, LOOK);
  }

  /** The pool is the caller's to close, after this. @throws UsageError when the address cannot be had. */
  static async start(options: ServingOptions): Promise<Serving> {
    const { host = '127.0.0.1', port = 0, token, tls } = options;
    const made = make(options, host);
    const { family, address, port: bound } = await listen(made.server, host, port);
    const name = family === 'IPv6' ? `[${address}]` : address;
    return new Serving(
      made,
      `${tls ? 'https' : 'http'}://${name}:${bound}${token === undefined ? '' : `/${token}`}`,
    );
  }

  get gauges(): Gauges {
    const { catalogue, pool } = this.#options;
    return gaugesOf(this.slots, this.#connections, this.#stage, catalogue, pool);
  }

  /** Nobody comes in any more; what is being answered is answered, clients are told, and sockets are closed. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const timer = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate();
      this.#server.closeAllConnections();
    }, this.#options.farewell ?? FAREWELL);
    await Promise.all([...this.#connections].map((connection) => connection.finish()));
    this.#server.closeIdleConnections();
    await closed;
    clearTimeout(timer);
    this.#stage.close();
  }
}

interface Made {
  readonly options: ServingOptions;
  readonly behind: Backstage;
  readonly slots: Slots;
  readonly server: Server;
  readonly connections: Set<Connection>;
}

function make(options: ServingOptions, host: string): Made {
  const { catalogue, pool, lanes, capacity, token, tls, hosts = [], origins = [] } = options;
  const metrics = new Metrics();
  const stage = new Stage(pool, lanes, {
    replayed: (steps) => metrics.replayed(steps),
    lost: () => metrics.lost(),
  });
  const behind: Backstage = { catalogue, stage, metrics, limits: { ...EPISODE_LIMITS, ...options.limits } };
  const slots = new Slots(capacity);
  const connections = new Set<Connection>();
  const limits = { ...LIMITS, ...options.connections };
  const routes: Routes = {
    name: options.name,
    behind,
    slots,
    gauges: () => gaugesOf(slots, connections, stage, catalogue, pool),
  };
  const door = new Door({ token, host, hosts, origins, secure: tls !== undefined });
  const enter = (request: IncomingMessage): Entry => {
    const entry = door.judge(request);
    if ('status' in entry) metrics.refused(entry.reason);
    return entry;
  };
  const server = serverOf(tls);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  server.maxConnections = capacity + 2 * ROOM;
  server.on('request', (request, response) => {
    const entry = enter(request);
    if ('status' in entry) refuse(response, entry.status, entry.message);
    else void answerHttp(routes, entry.path, request, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    socket.on('error', () => socket.destroy());
    const entry = enter(request);
    if ('status' in entry) return deny(socket, entry.status, entry.message);
    if (entry.path !== '/ws') return deny(socket, 404, 'Sessions are at /ws.');
    socket.setKeepAlive(true, KEEP_ALIVE);
    sockets.handleUpgrade(request, socket, head, (client) => {
      if (connections.size >= capacity + ROOM) return turnAway(client, slots, metrics);
      const connection: Connection = new Connection(client, new Session(behind, slots), limits, () =>
        connections.delete(connection),
      );
      connections.add(connection);
    });
  });
  return { options, behind, slots, server, connections };
}

function serverOf(tls: Tls | undefined): Server {
  const settings = { headersTimeout: PATIENCE, requestTimeout: 3 * PATIENCE };
  if (!tls) return createServer(settings);
  try {
    return createTlsServer({ ...settings, ...tls });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `The certificate and its key cannot be used: ${detail}. Both must be PEM files that belong together.`,
    );
  }
}

function gaugesOf(
  slots: Slots,
  connections: ReadonlySet<Connection>,
  stage: Stage,
  { environments }: Catalogue,
  pool: SandboxPool,
): Gauges {
  return {
    sessions: slots.taken,
    capacity: slots.capacity,
    connections: connections.size,
    ...stage.load,
    environments: environments.length,
    processes: pool.processes.length,
  };
}

/** As the original server does it: an error, then the end. */
function turnAway(client: WebSocket, slots: Slots, metrics: Metrics): void {
  const { taken, capacity } = slots;
  const data = {
    message: capacityText(slots),
    code: 'CAPACITY_REACHED',
    active_sessions: taken,
    max_sessions: capacity,
  };
  metrics.error('CAPACITY_REACHED');
  client.on('error', () => {});
  client.send(JSON.stringify({ type: 'error', data }));
  client.close(1000);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify({ detail: message }));
}

function deny(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ detail: message });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
