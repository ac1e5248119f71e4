import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Event } from '../../server/protocol/run-events.ts';
import { DaemonClient } from '../../trainer/client/client.ts';
import { startRun, until } from '../../trainer/daemon/testing.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { temporaryFolder } from '../../trainer/store/testing.ts';

/** Steps of the run; with the pace they take about five seconds, which is room for the kills. */
const STEPS = 120;
const PACE = 10;
const KILLS = 20;
const SEED = 11;

const folder = temporaryFolder();
const program = join(folder.path, 'child.mjs');

beforeAll(async () => {
  // One file starts in a fraction of the time that the sources take, twenty times over.
  await build({
    entryPoints: [join(import.meta.dirname, 'child.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
});
afterAll(() => folder.remove());

interface Child {
  readonly process: ChildProcess;
  readonly client: DaemonClient;
}

async function begin(home: string, pace: number): Promise<Child> {
  const child = spawn(process.execPath, ['--no-warnings', program, home, String(pace)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, token } = z.object({ url: z.string(), token: z.string() }).parse(JSON.parse(String(line)));
  const client = await DaemonClient.connect({ url, token, name: 'a test', id: 'the-watcher' });
  return { process: child, client };
}

async function kill({ process: child, client }: Child): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  await client.closed;
}

/** Everything that a run comes to, without times, ids and attempts, which tell how often it was disturbed. */
function resultOf(home: string, id: string) {
  const store = RunStore.read(join(home, 'runs', id));
  try {
    return {
      state: store.facts.state,
      updates: store.journal
        .page(0, 10_000)
        .filter(({ kind }) => kind === 'commit')
        .map(({ step, detail }) => ({ step, detail })),
      metrics: store.metrics.page(undefined, 0, 10_000).items,
      environments: store.environments.page({}, 0, 10_000).map(({ id: _, ...rest }) => rest),
      episodes: store.episodes
        .page({}, 0, 10_000)
        .map(({ id, ...rest }) => ({ ...rest, ...store.episodes.get(id), id: 0 })),
    };
  } finally {
    store.close();
  }
}

async function finish({ process: child, client }: Child, run: string): Promise<void> {
  await until(
    async () => (await client.request('run/show', { run })).state === 'finished',
    'the run is finished',
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A generator of random delays that a failure can be repeated with. */
function delays(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 20 + (state / 2 ** 32) * 250;
  };
}

test(`a run whose daemon is killed ${KILLS} times comes to the same, update by update`, async () => {
  const [quiet, rough] = [join(folder.path, 'quiet'), join(folder.path, 'rough')];
  const undisturbed = await begin(quiet, 0);
  const expected = await startRun(undisturbed.client, STEPS, SEED);
  await finish(undisturbed, expected);

  const seen: Event[] = [];
  const watch = async (child: Child) => {
    child.client.on('events', ({ events }) => seen.push(...events));
    await child.client.request('events/subscribe', { stream: run, after: seen.at(-1)?.sequence ?? 0 });
  };
  let child = await begin(rough, PACE);
  const run = await startRun(child.client, STEPS, SEED);
  await watch(child);
  const delay = delays(SEED);
  let atWork = 0;
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(delay());
    const { state } = await child.client.request('run/show', { run });
    if (state === 'running') atWork++;
    await kill(child);
    child = await begin(rough, PACE);
    await watch(child);
  }
  await finish(child, run);

  // Else the test shows nothing.
  expect(atWork).toBe(KILLS);
  expect(resultOf(rough, run)).toEqual(resultOf(quiet, expected));
  const store = RunStore.read(join(rough, 'runs', run));
  const kinds = store.journal.page(0, 10_000).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'resume')).toHaveLength(KILLS);
  expect(kinds.filter((kind) => kind === 'intent').length).toBeGreaterThan(STEPS);
  // The watcher missed nothing and saw nothing twice, over all the kills.
  expect(seen.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: store.events.last }, (_, at) => at + 1),
  );
  store.close();
});
