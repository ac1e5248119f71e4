/** One contract for all places that pages have a run from: what one answers, all answer. */
import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '../../server/protocol/run-events.ts';
import { type FromRunPage, fromRunPage, type Link, type ToRunPage } from '../../server/protocol/run-page.ts';
import { scripted, startRun, type TestDaemon, testDaemon, until } from '../../trainer/daemon/testing.ts';
import { hashOf } from '../../trainer/store/environments.ts';
import { exportRun } from '../../trainer/store/export.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { designOf, episodeOf, temporaryFolder } from '../../trainer/store/testing.ts';
import { type RunSource, SourceError } from '../../webviews/shared/run-source.ts';
import { BridgeSource } from '../../webviews/shared/sources/bridge-source.ts';
import { SavedSource } from '../../webviews/shared/sources/saved-source.ts';
import { SocketSource } from '../../webviews/shared/sources/socket-source.ts';
import { writeLargeRun } from './large-run.ts';

const RUN = 'contract-run';

let host: TestDaemon;
let folder: ReturnType<typeof temporaryFolder>;
const sources = new Map<string, RunSource>();

/** An editor in a few lines: it parses what the page sends, and asks its client. */
async function bridged(): Promise<RunSource> {
  const client = await host.connect('an editor');
  let source: BridgeSource | undefined;
  const say = (message: ToRunPage) =>
    source?.hear(structuredClone(message) as Exclude<ToRunPage, { type: 'show' }>);
  const hear = async (sent: FromRunPage) => {
    const message = fromRunPage.parse(structuredClone(sent));
    if (message.type === 'subscribe') {
      await client.request('events/subscribe', {
        stream: message.stream,
        ...(message.after === undefined ? {} : { after: message.after }),
      });
      say({ type: 'link', link: { state: 'live' } });
    } else if (message.type === 'ask') {
      const { id, method, params } = message;
      try {
        say({ type: 'answer', id, result: await client.request(method, params as never) });
      } catch (error) {
        const reason =
          error instanceof Error && 'data' in error ? (error.data as { reason?: never }).reason : undefined;
        say({ type: 'refused', id, message: String(error), reason: reason ?? null });
      }
    }
  };
  client.on('events', ({ stream, events }) => say({ type: 'events', stream, events }));
  source = new BridgeSource((message) => void hear(message));
  return source;
}

async function saved(): Promise<SavedSource> {
  const out = join(folder.path, 'export');
  const store = RunStore.read(join(host.home, 'runs', RUN));
  await exportRun(store, out, { shown: out, pool: false });
  store.close();
  const files = new Map<string, Blob>();
  for (const name of readdirSync(out)) files.set(name, await openAsBlob(join(out, name)));
  const source = new SavedSource();
  expect(await source.add(files)).toBe(RUN);
  return source;
}

beforeAll(async () => {
  folder = temporaryFolder();
  host = await testDaemon();
  writeLargeRun(join(host.home, 'runs', RUN), { id: RUN, steps: 12, group: 5, words: '"\\ <b>' });
  // Of the step after the last commit: it is in lists, and in nothing that is counted by steps.
  const store = RunStore.open(join(host.home, 'runs', RUN));
  store.addEnvironment(12, designOf(1));
  store.addEpisodes(12, [{ ...episodeOf(3), environment: hashOf(designOf(1).source) }]);
  store.close();
  await host.restart();
  sources.set('socket', new SocketSource({ url: host.daemon.url, token: host.daemon.token, name: 'a page' }));
  sources.set('editor', await bridged());
  sources.set('saved', await saved());
});
afterAll(async () => {
  for (const source of sources.values()) source.close();
  await host.close();
  folder.remove();
});

/** What all sources answer alike; the first one's answer. */
async function alike<T>(ask: (source: RunSource) => Promise<T>): Promise<T> {
  const answers = await Promise.all(
    [...sources].map(async ([name, source]) => [name, await ask(source)] as const),
  );
  const [first, ...others] = answers;
  if (!first) throw new Error('there are no sources');
  for (const [name, answer] of others) expect(answer, name).toEqual(first[1]);
  return first[1];
}

