/** A connection that outlives its daemon: nothing is missed, nothing is done twice, and its state is told. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Event } from '../../server/protocol/run-events.ts';
import { Controlled, Link, type LinkState } from '../../trainer/client/link.ts';
import { scripted, startRun, type TestDaemon, testDaemon, until } from '../../trainer/daemon/testing.ts';

let daemon: TestDaemon;
let link: Link;
let states: LinkState['kind'][];
let reachable: boolean;

beforeEach(async () => {
  daemon = await testDaemon({ kinds: [scripted({ pace: 5, logs: 2 })] });
  states = [];
  reachable = true;
  link = new Link({
    name: 'a test',
    reach: async () => {
      if (!reachable) throw new Error('Nobody has started it.');
      return { url: daemon.daemon.url, token: daemon.daemon.token };
    },
    pauses: [10, 50],
  });
  link.onState(({ kind }) => states.push(kind));
});

afterEach(async () => {
  await link.disconnect();
  await daemon.close();
});

const follower = () => {
  const heard: number[] = [];
  return {
    heard,
    events: (events: readonly Event[]) => heard.push(...events.map(({ sequence }) => sequence)),
    dropped: (from: number, to: number) => heard.push(from, to),
    failed: (message: string) => {
      throw new Error(message);
    },
  };
};

const counting = (last: number, after = 0) => Array.from({ length: last - after }, (_, i) => after + i + 1);

test('events come once and in order over a restart of the daemon, to each listener from its own place', async () => {
  await link.connect();
  const starter = await daemon.connect();
  const run = await startRun(starter, 6);
  const all = follower();
  link.follow(run, 0, all);
  await until(() => all.heard.length > 5, 'events come');
  const later = follower();
  link.follow(run, 3, later);
  await daemon.restart();
  await until(async () => {
    if (link.state.kind !== 'open') return false;
    return (await link.ask('run/show', { run })).state === 'finished';
  }, 'the run goes on and ends');
  const { lastEvent } = await link.ask('run/show', { run });
  await until(() => all.heard.at(-1) === lastEvent && later.heard.at(-1) === lastEvent, 'all is told');
  expect(all.heard).toEqual(counting(lastEvent));
  expect(later.heard).toEqual(counting(lastEvent, 3));
  expect(states.slice(0, 2)).toEqual(['connecting', 'open']);
  expect(states).toContain('stale');
  expect(states.at(-1)).toBe('open');
});

test('while it is stale, it says since when and why, and questions are answered with that', async () => {
  await link.connect();
  reachable = false;
  await daemon.restart();
  await until(
    () => link.state.kind === 'stale' && link.state.why === 'Nobody has started it.',
    'it is stale',
  );
  await expect(link.ask('run/list', {})).rejects.toThrow(/lost since \d\d:\d\d .*being tried again/);
  reachable = true;
  await until(() => link.state.kind === 'open', 'it is open again');
});

test('a command waits for the connection to come back, and is carried out once', async () => {
  await link.connect();
  const ended = daemon.restart();
  const started = link.command('run/start', {
    request: { preset: 'pocket', overrides: { rollouts: 1, seed: 1 } },
  });
  await ended;
  const { run } = await started;
  const { runs } = await link.ask('run/list', {});
  expect(runs.map(({ id }) => id)).toEqual([run.id]);
});

test('another client’s control is told with its name, and can be taken over', async () => {
  await link.connect();
  const other = await daemon.connect('the other one', 'other-client');
  const run = await startRun(other, 1_000);
  await expect(link.command('run/stop', { run })).rejects.toThrow(Controlled);
  await expect(link.command('run/stop', { run })).rejects.toThrow('the other one controls this trainer');
  await link.command('run/stop', { run }, true);
  await until(async () => (await link.ask('run/show', { run })).state === 'stopped', 'the run has stopped');
  expect((await link.ask('daemon/status', {})).holder).toBeNull();
});

test('a daemon that was never reached is not tried again by itself', async () => {
  reachable = false;
  await expect(link.connect()).rejects.toThrow('Nobody has started it.');
  expect(link.state).toEqual({ kind: 'closed', why: 'Nobody has started it.' });
  reachable = true;
  await link.connect();
  expect(states).toEqual(['connecting', 'closed', 'connecting', 'open']);
});

test('what is no longer wanted is not connected again', async () => {
  await link.connect();
  await link.disconnect();
  await daemon.restart();
  expect(states.at(-1)).toBe('closed');
  await expect(link.ask('run/list', {})).rejects.toThrow('not connected');
});
