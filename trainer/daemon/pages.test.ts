import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SUBPROTOCOL } from '../../server/protocol/daemon.ts';
import { pageAddress } from '../client/ticket.ts';
import { temporaryFolder } from '../store/testing.ts';
import { type TestDaemon, testDaemon } from './testing.ts';

let host: TestDaemon;
let folder: ReturnType<typeof temporaryFolder>;

beforeAll(async () => {
  folder = temporaryFolder();
  const pages = join(folder.path, 'pages');
  mkdirSync(pages);
  for (const name of ['curriculum.js', 'curriculum.css', 'browser.css'])
    writeFileSync(join(pages, name), `/* ${name} */`);
  writeFileSync(join(pages, 'secret.txt'), 'secret');
  host = await testDaemon({ pages });
});
afterAll(async () => {
  await host.close();
  folder.remove();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const portOf = () => Number(new URL(host.daemon.url).port);

function get(path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ port: portOf(), path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const ticketPath = () => {
  const { pathname, search } = new URL(pageAddress(host.daemon.url, host.daemon.token));
  return pathname + search;
};
const own = () => `http://localhost:${portOf()}`;
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? '';

function socket(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const made = new WebSocket(`ws://localhost:${portOf()}`, [SUBPROTOCOL], { headers });
    made.on('open', () => {
      made.close();
      resolve(101);
    });
    made.on('unexpected-response', (_, response) => {
      made.terminate();
      resolve(response.statusCode ?? 0);
    });
    made.on('error', () => {});
  });
}

test('a ticket lets one browser in; what it keeps is for no script, no other site, and holds no token', async () => {
  const path = ticketPath();
  const entered = await get(path);
  expect(entered.status).toBe(200);
  expect(String(entered.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(cookieOf(entered)).not.toContain(host.daemon.token);
  const again = await get(path);
  expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined]);
  expect(again.body).toContain('has been used');

  const cookie = cookieOf(entered);
  const page = await get('/curriculum?run=x', { cookie });
  expect(page.status).toBe(200);
  expect(String(page.headers['content-security-policy'])).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(page.body.match(/(?:src|href)="[^"]*"/g)?.filter((link) => /:|\/\//.test(link))).toEqual([]);
  expect((await get('/session', { cookie })).status).toBe(204);
  expect((await get('/', { cookie })).headers.location).toBe('curriculum');
});

test('the token lets in as well, a wrong one does not', async () => {
  const form = {
    origin: own(),
    host: `localhost:${portOf()}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  expect((await get('/enter', form, `token=${'x'.repeat(43)}`)).status).toBe(403);
  expect((await get('/enter', form, `token=${'x'.repeat(5_000)}`)).status).toBe(403);
  const entered = await get('/enter', form, `token=${host.daemon.token}`);
  expect([entered.status, cookieOf(entered).startsWith(`spade-${portOf()}=`)]).toEqual([200, true]);
  expect(
    (await get('/enter', { ...form, origin: 'https://example.org' }, `token=${host.daemon.token}`)).status,
  ).toBe(403);
});

test('without a pass there is the door and its style, and nothing else', async () => {
  const page = await get('/curriculum');
  expect([page.status, page.body.includes('name="token"')]).toEqual([401, true]);
  expect((await get('/browser.css')).status).toBe(200);
  for (const path of ['/curriculum.js', '/session', '/secret.txt', '/../../package.json'])
    expect((await get(path)).status, path).toBe(401);
});

test('with one there are the pages’ own files and no others', async () => {
  const cookie = cookieOf(await get(ticketPath()));
  const script = await get('/curriculum.js', { cookie });
  expect([script.status, script.body]).toEqual([200, '/* curriculum.js */']);
  expect((await get('/curriculum.js', { cookie, 'if-none-match': String(script.headers.etag) })).status).toBe(
    304,
  );
  for (const path of ['/secret.txt', '/../token', '/%2e%2e/token', '/constructor', '/curriculum.js/'])
    expect((await get(path, { cookie })).status, path).toBe(404);
  expect((await get('/rollouts', { cookie })).status).toBe(503);
  expect((await get('/curriculum', { cookie }, 'x')).status).toBe(405);
});

test('the socket takes the pass from our own page only', async () => {
  const cookie = cookieOf(await get(ticketPath()));
  expect(await socket({ cookie, origin: own() })).toBe(101);
  expect(await socket({ cookie })).toBe(401);
  expect(await socket({ cookie, origin: `http://localhost:${portOf() + 1}` })).toBe(403);
  expect(await socket({ cookie: `${cookie}x`, origin: own() })).toBe(401);
});

test('a foreign name is refused before anything is read', async () => {
  const cookie = cookieOf(await get(ticketPath()));
  expect((await get('/curriculum', { cookie, host: `rebound.example.org:${portOf()}` })).status).toBe(403);
});
