/** Who may come in: the right Host and Origin, and the token as the first part of the path or as a bearer's. */
import type { IncomingMessage } from 'node:http';
import { LOOPBACK } from '../../server/protocol/loopback.ts';
import { Admission, type Denial } from '../daemon/admission.ts';

export interface DoorRules {
  readonly token: string | undefined;
  /** Where it listens. */
  readonly host: string;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly secure: boolean;
}

/** `path` is what is left below the token. */
export type Entry = { readonly path: string } | Denial;

/** Addresses that stand for all of a machine's, under which nobody asks. */
const ANY = ['0.0.0.0', '::'];

export class Door {
  readonly #admission: Admission;
  readonly #token: string | undefined;

  constructor({ token, host, hosts, origins, secure }: DoorRules) {
    const names = [
      ...LOOPBACK,
      ...(ANY.includes(host) ? [] : [host.includes(':') ? `[${host}]` : host]),
      ...hosts,
    ];
    this.#token = token;
    this.#admission = new Admission({
      // Without a token nothing is compared with it.
      token: token ?? '',
      hosts: names.map((name) => name.toLowerCase()),
      origins,
      secure,
    });
  }

  judge(request: IncomingMessage): Entry {
    const denial = this.#admission.judgePage(request);
    if (denial) return denial;
    const path = pathOf(request);
    if (this.#token === undefined) return { path };
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer !== undefined && this.#admission.isToken(bearer)) return { path };
    const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
    if (this.#admission.isToken(first)) return { path: rest === '' ? '/' : rest };
    return this.#admission.noteFailure() ?? WRONG;
  }
}

const WRONG: Denial = {
  status: 401,
  reason: 'token',
  message:
    'The address must begin with the token that `spade serve` has shown, as in http://127.0.0.1:8000/TOKEN.',
};

/** Without the query, and with a slash at its end taken away. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const [path = '/'] = url.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
