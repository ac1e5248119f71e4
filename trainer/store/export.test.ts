import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifest } from '../../server/protocol/manifest.ts';
import { environmentDetail } from '../../server/protocol/run-records.ts';
import { hashOf } from './environments.ts';
import { exportRun } from './export.ts';
import { RunStore } from './run-store.ts';
import { commitStep, createRun, designOf, episodeOf, temporaryFolder } from './testing.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function filled(): RunStore {
  const store = createRun(join(folder.path, 'run'));
  store.takeUp();
  commitStep(store, 0);
  store.addEnvironment(1, { ...designOf(0), slot: 1 });
  store.addEnvironment(1, designOf(7, false));
  store.addEpisodes(
    1,
    Array.from({ length: 450 }, (_, number) => episodeOf(number)),
  );
  commitStep(store, 1);
  return store;
}

test('everything comes out, and the pool holds each accepted environment once', async () => {
  const store = filled();
  const out = join(folder.path, 'out');
  expect(await exportRun(store, out, { shown: 'out', pool: true })).toEqual({
    environments: 4,
    episodes: 452,
    pool: 2,
    damaged: [],
  });
  expect(
    linesOf(join(out, 'environments.jsonl')).map((line) => environmentDetail.parse(line).accepted),
  ).toEqual([true, true, false, true]);
  expect(linesOf(join(out, 'episodes.jsonl'))).toHaveLength(452);
  expect(linesOf(join(out, 'metrics.jsonl'))).toHaveLength(2);
  expect(linesOf(join(out, 'journal.jsonl')).map((line) => (line as { kind: string }).kind)).toEqual([
    'begin',
    'intent',
    'commit',
    'intent',
    'commit',
  ]);
  expect(linesOf(join(out, 'events.jsonl'))).toHaveLength(store.events.last);
  const pool = manifest.parse(JSON.parse(readFileSync(join(out, 'pool', 'manifest.json'), 'utf8')));
  for (const { path, sha256 } of pool.environments)
    expect(hashOf(readFileSync(join(out, 'pool', path), 'utf8'))).toBe(sha256);
  await expect(exportRun(store, out, { shown: 'out', pool: false })).rejects.toThrow(
    'out: the folder for the export is not empty',
  );
  store.close();
});

test('of a damaged run everything else comes out, and the damage is told', async () => {
  filled().close();
  const database = new DatabaseSync(join(folder.path, 'run', 'run.db'));
  database.exec(
    'UPDATE transcripts SET data = zeroblob(9) WHERE episode = 3; UPDATE journal SET detail = 1 WHERE id = 2',
  );
  database.close();
  const store = RunStore.read(join(folder.path, 'run'));
  const out = join(folder.path, 'out');
  const { episodes, damaged } = await exportRun(store, out, { shown: 'out', pool: false });
  expect(episodes).toBe(451);
  expect(damaged).toHaveLength(2);
  expect(linesOf(join(out, 'journal.jsonl'))).toHaveLength(4);
  expect(JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))).toMatchObject({ damaged });
  store.close();
});

test('an export that was broken off has no run.json', async () => {
  const store = filled();
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  const out = join(folder.path, 'out');
  await expect(
    exportRun(store, out, { shown: 'out', pool: false, signal: controller.signal }),
  ).rejects.toThrow('enough');
  expect(existsSync(join(out, 'run.json'))).toBe(false);
  store.close();
});
