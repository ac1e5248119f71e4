/** Who may connect: the right Host and Origin, then the token, before anything of WebSocket is answered. */
import type { IncomingMessage } from 'node:http';
import { SUBPROTOCOL, TOKEN_PROTOCOL } from '../../server/protocol/daemon.ts';
import { readTicket } from '../client/ticket.ts';
import { Rate } from './rate.ts';
import { sameToken } from './token.ts';

export interface AdmissionRules {
  readonly token: string;
  /** Names and addresses under which the daemon is asked for, without the port. Against DNS rebinding. */
  readonly hosts: readonly string[];
  /** Of pages that may connect, beside the daemon's own. Programs send no Origin. */
  readonly origins: readonly string[];
  /** Whether it is reached over TLS. */
  readonly secure: boolean;
}

export interface Denial {
  readonly status: 401 | 403 | 429;
  readonly reason: 'token' | 'host' | 'origin' | 'too-many-failures';
  readonly message: string;
}

/** Denied attempts a second, on average, and at once, beyond which they are not told why. */
const FAILURES = { rate: 5, burst: 50 };

export class Admission {
  readonly #rules: AdmissionRules;
  readonly #failures = new Rate(FAILURES.rate, FAILURES.burst);

  constructor(rules: AdmissionRules) {
    this.#rules = rules;
  }

  /** For the socket. `undefined`: it may come in. */
  judge(request: IncomingMessage): Denial | undefined {
    return this.#counted(this.#judgeHead(request) ?? this.#judgeToken(request));
  }

  /** For a page, which everybody may ask for who asks here: what it holds depends on the pass. */
  judgePage(request: IncomingMessage): Denial | undefined {
    return this.#counted(this.#judgeHead(request));
  }

  /**
   * Has the browser been let in? Cookies go to every port of a machine, and so does the name of a site: what counts is
   * that the page is our own, which its Origin says wherever it matters.
   */
  hasPass({ headers }: IncomingMessage): boolean {
    const pass = cookieOf(headers.cookie, cookieName(headers.host));
    return pass !== undefined && readTicket('pass', this.#rules.token, pass) !== undefined;
  }

  isToken(given: string): boolean {
    return sameToken(given, this.#rules.token);
  }

  cookieName({ headers }: IncomingMessage): string {
    return cookieName(headers.host);
  }

  /** Counts a failure that was found elsewhere. `undefined`: it may be told why. */
  noteFailure(): Denial | undefined {
    return this.#failures.take() > 0 ? TOO_MANY : undefined;
  }

  #counted(denial: Denial | undefined): Denial | undefined {
    return denial && (this.noteFailure() ?? denial);
  }

  #judgeHead({ headers }: IncomingMessage): Denial | undefined {
    const host = headers.host?.replace(/:\d+$/, '').toLowerCase();
    if (host === undefined || !this.#rules.hosts.includes(host))
      return {
        status: 403,
        reason: 'host',
        message:
          'Nobody is asked for here under this name. Start the server with --allow-host NAME to allow it.',
      };
    const { origin } = headers;
    if (origin !== undefined && !this.#isOwn(headers) && !this.#rules.origins.includes(origin))
      return {
        status: 403,
        reason: 'origin',
        message:
          'Pages of this origin may not connect. Start the server with --allow-origin ORIGIN to allow it.',
      };
    return undefined;
  }

  #isOwn({ origin, host }: IncomingMessage['headers']): boolean {
    return origin === `${this.#rules.secure ? 'https' : 'http'}://${host}`;
  }

  #judgeToken(request: IncomingMessage): Denial | undefined {
    const { headers } = request;
    const given = tokenOf(headers);
    if (given === undefined && this.#isOwn(headers) && this.hasPass(request)) return undefined;
    if (given !== undefined && this.isToken(given)) return undefined;
    return {
      status: 401,
      reason: 'token',
      message:
        given === undefined
          ? 'A token is needed: `Authorization: Bearer TOKEN`. `spade daemon token` shows it.'
          : 'The token is wrong. `spade daemon token` shows the right one on the machine of the daemon.',
    };
  }
}

const TOO_MANY: Denial = {
  status: 429,
  reason: 'too-many-failures',
  message: 'Too many attempts were denied. Wait a while.',
};

/** With the port, since a browser keeps one set of cookies for all ports of a machine. */
const cookieName = (host = ''): string => `spade-${/:(\d+)$/.exec(host)?.[1] ?? 'pass'}`;

function cookieOf(header = '', name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

function tokenOf({ authorization, 'sec-websocket-protocol': protocols }: IncomingMessage['headers']) {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  return protocols
    ?.split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(TOKEN_PROTOCOL))
    ?.slice(TOKEN_PROTOCOL.length);
}

/** The subprotocol that is answered: never the one that carries the token. */
export const chooseProtocol = (offered: ReadonlySet<string>): string | false =>
  offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false;
