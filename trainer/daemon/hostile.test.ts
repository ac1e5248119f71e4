import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SUBPROTOCOL, TOKEN_PROTOCOL } from '../../server/protocol/daemon.ts';
import { readToken } from '../client/token.ts';
import { Daemon } from './daemon.ts';
import { scripted, type TestDaemon, testDaemon, until } from './testing.ts';
import { renewToken } from './token.ts';

let host: TestDaemon;
beforeEach(async () => {
  host = await testDaemon({ limits: { garbage: 3, flood: 100 } });
});
afterEach(() => host.close());

interface Raw {
  readonly socket: WebSocket;
  readonly messages: {
    id?: unknown;
    error?: { code: number; data?: { reason: string } };
    result?: unknown;
  }[];
  readonly closed: Promise<string>;
}

/** A connection whose every byte is ours. */
function raw(headers: Record<string, string> = {}, protocols: string[] = []): Promise<Raw> {
  const socket = new WebSocket(host.daemon.url, protocols, {
    headers: { authorization: `Bearer ${host.daemon.token}`, ...headers },
  });
  const messages: Raw['messages'] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.on('close', (code, reason) => resolve(`${code} ${reason.toString()}`.trim()));
  });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, messages, closed }));
    socket.on('unexpected-response', (_, response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => reject(new Error(`${response.statusCode} ${JSON.parse(body).reason}`)));
    });
  });
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocols: [1], client: { id: 'raw-client', name: 'raw' }, capabilities: {} },
};
const say = ({ socket }: Raw, message: unknown) =>
  socket.send(typeof message === 'string' ? message : JSON.stringify(message));

async function introduced(): Promise<Raw> {
  const client = await raw();
  say(client, initialize);
  await until(() => client.messages.length === 1, 'it is greeted');
  return client;
}

/** The daemon is as well as before. */
async function isWell(): Promise<void> {
  const client = await host.connect();
  expect((await client.request('daemon/status', {})).version).toMatch(/^\d/);
  await client.close();
}

describe('at the door', () => {
  test('without a token, or with a wrong one, nobody comes in', async () => {
    await expect(raw({ authorization: '' })).rejects.toThrow('401 token');
    await expect(raw({ authorization: `Bearer ${host.daemon.token.slice(1)}A` })).rejects.toThrow(
      '401 token',
    );
    await expect(raw({ authorization: `Basic ${host.daemon.token}` })).rejects.toThrow('401 token');
    await isWell();
  });

  test('a browser gives the token as a subprotocol, and it is not echoed', async () => {
    const client = await raw({ authorization: '' }, [SUBPROTOCOL, TOKEN_PROTOCOL + host.daemon.token]);
    expect(client.socket.protocol).toBe(SUBPROTOCOL);
    client.socket.close();
  });

  test('a foreign page and a foreign name are refused, even with the right token', async () => {
    await expect(raw({ origin: 'https://example.org' })).rejects.toThrow('403 origin');
    await expect(raw({ origin: 'null' })).rejects.toThrow('403 origin');
    await expect(raw({ host: 'rebound.example.org' })).rejects.toThrow('403 host');
    (await raw({ host: 'localhost:1' })).socket.close();
    await host.restart({ origins: ['https://studio.example.org'], hosts: ['gpu.example.org'] });
    (await raw({ origin: 'https://studio.example.org', host: 'gpu.example.org:443' })).socket.close();
  });

  test('who only tries tokens is soon not told why, and others come in as before', async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, () =>
        raw({ authorization: 'Bearer x' }).catch((error: Error) => error.message),
      ),
    );
    expect(answers).toContain('429 too-many-failures');
    await isWell();
  });

  test('plain HTTP without a pass is asked to sign in', async () => {
    const port = Number(new URL(host.daemon.url).port);
    const status = await new Promise((resolve) =>
      request({ port, path: '/anything' }, (response) => resolve(response.statusCode)).end(),
    );
    expect(status).toBe(401);
  });

  test('beyond loopback there is no daemon without TLS', async () => {
    await expect(
      Daemon.start({ home: join(host.home, 'other'), host: '0.0.0.0', kinds: [scripted()], rules: 'r' }),
    ).rejects.toThrow('Give --tls-cert and --tls-key');
  });

  test('a second daemon on the folder says where the first one is', async () => {
    await expect(Daemon.start({ home: host.home, kinds: [], rules: 'r' })).rejects.toThrow(
      `A daemon is running already on ${host.home}: ${host.daemon.url}, process ${process.pid}`,
    );
    await isWell();
  });

  test('a port that is taken, and a certificate that is none, are said', async () => {
    const port = Number(new URL(host.daemon.url).port);
    const other = { home: join(host.home, 'other'), kinds: [], rules: 'r' };
    await expect(Daemon.start({ ...other, port })).rejects.toThrow('another program has it');
    await expect(Daemon.start({ ...other, tls: { cert: 'x', key: 'y' } })).rejects.toThrow('cannot be used');
    // Neither try left the folder locked.
    await (await Daemon.start(other)).close();
  });
});

describe('the token', () => {
  test('is 256 bits that only its owner reads, and stays', async () => {
    const file = join(host.home, 'token');
    expect(Buffer.from(host.daemon.token, 'base64url')).toHaveLength(32);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    await host.restart();
    expect(readFileSync(file, 'utf8').trim()).toBe(host.daemon.token);
    expect(renewToken(file)).not.toBe(host.daemon.token);
  });

  test.skipIf(process.platform === 'win32')('that others can read is not used', () => {
    const file = join(host.home, 'token');
    chmodSync(file, 0o644);
    expect(() => readToken(file)).toThrow('others than its owner can read the token');
    chmodSync(file, 0o600);
    writeFileSync(file, 'short\n');
    expect(() => readToken(file)).toThrow('this is no token');
  });
});

