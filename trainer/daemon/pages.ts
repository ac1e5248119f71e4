/**
 * The daemon's pages over HTTP: the same that the editor shows. A browser is let in by a ticket, which counts once, or
 * by the token, and keeps a pass as a cookie that no script can read. Nothing of a run is sent but through the socket.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { makeTicket, readTicket } from '../client/ticket.ts';
import type { Admission } from './admission.ts';
import { doorDocument, enteredDocument, isPage, pageDocument, policyOf } from './page-documents.ts';

/** Where the built pages stand. */
const BUILT = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, '../../dist/webviews')
  : join(import.meta.dirname, 'webviews');

/** What may be asked for of them. */
const FILES: Readonly<Record<string, string>> = {
  'curriculum.js': 'text/javascript',
  'curriculum.css': 'text/css',
  'rollouts.js': 'text/javascript',
  'rollouts.css': 'text/css',
  'saved.js': 'text/javascript',
  'saved.css': 'text/css',
  'browser.css': 'text/css',
};
/** For the page on which one signs in. */
const OPEN = new Set(['browser.css']);

/** Bytes of a form. */
const FORM = 1_024;

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PagesOptions {
  readonly admission: Admission;
  readonly token: string;
  readonly secure: boolean;
  /** The folder of the built pages, where it is not the usual one. */
  readonly folder?: string | undefined;
}

export class Pages {
  readonly #options: PagesOptions;
  readonly #folder: string;
  /** Tickets that were used, until they would no longer hold anyway. */
  readonly #used = new Map<string, number>();

  constructor(options: PagesOptions) {
    this.#options = options;
    this.#folder = options.folder ?? BUILT;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64');
    let reply: Reply;
    try {
      reply = await this.#reply(request, nonce);
    } catch {
      reply = { status: 500, type: 'text/plain', body: 'The page could not be read.\n' };
    }
    const { status, type = 'text/plain', body = '', headers = {} } = reply;
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policyOf(nonce, hostOf(request)),
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...headers,
    });
    response.end(request.method === 'HEAD' ? '' : body);
  }

  async #reply(request: IncomingMessage, nonce: string): Promise<Reply> {
    const { admission } = this.#options;
    const denial = admission.judgePage(request);
    if (denial) return { status: denial.status, body: `${denial.message}\n` };
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://daemon');
    const name = pathname.slice(1);
    const { method = 'GET' } = request;
    if (name === 'enter') {
      if (method === 'POST') return this.#enter(request, { token: await tokenOf(request) });
      return this.#enter(request, { ticket: searchParams.get('ticket') ?? '' });
    }
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, headers: { allow: 'GET, HEAD' }, body: 'Pages are only read.\n' };
    const inside = admission.hasPass(request);
    if (name === 'session') return { status: inside ? 204 : 401 };
    if (!inside && !OPEN.has(name)) {
      if (name !== '' && !isPage(name)) return { status: 401, body: 'Sign in first.\n' };
      return door(401, 'This browser is not known here.');
    }
    if (name === '') return { status: 303, headers: { location: 'curriculum' } };
    if (isPage(name)) return this.#page(name, nonce);
    return this.#file(name, request);
  }

  #page(name: Parameters<typeof pageDocument>[0], nonce: string): Reply {
    if (!existsSync(join(this.#folder, `${name}.js`)))
      return { status: 503, body: 'The pages are not built. In a clone of Spade Studio: npm run build\n' };
    return { status: 200, type: 'text/html', body: pageDocument(name, nonce) };
  }

  async #file(name: string, request: IncomingMessage): Promise<Reply> {
    const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (type === undefined) return { status: 404, body: 'There is no such page.\n' };
    const body = await readFile(join(this.#folder, name));
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const headers = { etag, 'cache-control': 'no-cache' };
    if (request.headers['if-none-match'] === etag) return { status: 304, type, headers };
    return { status: 200, type, body, headers };
  }

  #enter(
    request: IncomingMessage,
    given: { readonly ticket?: string; readonly token?: string | undefined },
  ): Reply {
    const { admission, token, secure } = this.#options;
    const right =
      given.ticket === undefined
        ? given.token !== undefined && admission.isToken(given.token)
        : this.#redeem(given.ticket);
    if (!right) {
      const busy = admission.noteFailure();
      if (busy) return { status: busy.status, body: `${busy.message}\n` };
      return door(
        403,
        given.ticket === undefined
          ? 'The token is wrong.'
          : 'This address has been used, or is older than a quarter of an hour.',
      );
    }
    const cookie = [
      `${admission.cookieName(request)}=${makeTicket('pass', token)}`,
      'Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000',
      ...(secure ? ['Secure'] : []),
    ].join('; ');
    return { status: 200, type: 'text/html', body: enteredDocument(), headers: { 'set-cookie': cookie } };
  }

  /** A ticket counts once. */
  #redeem(text: string): boolean {
    const ticket = readTicket('ticket', this.#options.token, text);
    if (!ticket || this.#used.has(ticket.nonce)) return false;
    const now = Date.now();
    for (const [nonce, end] of this.#used) if (end < now) this.#used.delete(nonce);
    this.#used.set(ticket.nonce, ticket.end);
    return true;
  }
}

const door = (status: number, why: string): Reply => ({ status, type: 'text/html', body: doorDocument(why) });

/** As it goes into the policy: nothing but a name and a port. */
function hostOf({ headers }: IncomingMessage): string {
  const host = headers.host ?? '';
  return /^[\w.[\]:-]+$/.test(host) ? host : 'localhost';
}

/** `undefined`: the form holds none, or is too long. */
async function tokenOf(request: IncomingMessage): Promise<string | undefined> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM) return undefined;
  }
  return new URLSearchParams(text).get('token')?.trim();
}
