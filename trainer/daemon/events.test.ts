import { afterEach, describe, expect, test } from 'vitest';
import type { Event } from '../../server/protocol/run-events.ts';
import type { DaemonClient } from '../client/client.ts';
import { scripted, startRun, type TestDaemon, testDaemon, until } from './testing.ts';

let host: TestDaemon;
afterEach(() => host.close());

/** What a client is sent of a stream from now on. */
function follow(client: DaemonClient, stream: string | null) {
  const seen = { events: [] as Event[], dropped: [] as { from: number; to: number }[] };
  client.on('events', (params) => {
    if (params.stream === stream) seen.events.push(...params.events);
  });
  client.on('events/dropped', (params) => {
    if (params.stream === stream) seen.dropped.push({ from: params.from, to: params.to });
  });
  return seen;
}

const finished = (client: DaemonClient, run: string) =>
  until(async () => (await client.request('run/show', { run })).state === 'finished', `${run} is finished`);

const numbers = (events: readonly Event[]) => events.map(({ sequence }) => sequence);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function all(client: DaemonClient, stream: string | null): Promise<Event[]> {
  const events: Event[] = [];
  for (let after = 0; ; ) {
    const page = await client.request('events/read', { stream, after, limit: 1_000 });
    events.push(...page.items);
    if (page.next === null) return events;
    after = page.next;
  }
}

describe('subscriptions', () => {
  test('every event comes once and in order, to all who watch', async () => {
    host = await testDaemon({ kinds: [scripted({ logs: 40 })] });
    const client = await host.connect();
    const run = await startRun(client, 10);
    const watchers = await Promise.all(Array.from({ length: 5 }, () => host.connect()));
    const seen = watchers.map((watcher) => follow(watcher, run));
    for (const watcher of watchers) await watcher.request('events/subscribe', { stream: run, after: 0 });
    await finished(client, run);
    const { lastEvent } = await client.request('run/show', { run });
    for (const one of seen) {
      await until(() => one.events.length >= lastEvent, 'all events have come');
      expect(numbers(one.events)).toEqual(range(1, lastEvent));
    }
    expect(seen[0]?.events).toEqual(await all(client, run));
    for (const one of [client, ...watchers]) await one.close();
  });

  test('after a lost connection exactly what was missed comes, over a restart of the daemon too', async () => {
    host = await testDaemon({ kinds: [scripted({ pace: 3, logs: 5 })] });
    const client = await host.connect();
    const run = await startRun(client, 25);
    const first = await host.connect('watcher', 'watcher-1');
    const before = follow(first, run);
    await first.request('events/subscribe', { stream: run, after: 0 });
    await until(() => before.events.length > 40, 'some events have come');
    await first.close();
    const last = before.events.at(-1)?.sequence ?? 0;
    await client.close();
    await host.restart();
    const second = await host.connect('watcher', 'watcher-1');
    const after = follow(second, run);
    await second.request('events/subscribe', { stream: run, after: last });
    await finished(second, run);
    const { lastEvent } = await second.request('run/show', { run });
    await until(() => after.events.at(-1)?.sequence === lastEvent, 'all events have come');
    expect(numbers([...before.events, ...after.events])).toEqual(range(1, lastEvent));
    await second.close();
  });

  test('the daemon tells of its own: runs and control', async () => {
    host = await testDaemon();
    const watcher = await host.connect();
    const seen = follow(watcher, null);
    await watcher.request('events/subscribe', { stream: null });
    const client = await host.connect('Ada');
    const run = await startRun(client, 2);
    await finished(client, run);
    await until(
      () => seen.events.some(({ event }) => event.kind === 'run' && event.run.state === 'finished'),
      'the end is told',
    );
    expect(seen.events[0]?.event).toEqual({ kind: 'lease', holder: 'Ada' });
    expect(await watcher.request('events/unsubscribe', { stream: null })).toEqual({ unsubscribed: true });
    await watcher.close();
    await client.close();
  });
});

test('a client that stops reading is told what was left out, gets it by query, and keeps nobody waiting', async () => {
  const wide = 'x'.repeat(8_000);
  host = await testDaemon({
    kinds: [
      scripted({
        pace: 1,
        before: (_, context) => {
          for (let line = 0; line < 60; line++) context.log('info', wide);
        },
      }),
    ],
    backlog: 200,
    limits: { unsent: 64 * 1024 },
  });
  const client = await host.connect();
  const run = await startRun(client, 60);
  const slow = await host.connect('slow');
  const seen = follow(slow, run);
  await slow.request('events/subscribe', { stream: run, after: 0 });
  await until(() => seen.events.length > 10, 'it follows');
  // Live first: what is missed while catching up is never left out.
  const { lastEvent } = await client.request('run/show', { run });
  await until(() => (seen.events.at(-1)?.sequence ?? 0) >= lastEvent, 'it has caught up');
  slow.pause();
  await finished(client, run);
  slow.resume();
  const end = (await client.request('run/show', { run })).lastEvent;
  const reached = () => Math.max(seen.events.at(-1)?.sequence ?? 0, seen.dropped.at(-1)?.to ?? 0);
  await until(() => reached() === end, 'it is at the end');
  expect(seen.dropped.length).toBeGreaterThan(0);
  // What came and what was left out are together everything, once.
  const left = seen.dropped.flatMap(({ from, to }) => range(from, to));
  expect([...numbers(seen.events), ...left].sort((a, b) => a - b)).toEqual(range(1, end));
  const [gap] = seen.dropped;
  const page = await slow.request('events/read', { stream: run, after: (gap?.from ?? 1) - 1, limit: 5 });
  expect(page.items[0]?.sequence).toBe(gap?.from);
  await slow.close();
  await client.close();
});

test('a client that never reads is cut off, and the daemon does not grow by what it was not sent', async () => {
  host = await testDaemon({
    kinds: [scripted({ pace: 1, logs: 200 })],
    limits: { unsent: 32 * 1024, heartbeat: 100 },
  });
  const client = await host.connect();
  const run = await startRun(client, 30);
  const deaf = await host.connect('deaf');
  await deaf.request('events/subscribe', { stream: run, after: 0 });
  deaf.pause();
  await until(async () => (await client.request('daemon/status', {})).clients === 1, 'it is cut off');
  deaf.resume();
  expect(await deaf.closed).toBe('it broke off');
  await finished(client, run);
  await client.close();
});
