import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import type { Served } from './catalogue.ts';
import type { ServingOptions } from './serving.ts';
import { served, type TestServing, testServing } from './testing.ts';

/** Milliseconds: the machine may be busy with other things. */
const PATIENT = { timeout: 120_000 };

const open: TestServing[] = [];
let pool: SandboxPool;

beforeAll(async () => {
  pool = await createPool({ children: 2 });
});

afterAll(() => pool.close());

async function start(
  environments: readonly Served[],
  options?: Partial<ServingOptions>,
): Promise<TestServing> {
  const serving = await testServing(pool, environments, options);
  open.push(serving);
  return serving;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

describe('a session', () => {
  test('plays an episode from its reset to its end', async () => {
    const client = await (await start([served('counter')])).connect();
    expect(await client.reset({ seed: 3, episode_id: 'mine' })).toEqual({
      type: 'observation',
      data: {
        observation: {
          message: 'Say numbers, then done.',
          terminated: false,
          truncated: false,
          info: { turns: 0 },
        },
        reward: null,
        done: false,
      },
    });
    expect(await client.says(client.step('2'))).toBe('Total 2.');
    expect(await client.says(client.step('3'))).toBe('Total 5.');
    expect(await client.step('done')).toEqual({
      type: 'observation',
      data: {
        observation: { message: 'Total 5.', terminated: true, truncated: false, info: {} },
        reward: 1,
        done: true,
      },
    });
    expect(await client.ask({ type: 'state' })).toEqual({
      type: 'state',
      data: {
        episode_id: 'mine',
        step_count: 3,
        environment: 'counter',
        sha256: served('counter').sha256,
        seed: 3,
        done: true,
      },
    });
    client.socket.send(JSON.stringify({ type: 'close' }));
    expect(await client.closed).toBe(1000);
  });

  test('keeps its state and its chance while others need the only interpreter', async () => {
    const { connect, serving } = await start([served('counter')]);
    const clients = await Promise.all([connect(), connect(), connect()]);
    for (const client of clients) await client.reset({ seed: 7 });
    const rounds: string[][] = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push(await Promise.all(clients.map((client) => client.says(client.step('draw')))));
    for (const [first, ...others] of rounds) expect(others).toEqual([first, first]);
    expect(new Set(rounds.flat()).size).toBe(3);
    expect(serving.metrics.replays).toBeGreaterThan(0);
  });

  test('goes on in its own interpreter while nobody else needs it', async () => {
    const { connect, serving } = await start([served('counter')]);
    const client = await connect();
    await client.reset();
    for (let i = 0; i < 5; i += 1) await client.step('1');
    expect(await client.says(client.step('1'))).toBe('Total 6.');
    expect(serving.metrics.replays).toBe(0);
  });

  test('is drawn an environment by its seed, and given the one it names', async () => {
    const environments = ['first', 'second', 'third'].map((name) => served(name));
    const { connect } = await start(environments);
    const client = await connect();
    const played = async (data: Readonly<Record<string, unknown>>) => {
      await client.reset(data);
      const { data: state } = await client.ask({ type: 'state' });
      return 'environment' in state ? state.environment : undefined;
    };
    const drawn: unknown[] = [];
    for (let seed = 0; seed < 12; seed += 1) drawn.push(await played({ seed }));
    expect(new Set(drawn)).toEqual(new Set(['first', 'second', 'third']));
    expect(await played({ seed: 5 })).toBe(drawn[5]);
    expect(await played({ environment: 'second' })).toBe('second');
    expect(await played({ environment: 2 })).toBe('third');
    expect(await played({ environment: environments[0]?.sha256.slice(0, 10) })).toBe('first');
    expect(await client.says(client.reset({ environment: 'secnd' }))).toBe(
      'VALIDATION_ERROR: No environment of the pool is called "secnd". Did you mean "second"?',
    );
    // What was played goes on.
    expect(await client.says(client.step('4'))).toBe('Total 4.');
  });

  test('tells values of Python as JSON, and what has no such form as an error', async () => {
    const client = await (await start([served('counter')])).connect();
    expect(await client.says(client.step('1'))).toBe(
      'EXECUTION_ERROR: There is no episode: send a reset first.',
    );
    await client.reset();
    const { data } = await client.step('info');
    expect(data).toMatchObject({
      observation: { info: { a: [1, 2], b: { c: null, 3: true } } },
      reward: 0.5,
    });
    expect(await client.says(client.step('nan'))).toMatch(/^EXECUTION_ERROR: .*reward is NaN/);
    expect(await client.says(client.step('odd'))).toMatch(/^EXECUTION_ERROR: .*class object/);
    expect(await client.says(client.step('pair'))).toMatch(/^EXECUTION_ERROR: .*\(str, float\)/);
    expect(await client.says(client.step('long'))).toMatch(/^EXECUTION_ERROR: .*200000 characters/);
    expect(await client.says(client.step('raise'))).toBe(
      'EXECUTION_ERROR: The environment raised ValueError: no such thing (line 20 of its source)',
    );
    // What an exception left behind stays, as it does in Python.
    expect(await client.says(client.step('1'))).toBe('Total 101.');
  });

  test('survives an environment that never answers: others too, and without noticing', async () => {
    const { connect } = await start([served('counter')], { lanes: 2 });
    const [slow, other] = await Promise.all([connect(), connect()]);
    await slow.reset();
    await other.reset();
    await slow.step('5');
    const answer = slow.says(slow.step('loop'));
    for (let total = 1; total <= 5; total += 1)
      expect(await other.says(other.step('1'))).toBe(`Total ${total}.`);
    expect(await answer).toMatch(/^EXECUTION_ERROR: The environment ran longer/);
    expect(await slow.says(slow.step('1'))).toBe('Total 6.');
  });

  test('is answered when its time is over, and what ran is ended', async () => {
    const { connect, serving } = await start([served('counter')], { limits: { step: 4_000 } });
    const client = await connect();
    await expect.poll(() => client.says(client.reset()), PATIENT).toBe('Say numbers, then done.');
    expect(await client.says(client.step('stall'))).toMatch(/^EXECUTION_ERROR: .*within 4 s/);
    await expect.poll(() => client.says(client.step('2')), PATIENT).toBe('Total 2.');
    expect(serving.metrics.text(serving.gauges)).toMatch(/spade_serve_sandbox_lost_total [1-9]/);
  });

  test('does not notice that the process of its environment was killed', async () => {
    const { connect } = await start([served('counter')], { lanes: 2 });
    const clients = await Promise.all([connect(), connect()]);
    for (const client of clients) await client.reset({ seed: 1 });
    for (let total = 1; total <= 2; total += 1) {
      for (const client of clients) expect(await client.says(client.step('1'))).toBe(`Total ${total}.`);
      for (const pid of pool.processes) process.kill(pid, 'SIGKILL');
    }
    for (const client of clients) expect(await client.says(client.step('1'))).toBe('Total 3.');
  });
});

test('a tool-use environment is played by text as well', async () => {
  const folder = join(import.meta.dirname, '../../examples/environments/tools-studio');
  const [file = ''] = readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .sort();
  const source = readFileSync(join(folder, file), 'utf8');
  const client = await (await start([{ ...served('tools', source), profile: 'tool_use' }])).connect();
  expect(await client.says(client.reset({ seed: 1 }))).toMatch(/\w/);
  const call = '<tool_call>{"name": "no_such_tool", "arguments": {}}</tool_call>';
  const { type, data } = await client.ask({ type: 'step', data: { message: call } });
  expect([type, data]).toEqual([
    'observation',
    {
      observation: expect.objectContaining({ message: expect.stringMatching(/\w/) }),
      reward: expect.any(Number),
      done: false,
    },
  ]);
  // One request of the user's after the other; its turns are bounded.
  let done = false;
  for (let turn = 0; turn < 60 && !done; turn += 1) {
    const { data: next } = await client.ask({ type: 'step', data: { message: '<answer>done</answer>' } });
    done = 'done' in next && next.done === true;
  }
  expect(done).toBe(true);
});

describe('over HTTP', () => {
  test('every request has an environment of its own', async () => {
    const { serving } = await start([served('counter')], { capacity: 1 });
    const ask = async (path: string, body?: string, method = body === undefined ? 'GET' : 'POST') => {
      const response = await fetch(`${serving.url}${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      return { status: response.status, text, json: () => JSON.parse(text) };
    };
    const reset = await ask('/reset', '{"seed": 3}');
    expect([reset.status, reset.json()]).toEqual([
      200,
      {
        observation: {
          message: 'Say numbers, then done.',
          terminated: false,
          truncated: false,
          info: { turns: 0 },
        },
        reward: null,
        done: false,
      },
    ]);
    expect((await ask('/reset', '', 'POST')).status).toBe(200);
    // There was no reset before this step.
    const step = await ask('/step', '{"action": {"message": "2"}}');
    expect([step.status, step.text]).toEqual([
      500,
      expect.stringMatching(/AttributeError.*played over \/ws/),
    ]);
    expect((await ask('/state')).json()).toMatchObject({ episode_id: null, step_count: 0 });
    const wrong = await ask('/step', '{"action": {"text": "2"}}');
    expect([wrong.status, wrong.json().detail[0].loc]).toEqual([422, ['body', 'action', 'message']]);
    expect((await ask('/reset', '{"environment": "nobody"}')).status).toBe(422);
    expect((await ask('/reset', '{')).status).toBe(422);
    expect((await ask('/reset', 'x'.repeat(9 << 20))).status).toBe(413);
    expect((await ask('/nowhere')).status).toBe(404);
    expect((await ask('/step')).status).toBe(405);
    expect((await ask('/health')).json()).toEqual({ status: 'healthy' });
    const rpc = async (body: string) => (await ask('/mcp', body)).json();
    expect(await rpc('{')).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_700 } });
    expect(await rpc('{}')).toMatchObject({ error: { code: -32_600 } });
    expect(await rpc('{"jsonrpc":"2.0","id":7,"method":"tools/list"}')).toMatchObject({
      id: 7,
      error: { code: -32_601 },
    });
    const metrics = (await ask('/metrics')).text;
    expect(metrics).toMatch(/^spade_serve_reset_seconds_count 2$/m);
    expect(metrics).toMatch(/^spade_serve_errors_total\{code="EXECUTION_ERROR"\} 1$/m);
    expect(metrics).toMatch(/^spade_serve_capacity 1$/m);
    // All slots are given back.
    expect(serving.slots.taken).toBe(0);
  });
});

describe('slots', () => {
  test('are taken at the first reset and given back at the end', async () => {
    const { connect, serving } = await start([served('counter')], { capacity: 2 });
    const [first, second, third] = await Promise.all([connect(), connect(), connect()]);
    expect(serving.slots.taken).toBe(0);
    await first.reset();
    await second.reset();
    await second.reset();
    expect(serving.slots.taken).toBe(2);
    expect(await third.reset()).toMatchObject({
      type: 'error',
      data: { code: 'CAPACITY_REACHED', active_sessions: 2, max_sessions: 2 },
    });
    first.socket.terminate();
    await expect.poll(() => serving.slots.taken, PATIENT).toBe(1);
    expect(await third.says(third.reset())).toBe('Say numbers, then done.');
    expect(await second.says(second.step('1'))).toBe('Total 1.');
  });

  test('of those who have gone quiet are given to others', async () => {
    const { connect, serving } = await start([served('counter')], {
      capacity: 1,
      connections: { idle: 200 },
    });
    const client = await connect();
    await client.reset();
    expect(await client.closed).toBe(4408);
    await expect.poll(() => serving.slots.taken, PATIENT).toBe(0);
  });
});

describe('the end', () => {
  test('lets answers under way come, then tells every client', async () => {
    const one = await start([served('counter')], { farewell: 120_000 });
    const client = await one.connect();
    await client.reset();
    const last = client.says(client.step('loop'));
    await expect.poll(() => one.serving.gauges.playing, PATIENT).toBe(1);
    const closing = one.serving.close();
    expect(await last).toMatch(/^EXECUTION_ERROR: The environment ran longer/);
    expect(await client.closed).toBe(1001);
    await closing;
    await expect(one.connect()).rejects.toThrow();
  });
});
