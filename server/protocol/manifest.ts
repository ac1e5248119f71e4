/**
 * A pool's `manifest.json`: which environments it holds and where each came from. Reading is lenient (pools of other
 * makers carry keys of their own, which are kept out of the way); writing is strict.
 */
import { z } from 'zod';
import { verdict } from './finding.ts';

const profile = z.enum(['games', 'tool_use']);
/** A run, a step or a model size: some makers write `12`, some `"12"`. */
const label = z.union([z.string(), z.number()]);

/** 64 hexadecimal digits, in lower case. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
  .transform((digits) => digits.toLowerCase());

/** What is told of an environment beside its source. All of it is optional when read. */
export const provenance = z.looseObject({
  skill: z.string().nullish(),
  source_run: label.nullish(),
  model_scale: label.nullish(),
  recipe: z.string().nullish(),
  step: label.nullish(),
  document: z.string().nullish(),
  /** Difficulty, the easiest being 0, where a pool has one: what a sliding window moves over. */
  level: z.number().int().min(0).nullish(),
  /** What helps whoever plays it, without the answer. */
  hint: z.string().nullish(),
});
export type Provenance = z.infer<typeof provenance>;

export const manifestEntry = provenance.extend({
  /** Relative to the manifest, with `/`. */
  path: z.string().min(1, 'must not be empty'),
  profile: profile.nullish(),
  sha256: sha256.nullish(),
  /** What an earlier check came to; shown, never believed. */
  verdict: verdict.nullish(),
  /** Rules that are known to be broken, for pools that are made to test a checker. */
  faults: z.array(z.string()).nullish(),
});
export type ManifestEntry = z.infer<typeof manifestEntry>;

export const manifest = z.looseObject({
  name: z.string().nullish(),
  licence: z.string().nullish(),
  environments: z.array(manifestEntry),
});
export type Manifest = z.infer<typeof manifest>;

/** What we write. `rules` is the version of the rules that the verdicts rest on. */
export const writtenManifest = z.strictObject({
  name: z.string(),
  licence: z.string().optional(),
  rules: z.string(),
  environments: z.array(
    z.strictObject({
      path: z.string(),
      profile,
      skill: z.string().optional(),
      source_run: label.optional(),
      model_scale: label.optional(),
      recipe: z.string().optional(),
      step: label.optional(),
      document: z.string().optional(),
      hint: z.string().optional(),
      sha256,
      verdict,
      findings: z.number().int(),
    }),
  ),
});
export type WrittenManifest = z.infer<typeof writtenManifest>;
