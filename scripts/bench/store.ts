/**
 * What the trainer's store and daemon cost: journal, episodes, pages, and events to ten clients.
 *
 *     node scripts/bench/store.ts
 *
 * Figures depend on the disk: every commit waits until it has taken the data.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DAEMON_PROTOCOL, SUBPROTOCOL, TOKEN_PROTOCOL } from '../../server/protocol/daemon.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import { DaemonClient } from '../../trainer/client/client.ts';
import { Daemon } from '../../trainer/daemon/daemon.ts';
import type { JobKind } from '../../trainer/daemon/job.ts';
import type { NewEpisode } from '../../trainer/store/episodes.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import type { Row } from './lint.ts';

const EPISODES = 150_000;
const CLIENTS = 10;
const EVENTS = 100_000;

const perSecond = (count: number, milliseconds: number): string =>
  `${Math.round((count / milliseconds) * 1_000).toLocaleString('en')} a second`;

const timed = (work: () => unknown): number => {
  const begun = performance.now();
  work();
  return performance.now() - begun;
};

/** By the clock, and by the processor time that it took, which other programs and the disk do not lengthen. */
function rate(count: number, work: () => unknown): string {
  const before = process.cpuUsage();
  const time = timed(work);
  const { user, system } = process.cpuUsage(before);
  return `${perSecond(count, time)}; of processor time ${perSecond(count, (user + system) / 1_000)}`;
}

const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN;

/** Ten turns of ordinary length. */
function episode(number: number): NewEpisode {
  return {
    environment: (number % 4_096).toString(16).padStart(64, '0'),
    skill: 'Logical Deduction',
    seed: number,
    hinted: number % 2 === 0,
    outcome: number % 7 === 0 ? 'won' : number % 11 === 0 ? 'truncated' : 'lost',
    return: number % 7 === 0 ? 1 : 0,
    turns: 10,
    transcript: {
      opening: `Vault ${number}: nine switches, three of them live. Find them before the guard returns.`,
      turns: Array.from({ length: 10 }, (_, turn) => ({
        response: `The sum after turn ${turn} is ${(number * 31 + turn * 17) % 97}, so I try \\boxed{flip ${(number + turn) % 9}}`,
        action: `flip ${(number + turn) % 9}`,
        observation: `Switch ${(number + turn) % 9} is ${turn % 2 === 0 ? 'up' : 'down'}; ${9 - turn} turns are left.`,
        reward: 0,
        terminated: turn === 9,
        truncated: false,
      })),
    },
  };
}

function create(folder: string): RunStore {
  const resolved = resolveConfig('pocket', { rollouts: 1_000_000 });
  if ('problems' in resolved) throw new Error(resolved.problems.join('; '));
  const store = RunStore.create(folder, { id: 'bench', name: 'bench', config: resolved.config, rules: '' });
  store.takeUp();
  return store;
}

function journal(folder: string): Row[] {
  const store = create(join(folder, 'journal'));
  const steps = 300;
  const records = rate(2 * steps, () => {
    for (let step = 0; step < steps; step++) {
      store.intend(step, { step });
      const metrics = Array.from({ length: 40 }, (_, at) => ({ name: `m${at}`, skill: null, value: at }));
      store.commit({ step, metrics, state: { step }, detail: { step } });
    }
  });
  const lines = rate(EVENTS, () => {
    for (let line = 0; line < EVENTS; line++) {
      store.log('info', `line ${line} of the log`);
      if (line % 1_000 === 999) store.events.flush();
    }
  });
  store.close();
  return [
    {
      what: 'journal: records, each on disk when it returns',
      measured: records,
      goal: '',
    },
    { what: 'events, 1,000 a transaction', measured: lines, goal: '' },
  ];
}

function episodes(folder: string): Row[] {
  const store = create(join(folder, 'episodes'));
  const stored = rate(EPISODES, () => {
    for (let number = 0; number < EPISODES; number += 384) {
      const size = Math.min(384, EPISODES - number);
      store.addEpisodes(
        0,
        Array.from({ length: size }, (_, at) => episode(number + at)),
      );
      store.events.flush();
    }
  });
  const ask = (work: (at: number) => unknown): string => {
    const times = Array.from({ length: 200 }, (_, at) => timed(() => work((at * 7_919) % EPISODES)));
    return `median ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms`;
  };
  const reader = RunStore.read(store.folder);
  const rows: Row[] = [
    { what: 'episodes of 10 turns stored', measured: stored, goal: '' },
    {
      what: `file of ${EPISODES.toLocaleString('en')} episodes`,
      measured: `${Math.round(store.bytes / 2 ** 20)} MB`,
      goal: '',
    },
    {
      what: 'a page of 100 of them',
      measured: ask((at) => reader.episodes.page({}, at, 100)),
      goal: '20 ms',
    },
    {
      what: 'a page of 100 of those truncated with the hint',
      measured: ask((at) => reader.episodes.page({ outcome: 'truncated', hinted: true }, at, 100)),
      goal: '20 ms',
    },
    { what: 'one transcript', measured: ask((at) => reader.episodes.get(at + 1)), goal: '20 ms' },
  ];
  reader.close();
  store.close();
  return rows;
}

