import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreError } from './failure.ts';
import { RunStore } from './run-store.ts';
import { commitStep, createRun, designOf, episodeOf, temporaryFolder } from './testing.ts';

let folder: ReturnType<typeof temporaryFolder>;
let run: string;
beforeEach(() => {
  folder = temporaryFolder();
  run = join(folder.path, 'run-test');
});
afterEach(() => folder.remove());

const problemOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError) return `${error.problem}: ${error.message}`;
    throw error;
  }
  return 'no problem';
};

/** Changes the file behind the store's back. */
function tamper(sql: string): void {
  const database = new DatabaseSync(join(run, 'run.db'));
  database.exec(sql);
  database.close();
}

describe('steps', () => {
  test('a run goes on after its last commit, and what came after it is gone', () => {
    const first = createRun(run);
    expect(first.takeUp()).toEqual({ attempt: 1, last: null, pending: undefined });
    commitStep(first, 0);
    commitStep(first, 1);
    first.intend(2, { key: 'k2' });
    first.addEnvironment(2, designOf(9));
    first.addEpisodes(2, [episodeOf(9)]);
    first.events.flush();
    const seen = first.events.last;
    first.close();

    const second = RunStore.open(run);
    const start = second.takeUp();
    expect(start.attempt).toBe(2);
    expect(start.last).toEqual({ step: 1, state: { value: 1 }, folder: null });
    expect(start.pending).toEqual({ step: 2, attempt: 1, detail: { key: 'k2' } });
    expect(second.environments.page({}, 0, 10).map(({ step }) => step)).toEqual([0, 1]);
    expect(second.episodes.page({}, 0, 10).map(({ step }) => step)).toEqual([0, 1]);
    // Events tell what happened; they are not taken back, and their numbers go on.
    expect(second.events.last).toBe(seen + 1);
    second.close();
  });

  test('no step is committed twice, out of turn, or without an intent of this attempt', () => {
    const store = createRun(run);
    store.takeUp();
    commitStep(store, 0);
    expect(() => store.intend(0, null)).toThrow('the next one is 1');
    expect(() => store.intend(2, null)).toThrow('the next one is 1');
    expect(() => store.commit({ step: 1, metrics: [], state: null, detail: null })).toThrow('not intended');
    store.intend(1, null);
    store.close();
    const again = RunStore.open(run);
    again.takeUp();
    expect(() => again.commit({ step: 1, metrics: [], state: null, detail: null })).toThrow('not intended');
    again.close();
    expect(() =>
      tamper(
        "INSERT INTO journal SELECT 99, time, kind, step, attempt, detail, crc FROM journal WHERE kind = 'commit'",
      ),
    ).toThrow('UNIQUE');
  });

  test('files of a checkpoint come back, retention keeps the newest and every n-th, orphans go', () => {
    const store = createRun(run, { checkpoints: { keepLast: 2, keepEvery: 4 } });
    store.takeUp();
    for (let step = 0; step < 7; step++) {
      writeFileSync(join(store.checkpoints.prepare(step), 'weights.bin'), `weights ${step}`);
      commitStep(store, step);
    }
    expect(
      store.checkpoints
        .list()
        .filter(({ removed }) => !removed)
        .map(({ step }) => step),
    ).toEqual([6, 5, 4, 0]);
    writeFileSync(join(store.checkpoints.prepare(7), 'weights.bin'), 'half');
    store.close();
    const again = RunStore.open(run);
    const { last } = again.takeUp();
    expect(readFileSync(join(last?.folder ?? '', 'weights.bin'), 'utf8')).toBe('weights 6');
    expect(readdirSync(join(run, 'checkpoints')).sort()).toEqual([
      'step-000000',
      'step-000004',
      'step-000005',
      'step-000006',
    ]);
    again.close();
  });
});

describe('events', () => {
  test('are read from any number on, from memory and from disk alike', () => {
    const store = createRun(run);
    for (let number = 1; number <= 300; number++)
      store.log(number % 3 === 0 ? 'warning' : 'info', `line ${number}`);
    expect(store.events.last).toBe(0);
    store.events.flush();
    const fromMemory = store.events.read(100, 50);
    expect(fromMemory.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, i) => 101 + i));
    store.close();
    const reader = RunStore.read(run);
    expect(reader.events.read(100, 50)).toEqual(fromMemory);
    expect(reader.events.log(0, 1_000, ['warning'])).toHaveLength(100);
    expect(reader.events.last).toBe(300);
    reader.close();
  });
});

