/** Presets: the paper's settings (arXiv 2608.19197, table 5), and small ones for the pocket policy. */
import type { z } from 'zod';
import { GAME_SKILLS, type PresetName, type RunConfig, runConfig, TOOL_SKILLS } from './run-config.ts';

type Preset = Omit<RunConfig, 'engine'> & { readonly engine?: RunConfig['engine'] };

const GAMES: Preset = {
  profile: 'games',
  seed: 0,
  rollouts: 400,
  design: {
    skills: [...GAME_SKILLS],
    activeSkills: 3,
    perSkill: 8,
    every: 4,
    attempts: 5,
    temperature: 0.6,
    maxTokens: 16_384,
    thinking: false,
  },
  play: {
    group: 16,
    maxTurns: 25,
    ownTurns: false,
    context: 32_768,
    temperature: 0.6,
    maxTokens: 8_192,
    thinking: false,
  },
  hint: { temperature: 0.3, maxTokens: 4_096, thinking: false },
  reward: {
    variant: 'spade',
    plateau: { low: 0.4, high: 0.6, ramp: 0.25 },
    plateauWeight: 0.6,
    regretWeight: 0.4,
    regretScale: 0.15,
    potential: { slow: 0.85, fast: 0.98 },
    faultPenalty: 0,
    rejected: null,
  },
  curriculum: { kind: 'adaptive', pool: null, designer: 'learning', corpus: null, memory: 200 },
  evaluation: null,
  update: {
    learningRate: 1e-6,
    beta1: 0.9,
    beta2: 0.98,
    weightDecay: 0.1,
    batch: 192,
    epochs: 1,
    clipLow: 0.2,
    clipHigh: 0.28,
    kl: 0,
    rehearsals: 0,
    importanceCap: 2,
    designerScaleCap: 50,
  },
  checkpoints: { keepLast: 3, keepEvery: 20 },
  maxBytes: null,
};

const TOOL_USE: Preset = {
  ...GAMES,
  profile: 'tool_use',
  design: { ...GAMES.design, skills: [...TOOL_SKILLS], every: 8 },
  update: { ...GAMES.update, kl: 0.005 },
};

/** Thinking for both roles, and room for it. */
const at8b = (preset: Preset): Preset => ({
  ...preset,
  design: { ...preset.design, thinking: true, maxTokens: 20_000 },
  play: { ...preset.play, thinking: true },
  update: { ...preset.update, kl: 0.005 },
});

/**
 * Not the paper's: a policy of about a million parameters on a laptop's processor, some five minutes of it. At a rate at
 * which its plays improve so quickly, so small a one forgets how to write programs: the KL term holds it, and designs weigh
 * what they are: each has twenty times the tokens of a play.
 */
const POCKET: Preset = {
  ...GAMES,
  engine: { kind: 'pocket', provider: 'cpu' },
  rollouts: 24,
  design: { ...GAMES.design, perSkill: 4, maxTokens: 420 },
  play: {
    ...GAMES.play,
    maxTurns: 10,
    ownTurns: true,
    temperature: 1,
    maxTokens: 40,
    context: 1_024,
  },
  hint: { ...GAMES.hint, maxTokens: 60 },
  curriculum: { ...GAMES.curriculum, corpus: { path: 'shipped', maxWords: 60 } },
  evaluation: { pool: 'shipped', every: 8, plays: 8 },
  update: {
    ...GAMES.update,
    learningRate: 2e-4,
    weightDecay: 0,
    batch: 48,
    epochs: 2,
    kl: 0.1,
    rehearsals: 12,
    designerScaleCap: 1,
  },
};

/** Without `engine`, except the pocket policy's, since a preset cannot know where the model is served. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  'games-4b': GAMES,
  'games-8b': at8b(GAMES),
  'games-30b': GAMES,
  'tool-use-4b': TOOL_USE,
  'tool-use-8b': at8b(TOOL_USE),
  'tool-use-30b': TOOL_USE,
  pocket: POCKET,
};

export type Resolved = { readonly config: RunConfig } | { readonly problems: readonly string[] };

/** The whole configuration that a request means, or everything that is wrong with it, each with its key. */
export function resolveConfig(preset: PresetName, overrides: Readonly<Record<string, unknown>>): Resolved {
  const parsed = runConfig.safeParse(merged(PRESETS[preset], overrides));
  if (parsed.success) return { config: parsed.data };
  return { problems: parsed.error.issues.map(problem) };
}

function problem({ path, message, code, ...issue }: z.core.$ZodIssue): string {
  const key = path.join('.');
  if (key === 'engine' && code !== 'unrecognized_keys')
    return 'engine: this preset needs one, such as {"kind": "tinker", "url": "…", "model": "…"}; kinds are pocket, tinker, openai';
  if (code === 'unrecognized_keys' && 'keys' in issue)
    return `${key === '' ? '' : `${key}: `}there is no ${issue.keys.map((name) => `"${name}"`).join(', ')}`;
  if (code === 'invalid_type' && message.endsWith('received undefined')) return `${key}: needed, and missing`;
  return key === '' ? message : `${key}: ${message}`;
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tables are merged key by key; an engine of another kind, and anything that is no table, replaces what was there. */
export function mergedOverrides(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over))
    if (key !== '__proto__') result[key] = key in base ? merged(base[key], value) : value;
  return result;
}

function merged(base: unknown, over: unknown): unknown {
  if (!isTable(base) || !isTable(over)) return over;
  if ('kind' in over && 'kind' in base && 'provider' in base && over.kind !== base.kind) return over;
  return mergedOverrides(base, over);
}
