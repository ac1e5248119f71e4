/** Who may connect: the right Host and Origin, then the token, before anything of WebSocket is answered. */
import type { IncomingMessage } from 'node:http';
import { SUBPROTOCOL, TOKEN_PROTOCOL } from '../../server/protocol/daemon.ts';
import { Rate } from './rate.ts';
import { sameToken } from './token.ts';

export interface AdmissionRules {
  readonly token: string;
  /** Names and addresses under which the daemon is asked for, without the port. Against DNS rebinding. */
  readonly hosts: readonly string[];
  /** Of pages that may connect. Programs send no Origin. */
  readonly origins: readonly string[];
}

export interface Denial {
  readonly status: 401 | 403 | 429;
  readonly reason: 'token' | 'host' | 'origin' | 'too-many-failures';
  readonly message: string;
}

/** Denied attempts a second, on average, and at once, beyond which they are not told why. */
const FAILURES = { rate: 5, burst: 50 };

export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'] as const;

export class Admission {
  readonly #rules: AdmissionRules;
  readonly #failures = new Rate(FAILURES.rate, FAILURES.burst);

  constructor(rules: AdmissionRules) {
    this.#rules = rules;
  }

  /** `undefined`: it may come in. */
  judge(request: IncomingMessage): Denial | undefined {
    const denial = this.#judge(request);
    if (denial && this.#failures.take() > 0)
      return {
        status: 429,
        reason: 'too-many-failures',
        message: 'Too many attempts were denied. Wait a while.',
      };
    return denial;
  }

  #judge({ headers }: IncomingMessage): Denial | undefined {
    const host = headers.host?.replace(/:\d+$/, '').toLowerCase();
    if (host === undefined || !this.#rules.hosts.includes(host))
      return {
        status: 403,
        reason: 'host',
        message: 'The daemon is not asked for under this name. Start it with --allow-host NAME to allow it.',
      };
    const { origin } = headers;
    if (origin !== undefined && !this.#rules.origins.includes(origin))
      return {
        status: 403,
        reason: 'origin',
        message:
          'Pages of this origin may not connect. Start the daemon with --allow-origin ORIGIN to allow it.',
      };
    const given = tokenOf(headers);
    if (given === undefined || !sameToken(given, this.#rules.token))
      return {
        status: 401,
        reason: 'token',
        message:
          given === undefined
            ? 'A token is needed: `Authorization: Bearer TOKEN`. `spade daemon token` shows it.'
            : 'The token is wrong. `spade daemon token` shows the right one on the machine of the daemon.',
      };
    return undefined;
  }
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
