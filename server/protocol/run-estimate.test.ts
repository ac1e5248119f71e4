import { expect, test } from 'vitest';
import { presetName } from './run-config.ts';
import { differencesOf, overridesFrom, requestFor } from './run-differences.ts';
import { estimate, estimateText, ratesText, roughly } from './run-estimate.ts';
import { resolveConfig } from './run-presets.ts';

const tinker = { kind: 'tinker', url: 'http://localhost:8000', model: 'a-model' };

function configOf(preset: string, overrides: Record<string, unknown> = {}) {
  const resolved = resolveConfig(presetName.parse(preset), overrides);
  if ('problems' in resolved) throw new Error(resolved.problems.join('; '));
  return resolved.config;
}

test('the paper’s run: 24 environments, 16 plays, 400 rollouts, a new set every 4th', () => {
  const cost = estimate(configOf('games-4b', { engine: tinker }));
  expect(cost.plays).toBe(400 * 24 * 16 + 100 * 24 * 16);
  expect(cost.designs).toEqual([2_400, 12_000]);
  // A play of 25 turns of 8,192 tokens does not fit into its context of 32,768.
  expect(cost.tokens.play).toBe(cost.plays * 32_768);
  expect(estimateText(cost).join(' ')).toContain('at most 6.5 billion tokens');
});

test('what is drawn from a pool costs no designs and no hints', () => {
  const cost = estimate(configOf('pocket', { curriculum: { kind: 'fixed', pool: '/pool' } }));
  expect([cost.designs, cost.hints, cost.hinted]).toEqual([[0, 0], 0, 0]);
  expect(cost.tokens.all).toBe(cost.tokens.play);
  expect(estimateText(cost)[1]).toContain('Nothing is designed');
});

test('updates and checkpoints of the paper’s run: 384 plays and 24 designs in batches of 192', () => {
  const cost = estimate(configOf('games-4b', { engine: tinker }));
  expect(cost.updates.steps).toBe(400 * 3);
  expect(cost.updates.tokens).toBe(400 * (384 * 32_768 + 24 * 16_384));
  // The last three, and every twentieth.
  expect(cost.checkpoints).toEqual({ written: 400, kept: 23 });
  expect(cost.prompts).toEqual({ anew: cost.plays * 25 * 32_768, kept: cost.plays * 32_768 });
  expect(cost.evaluation).toBeNull();
});

test('an evaluation is counted before, between and after', () => {
  const config = configOf('games-4b', {
    engine: tinker,
    rollouts: 30,
    evaluation: { pool: '/held-out', every: 12, plays: 8 },
  });
  // After 0, 12, 24 and 30 rollouts.
  expect(estimate(config).evaluation).toEqual({ times: 4, playsEach: 32, plays: null });
  const known = estimate(config, 10);
  expect(known.evaluation?.plays).toBe(320);
  expect(known.tokens.evaluation).toBe(320 * 32_768);
  expect(known.tokens.all).toBe(estimate(config).tokens.all + 320 * 32_768);
  expect(estimateText(known).at(-1)).toBe('It is evaluated 4 times: 320 plays, beside those above.');
});

test('time and money are told from what a person says of them, and not without', () => {
  const cost = estimate(configOf('games-4b', { engine: tinker, rollouts: 4 }));
  expect(ratesText(cost, {})).toEqual([]);
  const [time, money] = ratesText(cost, { tokensPerSecond: 20_000, prices: { write: 2, learn: 1 } });
  expect(time).toContain('20,000 tokens a second');
  expect(time).toContain(`at most ${roughly(cost.tokens.all / 20_000 / 60)} minutes`);
  const [written, learnt] = [(2 * cost.tokens.all) / 1e6, cost.updates.tokens / 1e6];
  expect(money).toContain(
    `at most ${roughly(written + learnt)}: 0 for reading in plays, ${roughly(written)} for writing`,
  );
});

test('numbers are told as far as they are known', () => {
  expect([7, 960, 12_345, 3_140_000, 6_500_000_000].map(roughly)).toEqual([
    '7',
    '960',
    '12,000',
    '3.1 million',
    '6.5 billion',
  ]);
});

test('a clone asks for the very same configuration, with as few settings as there are differences', () => {
  for (const [preset, overrides] of [
    ['pocket', { rollouts: 5, play: { group: 4 }, design: { skills: ['Optimization'], activeSkills: 1 } }],
    ['tool-use-8b', { engine: tinker, curriculum: { corpus: { path: 'docs.jsonl', maxWords: 300 } } }],
    ['games-4b', { engine: { kind: 'openai', url: 'http://localhost', model: 'm' } }],
  ] as const) {
    const config = configOf(preset, overrides);
    const request = requestFor(config);
    expect(configOf(request.preset, request.overrides)).toEqual(config);
  }
  expect(requestFor(configOf('pocket', { play: { group: 4 } }))).toEqual({
    preset: 'pocket',
    overrides: { play: { group: 4 } },
  });
});

test('two configurations differ by key', () => {
  const [left, right] = [configOf('pocket'), configOf('pocket', { seed: 3, update: { kl: 0.7 } })];
  expect(differencesOf(left, right)).toEqual([
    { key: 'seed', left: 0, right: 3 },
    { key: 'update.kl', left: left.update.kl, right: 0.7 },
  ]);
  expect(
    overridesFrom([
      ['update.kl', 0.1],
      ['update.beta1', 0.8],
      ['seed', 3],
    ]),
  ).toEqual({
    update: { kl: 0.1, beta1: 0.8 },
    seed: 3,
  });
});