describe('every source', () => {
  test('says the same of the run as a whole', async () => {
    const series = await alike((source) =>
      source.ask('run/series', { run: RUN, names: ['win-rate', 'vendi'] }),
    );
    expect(series.steps).toHaveLength(12);
    expect(series.series.length).toBeGreaterThan(6);
    await alike((source) => source.ask('run/series', { run: RUN, names: ['win-rate'], points: 10 }));
    const { bands } = await alike((source) => source.ask('run/difficulty', { run: RUN }));
    expect(bands.map(({ environments }) => environments[3] ?? 0).reduce((a, b) => a + b)).toBe(24);
    const { items, total } = await alike((source) => source.ask('run/landscape', { run: RUN, limit: 20 }));
    expect([items.length, total]).toEqual([20, 72]);
    const { rules } = await alike((source) => source.ask('run/rejections', { run: RUN }));
    expect(rules.length).toBeGreaterThan(3);
    expect((await alike((source) => source.ask('run/memory', { run: RUN }))).records).toHaveLength(24);
    await alike((source) => source.ask('run/journal', { run: RUN, limit: 7, after: 3 }));
    const detail = await alike(async (source) => {
      const { id, name, state, steps, counts, config } = await source.ask('run/show', { run: RUN });
      return { id, name, state, steps, counts, config };
    });
    expect(detail.counts.episodes).toBeGreaterThan(1_400);
  });

  test.each([
    {},
    { hinted: true },
    { skill: 'Optimization', outcome: 'won' as const },
    { steps: { from: 3, to: 5 }, return: { from: 0.2, to: 0.9 } },
    { step: 12 },
    { through: 100 },
  ])('filters, orders and pages episodes: %j', async (filter) => {
    const counts = await alike((source) => source.ask('run/episode-counts', { run: RUN, ...filter }));
    expect(counts.total).toBeGreaterThan(0);
    for (const sort of ['played', 'return', 'turns'] as const)
      for (const descending of [false, true]) {
        const offset = Math.floor(counts.total / 2);
        const page = await alike((source) =>
          source.ask('run/episodes', { run: RUN, ...filter, sort, descending, offset, limit: 50 }),
        );
        expect(page.items).toHaveLength(Math.min(50, counts.total - offset));
      }
    await alike((source) => source.ask('run/episodes', { run: RUN, ...filter, after: 40, limit: 30 }));
  });

  test('gives an episode and an environment whole, and lists designs by rule', async () => {
    const episode = await alike((source) => source.ask('run/episode', { run: RUN, id: 77 }));
    expect(episode.transcript.turns.length).toBe(episode.turns);
    expect(episode.transcript.opening).toContain('"\\ <b>');
    const { items } = await alike((source) =>
      source.ask('run/environments', { run: RUN, hash: episode.environment }),
    );
    const id = items[0]?.id ?? 0;
    expect((await alike((source) => source.ask('run/environment', { run: RUN, id }))).source).toContain(
      'class ',
    );
    for (const rule of ['SP506', 'none'])
      await alike((source) =>
        source.ask('run/environments', { run: RUN, rule, descending: true, limit: 500 }),
      );
    const counts = await alike((source) =>
      source.ask('run/environment-counts', { run: RUN, accepted: false }),
    );
    expect(counts.total).toBeGreaterThan(10);
  });

  test('finds a text, from the newest on', async () => {
    const found = await alike(async (source) => {
      const ids: number[] = [];
      let before: number | null | undefined;
      while (before !== null) {
        const page: { items: { episode: { id: number } }[]; next: number | null } = await source.ask(
          'run/search',
          {
            run: RUN,
            text: 'ROOM 7.1 "\\',
            limit: 500,
            ...(before === undefined ? {} : { before }),
          },
        );
        ids.push(...page.items.map(({ episode }) => episode.id));
        before = page.next;
      }
      return ids;
    });
    expect(found.length).toBeGreaterThan(10);
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  test('refuses what is not there, with the reason', async () => {
    for (const [name, source] of sources) {
      await expect(source.ask('run/episode', { run: RUN, id: 999_999 }), name).rejects.toMatchObject({
        name: 'SourceError',
        reason: 'no-such-record',
      });
      await expect(source.ask('run/show', { run: 'no-such-run' }), name).rejects.toMatchObject({
        reason: 'no-such-run',
      });
    }
  });

  test('tells how it is reached', async () => {
    for (const [name, source] of sources) {
      const links: Link[] = [];
      const subscription = source.subscribe(RUN, undefined, {
        events: () => {},
        dropped: () => {},
        link: (link) => links.push(link),
      });
      await until(() => links.at(-1)?.state === (name === 'saved' ? 'saved' : 'live'), `${name} is there`);
      subscription.dispose();
    }
  });
});

describe('a live source', () => {
  test('goes on after a lost connection with exactly what was missed', async () => {
    await host.restart({ kinds: [scripted({ pace: 5 })] });
    const control = await host.connect('control');
    const id = await startRun(control, 10_000);
    const source = new SocketSource({
      ...{ url: host.daemon.url, token: host.daemon.token, name: 'a page', patience: [20, 50] as const },
    });
    const sequences: number[] = [];
    const links: string[] = [];
    source.subscribe(id, 0, {
      events: (events: readonly Event[]) => sequences.push(...events.map(({ sequence }) => sequence)),
      dropped: (from, to) => sequences.push(...Array.from({ length: to - from + 1 }, (_, i) => from + i)),
      link: ({ state }) => links.push(state),
    });
    await until(() => sequences.length > 20, 'events come');
    const port = Number(new URL(host.daemon.url).port);
    await control.close();
    await host.restart({ kinds: [scripted({ pace: 5 })], port });
    const before = sequences.length;
    await until(
      () => links.includes('stale') && links.at(-1) === 'live' && sequences.length > before + 20,
      'it goes on',
    );
    expect(sequences).toEqual(sequences.map((_, i) => i + 1));
    source.close();
  });

  test('that is not let in says so, and does not try for ever', async () => {
    const source = new SocketSource({
      ...{ url: host.daemon.url, token: 'x'.repeat(43), name: 'a page', patience: [10, 20] as const },
      hopeless: async () => 'Sign in again.',
    });
    await expect(source.ask('run/list', {})).rejects.toThrow('Sign in again.');
    source.close();
  });
});

test('files that are no whole export are refused with what is missing', async () => {
  const source = new SavedSource();
  await expect(source.add(new Map([['run.json', new Blob(['{}'])]]))).rejects.toThrow(
    /environments\.jsonl, episodes\.jsonl, metrics\.jsonl, journal\.jsonl are missing/,
  );
  await expect(source.add(new Map())).rejects.toBeInstanceOf(SourceError);
});
