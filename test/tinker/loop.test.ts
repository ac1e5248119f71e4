import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../trainer/daemon/testing.ts';
import { servedPocket } from '../../trainer/policy/tinker/server/pocket.ts';
import { type TestEngine, testEngine } from '../../trainer/policy/tinker/testing.ts';
import { temporaryFolder } from '../../trainer/store/testing.ts';
import { type Child, finish, kill } from '../daemon/killing.ts';
import { lookAt, startDaemon, startRun, stepsOf } from './runs.ts';

const ROLLOUTS = 3;

const folder = temporaryFolder();
let engine: TestEngine;
let child: Child | undefined;
beforeAll(async () => {
  engine = await testEngine({ served: await servedPocket() });
});
afterAll(async () => {
  // Also when a test has broken off.
  child?.process.kill('SIGKILL');
  await engine.close();
  folder.remove();
});

/** Designs, hints, plays and updates, all on the engine. */
const request = () => ({
  preset: 'pocket' as const,
  overrides: {
    engine: { kind: 'tinker', url: engine.server.url, model: 'spade/pocket', loraRank: 8 },
    seed: 5,
    rollouts: ROLLOUTS,
    design: {
      skills: ['Optimization', 'Spatial Reasoning'],
      activeSkills: 2,
      perSkill: 1,
      every: 2,
      temperature: 1,
      attempts: 8,
    },
    play: { group: 4, maxTurns: 4 },
    update: { kl: 0.01 },
    evaluation: null,
  },
});

test('self-play on an engine that is killed within an update comes to its end, and applies none twice', async () => {
  const home = join(folder.path, 'home');
  const first = await startDaemon(home);
  child = first;
  const run = await startRun(first.client, request());
  await until(async () => (await stepsOf(first.client, run)) >= 1, 'one rollout is done', 400_000);
  // The next update has been applied, and its checkpoint is not there yet.
  const { troubles } = engine.server;
  troubles.add('save_weights', 'delay=20000');
  await until(async () => troubles.happened.length > 0, 'an update was applied', 400_000);
  await kill(first);
  const left = engine.server.models.all.map(({ id }) => id);
  expect(left.length).toBeGreaterThan(0);

  child = await startDaemon(home);
  await finish(child, run);

  const seen = lookAt(home, run);
  expect(seen.state).toBe('finished');
  expect(seen.resumed).toBe(1);
  expect(seen.episodes).toBeGreaterThan(0);
  // What the killed process had sent was sent again, to another model, and counts once.
  const models = new Set(seen.sent.flatMap((one) => (one.kind === 'sent' ? [one.model] : [])));
  expect(models.size).toBeGreaterThanOrEqual(2);
  const counts = seen.updates.filter((one) => one !== null);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(new Set(counts).size).toBe(counts.length);
  const { path = '', updates } = seen.checkpoint ?? {};
  expect(updates).toBe(counts.at(-1));
  expect(engine.server.models.checkpoint(path).steps).toBe(updates);
  // Nobody pays for what is left behind.
  expect(seen.orphans).toEqual([]);
  expect(engine.server.models.all).toEqual([]);
}, 900_000);

test('the command line trains on an engine, and tells what it does before', async () => {
  const { spawn } = await import('node:child_process');
  const settings = Object.entries({
    engine: JSON.stringify(request().overrides.engine),
    rollouts: '1',
    'design.temperature': '1',
    'design.activeSkills': '1',
    'design.perSkill': '1',
    'design.attempts': '8',
    'play.group': '2',
    'play.maxTurns': '2',
    evaluation: 'null',
  }).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const spade = async (...words: string[]) => {
    const child = spawn(
      process.execPath,
      [
        '--no-warnings',
        '--no-node-snapshot',
        join(import.meta.dirname, '../../trainer/cli/main.ts'),
        ...words,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
    const [code] = await once(child, 'close');
    return { code, text };
  };
  const dry = await spade('train', 'pocket', '--dry-run', ...settings);
  expect(dry.text).toMatch(/normalisation +losses of tokens are added up/);
  expect(dry.code).toBe(0);
  const cool = await spade('train', 'pocket', '--dry-run', ...settings, '--set', 'play.temperature=0.6');
  expect(cool.text).toMatch(
    /The run would be refused: The engine learns at temperature 1 and the run samples at 0.6/,
  );
  const home = join(folder.path, 'cli');
  const refused = await spade(
    'train',
    'pocket',
    '--home',
    home,
    ...settings,
    '--set',
    'play.temperature=0.6',
  );
  expect(refused.text).toMatch(/engine.offTemperature: engines learn at temperature 1/);
  expect(refused.code).toBe(2);
  const trained = await spade('train', 'pocket', '--home', home, ...settings);
  expect(trained.text).toMatch(/held-out environments won|environments in play won/);
  expect(trained.code).toBe(0);
  const log = await spade('run', 'list', '--home', home);
  const id = /\b\d{8}[\w-]+/.exec(log.text)?.[0] ?? '';
  expect((await spade('run', 'logs', id, '--home', home)).text).toMatch(/The engine:/);
  expect(readFileSync(join(home, 'runs', id, 'sent.jsonl'), 'utf8')).toMatch(/"kind":"unloaded"/);
}, 900_000);
