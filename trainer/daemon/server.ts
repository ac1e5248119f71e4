/** The server: pages over HTTP, and the step up to WebSocket, for those who may. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_FRAME } from '../../server/protocol/daemon.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { type Admission, chooseProtocol, type Denial } from './admission.ts';
import type { Pages } from './pages.ts';

/** Why somebody is not let in. */
export type Denied = Denial | { readonly status: 503; readonly reason: string; readonly message: string };

export interface Tls {
  /** In PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface Door {
  readonly admission: Admission;
  readonly pages: Pages;
  full(): Denied | undefined;
  accept(socket: WebSocket): void;
}

/** Milliseconds for the headers of a request. */
const PATIENCE = 10_000;
const MOST_SOCKETS = 256;

const STATUS = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const;

/** @throws UsageError when the certificate or its key cannot be used. */
export function makeServer(door: Door, tls: Tls | undefined): Server {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME,
    perMessageDeflate: false,
    handleProtocols: chooseProtocol,
  });
  const settings = { headersTimeout: PATIENCE, requestTimeout: PATIENCE };
  const server = tls ? secure({ ...settings, ...tls }) : createServer(settings);
  server.maxConnections = MOST_SOCKETS;
  server.on('request', (request, response) => void door.pages.answer(request, response));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const denied = door.admission.judge(request) ?? door.full();
    if (denied) deny(socket, denied);
    else sockets.handleUpgrade(request, socket, head, (client) => door.accept(client));
  });
  return server;
}

function secure(settings: Tls & { headersTimeout: number; requestTimeout: number }): Server {
  try {
    return createTlsServer(settings);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `The certificate and its key cannot be used: ${detail}. Both must be PEM files that belong together.`,
    );
  }
}

function deny(socket: Duplex, { status, reason, message }: Denied): void {
  const body = `${JSON.stringify({ reason, message })}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS[status]}`,
    'Connection: close',
    ...(status === 401 ? ['WWW-Authenticate: Bearer realm="spade"'] : []),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has it',
  EACCES: 'it takes more rights',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such name',
};

/** @throws UsageError when the address cannot be had. */
export function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = WHY[error.code ?? ''] ?? error.message;
      reject(
        new UsageError(
          `The server cannot listen on ${host}, port ${port}: ${why}. Give another --port or --host.`,
        ),
      );
    });
    server.listen(port, host, () => {
      const bound = server.address();
      if (bound && typeof bound === 'object') resolve(bound);
      else reject(new Error('the server has no address'));
    });
  });
}
