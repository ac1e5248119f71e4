import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../../server/protocol/run-events.ts';
import { startRun } from '../../trainer/daemon/testing.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { temporaryFolder } from '../../trainer/store/testing.ts';
import { begin, type Child, delays, finish, kill, resultOf } from './killing.ts';

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

const start = (home: string, pace: number) => begin(program, home, String(pace));

test(`a run whose daemon is killed ${KILLS} times comes to the same, update by update`, async () => {
  const [quiet, rough] = [join(folder.path, 'quiet'), join(folder.path, 'rough')];
  const undisturbed = await start(quiet, 0);
  const expected = await startRun(undisturbed.client, STEPS, SEED);
  await finish(undisturbed, expected);

  const seen: Event[] = [];
  const watch = async (child: Child) => {
    child.client.on('events', ({ events }) => seen.push(...events));
    await child.client.request('events/subscribe', { stream: run, after: seen.at(-1)?.sequence ?? 0 });
  };
  let child = await start(rough, PACE);
  const run = await startRun(child.client, STEPS, SEED);
  await watch(child);
  const delay = delays(SEED, 20, 270);
  let atWork = 0;
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(delay());
    const { state } = await child.client.request('run/show', { run });
    if (state === 'running') atWork++;
    await kill(child);
    child = await start(rough, PACE);
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