describe('inside', () => {
  test('nothing is answered before the introduction, and it must come in time', async () => {
    await host.restart({ introduction: 200 });
    const client = await raw();
    say(client, { jsonrpc: '2.0', id: 7, method: 'run/list' });
    await until(() => client.messages.length === 1, 'it is answered');
    expect(client.messages[0]?.error?.data?.reason).toBe('not-initialized');
    expect(await client.closed).toBe('4001 no-initialize');
  });

  test('another version of the protocol is refused in words', async () => {
    const client = await raw();
    say(client, { ...initialize, params: { ...initialize.params, protocols: [99] } });
    await until(() => client.messages.length === 1, 'it is answered');
    expect(client.messages[0]?.error?.data?.reason).toBe('protocol-version');
    client.socket.close();
  });

  test('garbage is answered with its reason, and too much of it ends the connection', async () => {
    const client = await introduced();
    const garbage: [unknown, string][] = [
      ['{"jsonrpc":', 'not-json'],
      ['[]', 'not-a-request'],
      [{ jsonrpc: '2.0', id: 2, result: {} }, 'not-a-request'],
    ];
    for (const [frame] of garbage) say(client, frame);
    await until(() => client.messages.length === 4, 'each is answered');
    expect(client.messages.slice(1).map(({ id, error }) => [id, error?.data?.reason])).toEqual(
      garbage.map(([, reason]) => [null, reason]),
    );
    say(client, '\u0000');
    expect(await client.closed).toBe('4002 garbage');
    await isWell();
  });

  test('wrong methods and parameters are answered, each by its id', async () => {
    const client = await introduced();
    const wrong: [object, string][] = [
      [{ method: 'run/explode' }, 'unknown-method'],
      [{ method: '__proto__' }, 'unknown-method'],
      [{ method: 'run/show', params: { run: '../../etc' } }, 'bad-parameters'],
      [{ method: 'run/show', params: ['run-1'] }, 'bad-parameters'],
      [{ method: 'run/show', params: { run: 'run-1', extra: 1 } }, 'bad-parameters'],
      [{ method: 'run/show', params: { run: 'run-1' } }, 'no-such-run'],
      [{ method: 'run/episodes', params: { run: 'run-1', limit: 1e9 } }, 'bad-parameters'],
      [{ method: 'events/subscribe', params: { stream: 'run-1' } }, 'no-such-run'],
      [{ method: 'initialize', params: initialize.params }, 'already-initialized'],
    ];
    for (const [at, [message]] of wrong.entries()) say(client, { jsonrpc: '2.0', id: `w${at}`, ...message });
    await until(() => client.messages.length === 1 + wrong.length, 'each is answered');
    const answers = new Map(client.messages.map(({ id, error }) => [id, error?.data?.reason]));
    expect(wrong.map((_, at) => answers.get(`w${at}`))).toEqual(wrong.map(([, reason]) => reason));
    client.socket.close();
  });

  test('deeply nested and polluting parameters do no harm', async () => {
    const client = await introduced();
    say(client, { jsonrpc: '2.0', id: 2, method: 'lease/take' });
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    say(
      client,
      `{"jsonrpc":"2.0","id":3,"method":"run/start","params":{"command":"deep-one","request":{"preset":"pocket","overrides":${deep}}}}`,
    );
    say(
      client,
      '{"jsonrpc":"2.0","id":4,"method":"run/start","params":{"command":"proto-one","request":{"preset":"pocket","overrides":{"__proto__":{"x":1},"rollouts":0}}}}',
    );
    await until(() => client.messages.length === 4, 'both are answered');
    const answers = new Map(client.messages.map(({ id, error }) => [id, error?.data?.reason]));
    expect([answers.get(null), answers.get(4)]).toEqual(['not-a-request', 'bad-parameters']);
    expect(Object.prototype).not.toHaveProperty('x');
    client.socket.close();
    await isWell();
  });

  test('binary frames and frames that are too large end the connection', async () => {
    const binary = await introduced();
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect(await binary.closed).toBe('1003 binary-frame');
    const large = await introduced();
    say(large, 'x'.repeat((1 << 20) + 1));
    expect(await large.closed).toMatch(/^1009/);
    await isWell();
  });

  test('who asks too fast is told to wait, and who does not is sent away, while others are served', async () => {
    await host.restart({ limits: { rate: 5, burst: 20, flood: 100 } });
    const client = await introduced();
    const ask = (times: number) => {
      for (let id = 0; id < times; id++) say(client, { jsonrpc: '2.0', id, method: 'run/list' });
    };
    ask(60);
    await until(() => client.messages.length >= 61, 'all are answered');
    expect(client.messages.some(({ error }) => error?.data?.reason === 'rate-limited')).toBe(true);
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
    ask(1_000);
    await isWell();
    expect(await client.closed).toBe('4003 flood');
  });

  test('a client that vanishes in the middle of everything leaves nothing behind', async () => {
    const client = await introduced();
    for (let id = 0; id < 50; id++)
      say(client, { jsonrpc: '2.0', id, method: 'events/subscribe', params: { stream: null, after: 0 } });
    client.socket.terminate();
    const other = await host.connect();
    await until(async () => (await other.request('daemon/status', {})).clients === 1, 'it is forgotten');
    await other.close();
  });
});
