import { describe, expect, test } from 'vitest';
import { presetName } from './run-config.ts';
import { resolveConfig } from './run-presets.ts';

const tinker = { kind: 'tinker', url: 'http://localhost:8000', model: 'a-model' };

function configOf(preset: string, overrides: Record<string, unknown> = {}) {
  const resolved = resolveConfig(presetName.parse(preset), overrides);
  if ('problems' in resolved) throw new Error(resolved.problems.join('; '));
  return resolved.config;
}

const problemsOf = (preset: string, overrides: Record<string, unknown>) => {
  const resolved = resolveConfig(presetName.parse(preset), overrides);
  return 'problems' in resolved ? resolved.problems : [];
};

describe('presets', () => {
  test('every one is a whole configuration once the engine is given', () => {
    for (const preset of presetName.options)
      expect(configOf(preset, preset === 'pocket' ? {} : { engine: tinker }).rollouts).toBeGreaterThan(0);
  });

  test('carry the numbers of the paper', () => {
    const games = configOf('games-4b', { engine: tinker });
    const tools = configOf('tool-use-30b', { engine: tinker });
    const large = configOf('games-8b', { engine: tinker });
    // Each of 3 skills at work has 8 of the 24 environments.
    expect(games.design.activeSkills * games.design.perSkill).toBe(24);
    expect([games.design.every, tools.design.every]).toEqual([4, 8]);
    expect([games.update.kl, tools.update.kl, large.update.kl]).toEqual([0, 0.005, 0.005]);
    expect([games.design.maxTokens, large.design.maxTokens]).toEqual([16_384, 20_000]);
    expect([games.play.thinking, large.play.thinking]).toEqual([false, true]);
    expect(tools.profile).toBe('tool_use');
  });
});

describe('what differs', () => {
  test('is laid over the preset key by key; lists and other engines replace', () => {
    const config = configOf('pocket', {
      play: { group: 4 },
      design: { skills: ['Optimization'], activeSkills: 1 },
      engine: { provider: 'cuda' },
    });
    expect(config.play).toEqual({ ...configOf('pocket').play, group: 4 });
    expect(config.design.skills).toEqual(['Optimization']);
    expect(config.engine).toEqual({ kind: 'pocket', provider: 'cuda' });
    expect(configOf('pocket', { engine: tinker }).engine).toEqual({
      ...tinker,
      loraRank: 32,
      offTemperature: 'refuse',
    });
  });

  test('is asked for where there is no usual', () => {
    expect(problemsOf('pocket', { engine: { kind: 'tinker', url: 'http://localhost:8000' } })).toEqual([
      'engine.model: needed, and missing',
    ]);
  });

  test('is refused by its key when it is unknown, wrong, or does not go with the rest', () => {
    expect(problemsOf('pocket', { rolouts: 3, play: { groups: 2 }, update: { clipLow: -1 } })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"rolouts"'),
        'play: there is no "groups"',
        expect.stringMatching(/^update\.clipLow: /),
      ]),
    );
    expect(problemsOf('games-4b', {})).toEqual([expect.stringContaining('engine: this preset needs one')]);
    expect(problemsOf('pocket', { curriculum: { kind: 'fixed' } })).toEqual([
      expect.stringContaining('needs curriculum.pool'),
    ]);
    expect(problemsOf('pocket', { design: { activeSkills: 7 } })).toEqual([
      expect.stringContaining('more than design.skills has'),
    ]);
  });
});
