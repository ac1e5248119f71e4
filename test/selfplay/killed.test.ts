import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { DaemonClient } from '../../trainer/client/client.ts';
import { RunStore } from '../../trainer/store/run-store.ts';
import { temporaryFolder } from '../../trainer/store/testing.ts';
import { begin, delays, finish, kill, resultOf } from '../daemon/killing.ts';

const KILLS = 5;
const SMALL = {
  seed: 5,
  rollouts: 4,
  design: { skills: ['Optimization', 'Spatial Reasoning'], activeSkills: 2, perSkill: 1, every: 2 },
  play: { group: 4, maxTurns: 4 },
  evaluation: null,
};

const folder = temporaryFolder();
afterAll(() => folder.remove());

const start = (home: string) =>
  begin('--no-node-snapshot', join(import.meta.dirname, 'child.ts'), join(folder.path, home));

async function startRun(client: DaemonClient): Promise<string> {
  await client.request('lease/take', {});
  const request = { preset: 'pocket' as const, overrides: SMALL };
  return (await client.request('run/start', { command: randomUUID(), request })).run.id;
}

test(`self-play on the pocket policy that is killed ${KILLS} times comes to the same, update by update`, async () => {
  const undisturbed = await start('quiet');
  const expected = await startRun(undisturbed.client);
  await finish(undisturbed, expected);

  let child = await start('rough');
  const run = await startRun(child.client);
  const delay = delays(SMALL.seed, 1_000, 6_000);
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(delay());
    await kill(child);
    child = await start('rough');
  }
  await finish(child, run);

  const result = resultOf(join(folder.path, 'rough'), run);
  expect(result).toEqual(resultOf(join(folder.path, 'quiet'), expected));
  expect(result.environments.some(({ accepted }) => accepted)).toBe(true);
  expect(result.episodes.length).toBeGreaterThan(0);
  const store = RunStore.read(join(folder.path, 'rough', 'runs', run));
  // Else the kills came after the end, and the test shows nothing.
  expect(store.journal.page(0, 1_000).filter(({ kind }) => kind === 'resume').length).toBeGreaterThan(1);
  store.close();
}, 900_000);
