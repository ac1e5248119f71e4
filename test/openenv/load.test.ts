/** Two hundred sessions at once on two processes of the sandbox, and clients that mean harm among them. */
import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { MAX_MESSAGE } from '../../server/protocol/openenv.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { served, type TestClient, type TestServing, testServing } from '../../trainer/openenv/testing.ts';

const SESSIONS = 200;
const STEPS = 3;
/** Milliseconds: for all of it on a machine that is busy with other things. */
const LONG = 600_000;
const PATIENT = { timeout: 120_000 };

let pool: SandboxPool;
let one: TestServing;

beforeAll(async () => {
  pool = await createPool({ children: 2 });
  one = await testServing(pool, [served('counter')], {
    lanes: 2,
    capacity: SESSIONS + 10,
    // How long it takes is the machine's affair here.
    limits: { step: LONG },
    connections: { garbage: 20 },
  });
});

afterAll(async () => {
  await one?.close();
  await pool?.close();
});

/** Plays to the end, and gives what was said on the way. */
async function episode(client: TestClient, number: number): Promise<string[]> {
  await client.reset({ seed: number });
  const said: string[] = [];
  for (let step = 0; step < STEPS; step += 1) said.push(await client.says(client.step(String(number))));
  said.push(await client.says(client.step('done')));
  return said;
}

const expected = (number: number): string[] => [
  ...Array.from({ length: STEPS }, (_, step) => `Total ${(step + 1) * number}.`),
  `Total ${STEPS * number}.`,
];

test(
  `${SESSIONS} sessions play, each its own episode`,
  async () => {
    const clients = await Promise.all(Array.from({ length: SESSIONS }, () => one.connect()));
    const begun = performance.now();
    const [told, lived] = [await Promise.all(clients.map(episode)), one.serving.gauges];
    const seconds = (performance.now() - begun) / 1_000;
    expect(told).toEqual(clients.map((_, number) => expected(number)));
    expect(lived.sessions).toBe(SESSIONS);
    expect(one.serving.metrics.steps).toBe(SESSIONS * (STEPS + 1));
    expect(pool.processes).toHaveLength(2);
    const calls = SESSIONS * (STEPS + 2);
    console.info(
      `${SESSIONS} sessions, ${calls} calls in ${seconds.toFixed(1)} s: ${Math.round(calls / seconds)} a second; ${one.serving.metrics.replays} played again to go on.`,
    );
    for (const client of clients) client.socket.terminate();
    await expect.poll(() => one.serving.slots.taken, PATIENT).toBe(0);
  },
  LONG,
);

describe('nobody notices', () => {
  /** Somebody who plays on while others misbehave. */
  async function whilePlaying(work: () => Promise<void>): Promise<void> {
    const client = await one.connect();
    await client.reset({ seed: 1 });
    expect(await client.says(client.step('1'))).toBe('Total 1.');
    await work();
    expect(await client.says(client.step('2'))).toBe('Total 3.');
    client.socket.terminate();
  }

  const address = (path = ''): string => `${one.serving.url.replace(/^http/, 'ws')}/ws${path}`;

  /** The status that a request for a socket is answered with. */
  const refused = (url: string, options: WebSocket.ClientOptions = {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, options);
      socket.on('unexpected-response', (_, response) => {
        response.resume();
        socket.terminate();
        resolve(response.statusCode);
      });
      socket.on('open', () => reject(new Error('it was let in')));
      socket.on('error', () => {});
    });

  test('sessions that vanish in the middle of a step', () =>
    whilePlaying(async () => {
      const clients = await Promise.all(Array.from({ length: 6 }, () => one.connect()));
      for (const client of clients) await client.reset();
      for (const client of clients) client.socket.send('{"type":"step","data":{"message":"loop"}}');
      for (const client of clients) client.socket.terminate();
      await expect.poll(() => one.serving.slots.taken, PATIENT).toBe(1);
    }));

  test('the death of every process of the sandbox', () =>
    whilePlaying(async () => {
      for (const pid of pool.processes) process.kill(pid, 'SIGKILL');
    }));

  test('strangers: a wrong token, a foreign page, another name, another path', () =>
    whilePlaying(async () => {
      const { port } = new URL(one.serving.url);
      expect(await refused(`ws://127.0.0.1:${port}/ws`)).toBe(401);
      expect(await refused(`ws://127.0.0.1:${port}/secret-tokem/ws`)).toBe(401);
      expect(await refused(address(), { origin: 'https://elsewhere.example' })).toBe(403);
      expect(await refused(address(), { headers: { Host: 'elsewhere.example' } })).toBe(403);
      expect(await refused(address('x'))).toBe(404);
      expect(await fetch(`http://127.0.0.1:${port}/metrics`).then(({ status }) => status)).toBe(401);
    }));

  test('messages that are none, and what no message may be', () =>
    whilePlaying(async () => {
      const client = await one.connect();
      const codes: string[] = [];
      for (const text of [
        '{',
        '[]',
        '7',
        '{"type":"fly"}',
        '{"type":"step"}',
        '{"type":"reset","more":1}',
        '{"type":"reset","data":{"seed":-1}}',
      ]) {
        const { data } = await client.ask(text);
        codes.push('code' in data ? String(data.code) : '');
      }
      expect(codes).toEqual([
        ...['INVALID_JSON', 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'UNKNOWN_TYPE'],
        ...['VALIDATION_ERROR', 'VALIDATION_ERROR', 'VALIDATION_ERROR'],
      ]);
      for (let i = codes.length; i < 20; i += 1) await client.ask('{');
      client.socket.send('{');
      expect(await client.closed).toBe(1008);
      const large = await one.connect();
      large.socket.send('x'.repeat(MAX_MESSAGE + 1));
      expect(await large.closed).toBe(1009);
      const binary = await one.connect();
      binary.socket.send(Buffer.from('{"type":"state"}'));
      expect(await binary.closed).toBe(1003);
    }));

  test('a flood of requests that nobody waits for the answers of', () =>
    whilePlaying(async () => {
      const client = await one.connect();
      await client.reset();
      for (let i = 0; i < 2_000; i += 1) client.socket.send('{"type":"step","data":{"message":"1"}}');
      expect(await client.closed).toBe(1008);
    }));

  test('a client that never reads', async () => {
    const two = await testServing(pool, [served('counter')], {
      connections: { unread: 500, unsent: 1 << 14 },
    });
    try {
      const { port, pathname } = new URL(two.serving.url);
      const socket = connectTcp(Number(port), '127.0.0.1');
      const gone = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => {});
      socket.write(
        `GET ${pathname}/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
      );
      await new Promise((resolve) => socket.once('data', resolve));
      socket.pause();
      // What is told of an unknown method repeats it: each answer is as long as its question.
      const text = Buffer.from(
        JSON.stringify({ type: 'mcp', data: { jsonrpc: '2.0', method: 'x'.repeat(60_000) } }),
      );
      const head = Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]);
      for (let i = 0; i < 400; i += 1) socket.write(Buffer.concat([head, text]));
      await expect.poll(() => two.serving.gauges.connections, PATIENT).toBe(0);
      socket.destroy();
      await gone;
    } finally {
      await two.close();
    }
  });
});
