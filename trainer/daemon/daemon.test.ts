import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DaemonClient } from '../client/client.ts';
import { JobFailure } from './job.ts';
import { command, scripted, startRun, type TestDaemon, testDaemon, until } from './testing.ts';

let host: TestDaemon;
afterEach(() => host.close());

const stateOf = async (client: DaemonClient, run: string) =>
  (await client.request('run/show', { run })).state;
const reaches = (client: DaemonClient, run: string, state: string) =>
  until(async () => (await stateOf(client, run)) === state, `${run} is ${state}`);

describe('runs', () => {
  beforeEach(async () => {
    host = await testDaemon({ kinds: [scripted({ pace: 2 })] });
  });

  test('a run works to its end, and everything of it can be asked for', async () => {
    const client = await host.connect();
    const run = await startRun(client, 5);
    await reaches(client, run, 'finished');
    const detail = await client.request('run/show', { run });
    expect(detail).toMatchObject({
      steps: 5,
      of: 5,
      engine: 'pocket',
      counts: { environments: 5, accepted: 5, episodes: 10 },
      reason: { code: 'finished' },
    });
    expect((await client.request('run/metrics', { run })).items.map(({ step }) => step)).toEqual([
      0, 1, 2, 3, 4,
    ]);
    const { items } = await client.request('run/episodes', { run, step: 3 });
    expect(items).toHaveLength(2);
    const episode = await client.request('run/episode', { run, id: items[0]?.id ?? 0 });
    expect(episode.transcript.turns).toHaveLength(3);
    const [environment] = (await client.request('run/environments', { run })).items;
    expect((await client.request('run/environment', { run, id: environment?.id ?? 0 })).source).toContain(
      'class SampleEnv',
    );
    expect((await client.request('run/journal', { run })).items.map(({ kind }) => kind)).toEqual([
      'begin',
      ...Array.from({ length: 5 }, () => ['intent', 'commit']).flat(),
      'end',
    ]);
    expect(
      (await client.request('run/checkpoints', { run })).checkpoints.filter(({ removed }) => !removed),
    ).toHaveLength(4);
    expect((await client.request('run/list', {})).runs.map(({ id }) => id)).toEqual([run]);
    await client.close();
  });

  test('pausing keeps the step, stopping gives it up, and both can be gone on from', async () => {
    const client = await host.connect();
    const run = await startRun(client, 30);
    await until(async () => (await client.request('run/show', { run })).steps >= 2, 'two steps are done');
    await client.request('run/pause', { command: command(), run });
    await reaches(client, run, 'paused');
    const { steps } = await client.request('run/show', { run });
    await client.request('run/resume', { command: command(), run });
    await until(async () => (await client.request('run/show', { run })).steps > steps, 'it goes on');
    await client.request('run/stop', { command: command(), run });
    await reaches(client, run, 'stopped');
    await client.request('run/resume', { command: command(), run });
    await reaches(client, run, 'finished');
    const commits = (await client.request('run/journal', { run, limit: 1_000 })).items.filter(
      ({ kind }) => kind === 'commit',
    );
    expect(commits.map(({ step }) => step)).toEqual(Array.from({ length: 30 }, (_, step) => step));
    await expect(client.request('run/resume', { command: command(), run })).rejects.toMatchObject({
      data: { reason: 'wrong-state' },
    });
    await client.close();
  });

  test('one run works at a time, and the others keep their places', async () => {
    const client = await host.connect();
    const [first, second, third] = [
      await startRun(client, 12),
      await startRun(client, 2),
      await startRun(client, 2),
    ];
    expect((await client.request('run/show', { run: third })).queue).toBe(2);
    await client.request('run/pause', { command: command(), run: second });
    expect((await client.request('run/show', { run: third })).queue).toBe(1);
    await reaches(client, third, 'finished');
    expect(await stateOf(client, first)).toBe('finished');
    expect(await stateOf(client, second)).toBe('paused');
    await client.close();
  });

  test('a daemon that is shut down leaves the step at work, and the next one goes on', async () => {
    const client = await host.connect();
    const run = await startRun(client, 20);
    await until(async () => (await client.request('run/show', { run })).steps >= 3, 'three steps are done');
    await client.request('daemon/shutdown', { command: command() });
    expect(await client.closed).toBe('going-away');
    await host.daemon.ended;
    await host.restart();
    const again = await host.connect();
    await reaches(again, run, 'finished');
    await again.close();
  });

  test('a configuration is refused before anything begins, with every problem', async () => {
    const client = await host.connect();
    await client.request('lease/take', {});
    const start = (overrides: Record<string, never>, preset: 'pocket' | 'games-4b' = 'pocket') =>
      client.request('run/start', { command: command(), request: { preset, overrides } });
    await expect(start({ rolouts: 3, design: { perSkill: 0 } } as never)).rejects.toThrow(
      /rolouts.*|design\.perSkill/,
    );
    await expect(start({}, 'games-4b')).rejects.toThrow('engine: this preset needs one');
    await expect(
      start({ engine: { kind: 'openai', url: 'http://localhost:1', model: 'm' } } as never),
    ).rejects.toMatchObject({ data: { reason: 'no-engine' } });
    expect((await client.request('run/list', {})).runs).toEqual([]);
    await client.close();
  });
});