describe('records', () => {
  test('the same source is kept once, rejected designs with what was found', () => {
    const store = createRun(run);
    store.takeUp();
    store.addEnvironment(0, designOf(1));
    store.addEnvironment(0, { ...designOf(1), slot: 5 });
    const rejected = store.addEnvironment(0, designOf(2, false));
    expect(store.environments.counts()).toEqual({ environments: 3, accepted: 2 });
    expect(new Set(store.environments.page({}, 0, 10).map(({ hash }) => hash)).size).toBe(2);
    expect(store.environments.page({ accepted: false }, 0, 10)).toEqual([rejected]);
    expect(store.environments.get(rejected.id)).toMatchObject({ ...designOf(2, false), rules: ['SP506'] });
    store.close();
  });

  test('episodes come in pages by every filter', () => {
    const store = createRun(run);
    store.takeUp();
    store.addEpisodes(
      0,
      Array.from({ length: 120 }, (_, number) => episodeOf(number)),
    );
    const seen: number[] = [];
    for (let after = 0; ; ) {
      const page = store.episodes.page({ step: 0, outcome: 'won', hinted: true }, after, 7);
      seen.push(...page.map(({ seed }) => seed));
      if (page.length < 7) break;
      after = page.at(-1)?.id ?? 0;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => n).filter((n) => n % 3 === 0 && n % 2 === 1));
    expect(store.episodes.get(5)?.transcript).toEqual(episodeOf(4).transcript);
    expect(store.episodes.get(500)).toBeUndefined();
    store.close();
  });
});

describe('what goes wrong', () => {
  test('a second writer is refused, readers are not, and the lock ends with its holder', () => {
    const store = createRun(run);
    expect(problemOf(() => RunStore.open(run))).toMatch(/^busy: .*another process is working on it/);
    store.takeUp();
    commitStep(store, 0);
    const reader = RunStore.read(run);
    expect(reader.journal.committed).toBe(0);
    commitStep(store, 1);
    expect(reader.journal.committed).toBe(1);
    reader.close();
    store.close();
    RunStore.open(run).close();
  });

  test('a full disk stores nothing of the step, and the room set aside lets the state be written', () => {
    const store = createRun(run, { maxBytes: 400_000 });
    store.takeUp();
    commitStep(store, 0);
    store.intend(1, null);
    const fill = () => {
      for (let number = 0; number < 1_000; number++)
        store.addEpisodes(
          1,
          Array.from({ length: 50 }, (_, at) => episodeOf(50 * number + at, 20)),
        );
    };
    expect(problemOf(fill)).toMatch(/^size-limit: .*maxBytes/);
    expect(
      problemOf(() =>
        store.commit({
          step: 1,
          metrics: Array.from({ length: 20_000 }, (_, at) => ({ name: `m${at}`, skill: null, value: at })),
          state: null,
          detail: null,
        }),
      ),
    ).toMatch(/^size-limit/);
    store.setState('paused', { code: 'size-limit', message: 'full' }, null);
    store.close();
    const reader = RunStore.read(run);
    expect(reader.facts.state).toBe('paused');
    expect(reader.journal.committed).toBe(0);
    expect(reader.metrics.page(undefined, 0, 10).items).toEqual([
      { step: 0, name: 'win-rate', skill: null, value: 0 },
    ]);
    reader.close();
  });

  test('damaged rows are named, and the others can be read', () => {
    const store = createRun(run);
    store.takeUp();
    store.addEpisodes(0, [episodeOf(0), episodeOf(1)]);
    commitStep(store, 0);
    store.close();
    tamper('UPDATE transcripts SET data = zeroblob(40) WHERE episode = 1');
    const reader = RunStore.read(run);
    expect(problemOf(() => reader.episodes.get(1))).toMatch(
      /^damaged: .*transcript of episode 1 is not what was written/,
    );
    expect(reader.episodes.get(2)?.transcript.opening).toBe('You are in room 1.');
    reader.close();

    tamper(`UPDATE journal SET detail = '{"value":7}' WHERE kind = 'commit'`);
    const tampered = RunStore.read(run);
    expect(problemOf(() => tampered.journal.page(0, 10))).toMatch(/^damaged: .*record 3 of the journal/);
    tampered.close();
  });

  test('a checkpoint whose file was changed is not gone on from', () => {
    const store = createRun(run);
    store.takeUp();
    writeFileSync(join(store.checkpoints.prepare(0), 'weights.bin'), 'weights');
    commitStep(store, 0);
    store.close();
    writeFileSync(join(run, 'checkpoints', 'step-000000', 'weights.bin'), 'Weights');
    const again = RunStore.open(run);
    expect(problemOf(() => again.takeUp())).toMatch(/^damaged: .*weights\.bin: .*step 0 was committed with/);
    expect(again.facts.attempt).toBe(1);
    again.close();
  });

  test('a file of garbage, of another program, of a newer version: each is said, none is touched', () => {
    createRun(run).close();
    const file = join(run, 'run.db');
    tamper('PRAGMA user_version = 99');
    const before = readFileSync(file);
    expect(problemOf(() => RunStore.open(run))).toMatch(/^newer: .*Update Spade Studio/);
    expect(problemOf(() => RunStore.read(run))).toMatch(/^newer/);
    expect(readFileSync(file).equals(before)).toBe(true);
    tamper('PRAGMA application_id = 7');
    expect(problemOf(() => RunStore.open(run))).toMatch(/^damaged: .*no file of Spade Studio/);
    writeFileSync(file, 'This is no database.'.repeat(500));
    expect(problemOf(() => RunStore.open(run))).toMatch(/^damaged/);
    expect(problemOf(() => RunStore.open(join(folder.path, 'nowhere')))).toMatch(/^missing/);
    expect(existsSync(join(folder.path, 'nowhere'))).toBe(false);
  });
});