/** Writes as many lines as it can, with a breath between, as a rollout does. */
const chatter: JobKind = {
  engine: 'pocket',
  check: async () => undefined,
  create: () => ({
    run: async ({ log }) => {
      for (let line = 0; line < EVENTS; line++) {
        log('info', `line ${line} of the log`);
        if (line % 100 === 99) await new Promise((resolve) => setImmediate(resolve));
      }
      return 'finished';
    },
  }),
};

async function fanOut(folder: string): Promise<Row[]> {
  const home = join(folder, 'home');
  const daemon = await Daemon.start({ home, kinds: [chatter], rules: '', backlog: 10 * EVENTS });
  const { url, token } = daemon;
  const client = await DaemonClient.connect({ url, token, name: 'bench' });
  await client.request('lease/take', {});
  const watchers = spawn(process.execPath, ['--no-warnings', import.meta.filename, WATCH, url, token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = createInterface(watchers.stdout)[Symbol.asyncIterator]();
  await said.next();
  const before = process.cpuUsage();
  const begun = performance.now();
  await client.request('run/start', { command: crypto.randomUUID(), request: { preset: 'pocket' } });
  await said.next();
  const time = performance.now() - begun;
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1_000;
  const { loopDelay } = await client.request('daemon/status', {});
  await client.close();
  await daemon.close();
  return [
    {
      what: `events stored and sent to each of ${CLIENTS} clients`,
      measured: `${perSecond(EVENTS, time)}; of the daemon's processor time ${perSecond(EVENTS, cpu)}`,
      goal: '10,000 a second',
    },
    {
      what: 'delay of the event loop meanwhile',
      measured: `at most ${loopDelay.max.toFixed(0)} ms`,
      goal: '',
    },
  ];
}

/** Clients of a process of their own: each follows the first run that begins, until it is finished. */
async function watch(url: string, token: string): Promise<void> {
  const done = Array.from({ length: CLIENTS }, async (_, at) => {
    const client = new WebSocket(url, [SUBPROTOCOL, TOKEN_PROTOCOL + token]);
    const ask = (id: number, method: string, params: object) =>
      client.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const ready = Promise.withResolvers<void>();
    const end = Promise.withResolvers<number>();
    let seen = 0;
    client.onopen = () => {
      const who = { id: `watcher-${at}`, name: `watcher ${at}` };
      ask(1, 'initialize', { protocols: [DAEMON_PROTOCOL], client: who, capabilities: {} });
      ask(2, 'events/subscribe', { stream: null });
    };
    client.onmessage = ({ data }) => {
      const { id, method, params } = JSON.parse(String(data));
      if (id === 2) ready.resolve();
      if (method !== 'events') return;
      for (const { event } of params.events) {
        if (params.stream !== null) seen++;
        else if (event.kind === 'run' && event.run.state === 'queued')
          ask(3, 'events/subscribe', { stream: event.run.id, after: 0 });
        if (event.kind === 'state' && event.state === 'finished') end.resolve(seen);
      }
    };
    await ready.promise;
    return { end: end.promise, client };
  });
  const all = await Promise.all(done);
  process.stdout.write('ready\n');
  const counts = await Promise.all(all.map(({ end }) => end));
  if (counts.some((count) => count < EVENTS)) throw new Error(`events are missing: ${counts.join(', ')}`);
  process.stdout.write('done\n');
  for (const { client } of all) client.close();
}
const WATCH = '--watch';

/** What the store and the daemon cost. */
export async function storeFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'spade-bench-'));
  try {
    return [...journal(folder), ...episodes(folder), ...(await fanOut(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [mode, url, token] = process.argv.slice(2);
  if (mode === WATCH && url !== undefined && token !== undefined) await watch(url, token);
  else console.table(await storeFigures());
}