test('a failing engine fails the run with its own words; a fault of the job is told as one', async () => {
  let words: Error = new JobFailure(
    'The engine at http://localhost:1 does not answer. Start it, then resume.',
  );
  host = await testDaemon({
    kinds: [
      scripted({
        before: (step) => {
          if (step === 1) throw words;
        },
      }),
    ],
  });
  const client = await host.connect();
  const run = await startRun(client, 3);
  await reaches(client, run, 'failed');
  expect((await client.request('run/show', { run })).reason).toEqual({
    code: 'engine',
    message: words.message,
  });
  words = new TypeError('x is not a function');
  await client.request('run/resume', { command: command(), run });
  await until(
    async () => (await client.request('run/show', { run })).reason?.code === 'fault',
    'the fault is told',
  );
  const log = await client.request('run/log', { run, level: 'error' });
  expect(JSON.stringify(log.items)).toContain('x is not a function');
  expect((await client.request('run/show', { run })).steps).toBe(1);
  await client.close();
});

test('a run that reaches its own limit pauses, says so, and has all that it committed', async () => {
  host = await testDaemon({ kinds: [scripted({ logs: 200 })] });
  const client = await host.connect();
  await client.request('lease/take', {});
  const overrides = { rollouts: 500, maxBytes: 500_000 };
  const { run } = await client.request('run/start', {
    command: command(),
    request: { preset: 'pocket', overrides },
  });
  await reaches(client, run.id, 'paused');
  const { reason, steps } = await client.request('run/show', { run: run.id });
  expect(reason).toMatchObject({ code: 'size-limit', message: expect.stringContaining('maxBytes') });
  expect(steps).toBeGreaterThan(2);
  const commits = (await client.request('run/journal', { run: run.id, limit: 1_000 })).items.filter(
    ({ kind }) => kind === 'commit',
  );
  expect(commits).toHaveLength(steps);
  await client.close();
});

test('damaged files are told one by one, and everything else works on', async () => {
  host = await testDaemon();
  const client = await host.connect();
  const [sound, damaged] = [await startRun(client, 2), await startRun(client, 2)];
  await reaches(client, damaged, 'finished');
  await host.daemon.close();
  writeFileSync(join(host.home, 'runs', damaged, 'run.db'), 'This is no database.'.repeat(500));
  writeFileSync(join(host.home, 'daemon.db'), 'This is no database.'.repeat(500));
  for (const end of ['-wal', '-shm']) rmSync(join(host.home, `daemon.db${end}`), { force: true });
  await expect(host.restart()).rejects.toThrow('No run is in it: delete it');
  rmSync(join(host.home, 'daemon.db'));
  await host.restart();
  const again = await host.connect();
  const { runs, unreadable } = await again.request('run/list', {});
  expect(runs.map(({ id }) => id)).toEqual([sound]);
  expect(unreadable).toMatchObject([{ message: expect.stringContaining('the file is damaged') }]);
  await again.close();
});

test('a run that no trainer of this daemon fits waits, and says why', async () => {
  host = await testDaemon({ kinds: [scripted({ pace: 3 })] });
  const client = await host.connect();
  const run = await startRun(client, 50);
  await until(async () => (await client.request('run/show', { run })).steps > 1, 'it works');
  await host.restart({ kinds: [] });
  const again = await host.connect();
  expect(await again.request('run/show', { run })).toMatchObject({
    state: 'queued',
    reason: { code: 'engine' },
  });
  await again.close();
  await host.restart();
  const last = await host.connect();
  await reaches(last, run, 'finished');
  await last.close();
});

test('a trainer that cannot even be made fails its run, not the daemon', async () => {
  host = await testDaemon({
    kinds: [
      {
        ...scripted(),
        create: () => {
          throw new JobFailure('The weights are missing. Install them.');
        },
      },
    ],
  });
  const client = await host.connect();
  const run = await startRun(client, 2);
  await reaches(client, run, 'failed');
  expect((await client.request('run/show', { run })).reason?.message).toBe(
    'The weights are missing. Install them.',
  );
  await client.close();
});

