import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EpisodeFilter } from '../../server/protocol/run-insights.ts';
import { hashOf } from './environments.ts';
import type { RunStore } from './run-store.ts';
import { createRun, designOf, episodeOf, temporaryFolder } from './testing.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: RunStore;

beforeEach(() => {
  folder = temporaryFolder();
  store = createRun(folder.path);
  store.takeUp();
});
afterEach(() => {
  store.close();
  folder.remove();
});

/** A step with two environments: one is won by every third play, the other never, and its hint helps. */
function step(number: number, commit = true): void {
  store.intend(number, {});
  const [open, shut] = [designOf(2 * number), designOf(2 * number + 1)];
  for (const [slot, design] of [open, shut].entries()) store.addEnvironment(number, { ...design, slot });
  store.addEnvironment(number, { ...designOf(1_000 + number, false), slot: 2 });
  store.addEnvironment(number, { ...designOf(2_000 + number, false), slot: 3, findings: [] });
  const play = (source: string, seed: number, hinted: boolean, won: boolean) => ({
    ...episodeOf(seed),
    environment: hashOf(source),
    hinted,
    outcome: won ? ('won' as const) : ('lost' as const),
    return: won ? 1 : 0,
  });
  store.addEpisodes(number, [
    ...[0, 1, 2].map((seed) => play(open.source, seed, false, seed === 0)),
    ...[0, 1].map((seed) => play(shut.source, seed, false, false)),
    ...[0, 1].map((seed) => play(shut.source, seed, true, seed === 0)),
    { ...episodeOf(9), environment: hashOf(shut.source), hinted: false, outcome: 'fault', return: null },
  ]);
  if (!commit) return;
  store.commit({
    step: number,
    metrics: [
      { name: 'win-rate', skill: null, value: number },
      { name: 'win-rate', skill: 'Optimization', value: 2 * number },
    ],
    state: {
      memory: [{ className: 'AEnv', skill: 'x', source: '', winRate: 0.5, regret: null, rollout: number }],
    },
    detail: null,
  });
}

const ids = (filter: EpisodeFilter, sort: 'played' | 'return' | 'turns' = 'played', descending = false) =>
  store.episodes.slice(filter, { sort, descending }, 0, 100).map(({ id }) => id);

test('columns are aligned with steps, and are means where there are more steps than points', () => {
  for (let number = 0; number < 25; number++) step(number);
  const whole = store.insights.series(['win-rate'], 500);
  expect(whole.steps).toHaveLength(25);
  expect(whole.series.map(({ skill, values }) => [skill, values[7]])).toEqual([
    [null, 7],
    ['Optimization', 14],
  ]);
  const spans = store.insights.series(['win-rate'], 10);
  expect([spans.span, spans.steps]).toEqual([3, [2, 5, 8, 11, 14, 17, 20, 23, 24]]);
  expect(spans.series[0]?.values[1]).toBe(4);
  expect(spans.times).toHaveLength(9);
});

test('bands, places and rejections count committed steps once, and faults as no play', () => {
  step(0);
  expect(
    store.insights.difficulty(500).bands.map(({ band, environments }) => [band, ...environments]),
  ).toEqual([
    ['never', 1],
    ['hard', 0],
    ['learnable', 1],
    ['easy', 0],
    ['always', 0],
  ]);
  step(1);
  step(2, false);
  expect(store.insights.difficulty(500).steps).toEqual([0, 1]);
  const { items, total } = store.insights.landscape(undefined, 3);
  expect([items.length, total]).toEqual([3, 4]);
  expect(items[0]).toMatchObject({
    step: 1,
    plays: 3,
    faults: 1,
    winRate: 0,
    hintedReturn: 0.5,
    regret: 0.5,
  });
  expect(items[1]).toMatchObject({ plays: 3, winRate: 1 / 3, hintedPlays: 0, regret: null });
  const rejected = store.insights.rejections(undefined, 500);
  expect(rejected.tries).toEqual([4, 4]);
  expect(rejected.rules.map(({ code, total }) => [code, total])).toEqual([
    ['SP506', 2],
    [null, 2],
  ]);
  expect(store.insights.memory().map(({ rollout }) => rollout)).toEqual([1]);
});

test('lists are filtered, ordered and paged at any place', () => {
  for (let number = 0; number < 3; number++) step(number);
  expect(store.episodes.counts({})).toEqual({
    total: 24,
    last: 24,
    outcomes: { won: 6, lost: 15, truncated: 0, fault: 3 },
    hinted: 6,
  });
  expect(store.episodes.counts({ hinted: true, return: { from: 0.5, to: 1 } }).total).toBe(3);
  expect(ids({ steps: { from: 1, to: 2 }, outcome: 'fault' })).toEqual([16, 24]);
  expect(ids({ seed: 0, hinted: false, skill: 'Pattern Recognition', through: 12 })).toEqual([1, 4, 9, 12]);
  expect(ids({ step: 1 }, 'return', true).slice(0, 3)).toEqual([14, 9, 15]);
  expect(store.episodes.slice({}, { sort: 'played', descending: true }, 10, 2).map(({ id }) => id)).toEqual([
    14, 13,
  ]);
  expect(store.environments.slice({ rule: 'SP506' }, true, 0, 9).map(({ step }) => step)).toEqual([2, 1, 0]);
  expect(store.environments.slice({ rule: 'none' }, false, 1, 9).map(({ step }) => step)).toEqual([1, 2]);
  expect(store.environments.page({ hash: hashOf(designOf(3).source) }, 0, 9)).toHaveLength(1);
});

test('a search looks into transcripts, goes on where it stopped, and tells where the text stands', () => {
  for (let number = 0; number < 10; number++) step(number);
  const found = store.episodes.search({ hinted: true }, 'ROOM 1.2: it', {
    before: undefined,
    limit: 3,
    time: 9,
  });
  expect(found.items.map(({ turn, part }) => [turn, part])).toEqual(Array(3).fill([3, 'observation']));
  expect(found.items[0]?.excerpt).toContain('Room 1.2: it is dark');
  const rest = store.episodes.search({ hinted: true }, 'room 1.2: it', {
    before: found.next ?? 0,
    limit: 100,
    time: 1_000,
  });
  expect([rest.items.length, rest.next]).toEqual([7, null]);
});