describe('commands', () => {
  beforeEach(async () => {
    host = await testDaemon();
  });

  test('the same command again does nothing again, also with the next daemon', async () => {
    const client = await host.connect();
    await client.request('lease/take', {});
    const start = { command: command(), request: { preset: 'pocket' as const, overrides: { rollouts: 2 } } };
    const answers = await Promise.all([1, 2, 3].map(() => client.request('run/start', start)));
    expect(new Set(answers.map(({ run }) => run.id)).size).toBe(1);
    await host.restart();
    const again = await host.connect();
    await again.request('lease/take', {});
    expect((await again.request('run/start', start)).run.id).toBe(answers[0]?.run.id);
    expect((await again.request('run/list', {})).runs).toHaveLength(1);
    await expect(
      again.request('run/start', { ...start, request: { preset: 'pocket', overrides: { rollouts: 3 } } }),
    ).rejects.toMatchObject({ data: { reason: 'command-reused' } });
    await again.close();
  });

  test('an old shutdown that is sent again does not end the next daemon', async () => {
    const client = await host.connect();
    await client.request('lease/take', {});
    const shutdown = { command: command() };
    await client.request('daemon/shutdown', shutdown);
    await host.daemon.ended;
    await host.restart();
    const again = await host.connect();
    await again.request('lease/take', {});
    await again.request('daemon/shutdown', shutdown);
    expect((await again.request('daemon/status', {})).clients).toBe(1);
    await again.close();
  });

  test('one controls, others watch, and control can be taken over', async () => {
    const [ada, bob] = [await host.connect('Ada'), await host.connect('Bob')];
    await expect(ada.request('run/stop', { command: command(), run: 'run-x' })).rejects.toMatchObject({
      data: { reason: 'lease-required' },
    });
    await ada.request('lease/take', {});
    await expect(bob.request('lease/take', {})).rejects.toMatchObject({
      data: { reason: 'lease-held', holder: 'Ada' },
    });
    await expect(bob.request('run/stop', { command: command(), run: 'run-x' })).rejects.toThrow(
      'Ada controls this daemon',
    );
    expect((await bob.request('run/list', {})).runs).toEqual([]);
    expect(await bob.request('lease/take', { force: true })).toEqual({ previous: 'Ada' });
    await expect(ada.request('run/stop', { command: command(), run: 'run-x' })).rejects.toMatchObject({
      data: { reason: 'lease-held' },
    });
    await expect(bob.request('run/stop', { command: command(), run: 'run-x' })).rejects.toMatchObject({
      data: { reason: 'no-such-run' },
    });
    await ada.close();
    await bob.close();
  });

  test('an engine is asked by who controls, and no run comes of it', async () => {
    await host.restart({
      kinds: [
        { ...scripted(), ask: async ({ play }) => ({ kind: 'unknown', message: `at ${play.temperature}` }) },
      ],
    });
    const ada = await host.connect('Ada');
    const request = { preset: 'pocket' as const, overrides: { play: { temperature: 0.5 } } };
    await expect(ada.request('engine/ask', { command: command(), request })).rejects.toMatchObject({
      data: { reason: 'lease-required' },
    });
    await ada.request('lease/take', {});
    expect(await ada.request('engine/ask', { command: command(), request })).toEqual({
      asked: { kind: 'unknown', message: 'at 0.5' },
    });
    await expect(
      ada.request('engine/ask', { command: command(), request: { ...request, overrides: { seed: -1 } } }),
    ).rejects.toThrow(/seed/);
    expect((await ada.request('run/list', {})).runs).toEqual([]);
    await host.restart({ kinds: [scripted()] });
    const again = await host.connect('Ada');
    await again.request('lease/take', {});
    await expect(again.request('engine/ask', { command: command(), request })).rejects.toThrow(
      /nothing to ask an engine of the kind "pocket"/,
    );
    await again.close();
  });

  test('the lease outlives a lost connection, and not for ever', async () => {
    await host.restart({ leaseGrace: 150 });
    const ada = await host.connect('Ada', 'ada-client');
    await ada.request('lease/take', {});
    await ada.close();
    const back = await host.connect('Ada', 'ada-client');
    expect(back.greeting.lease).toEqual({ holder: 'Ada', mine: true });
    await back.close();
    const bob = await host.connect('Bob');
    await until(async () => (await bob.request('daemon/status', {})).holder === null, 'the lease is free');
    await bob.close();
  });
});
