/** An environment in training: where it came from, and what has been seen of it since. Kept in every checkpoint. */
import { z } from 'zod';

const returned = z.number().nullable();

/** Text of the designer as it was sampled, for the update that comes k rollouts later. */
export const written = z.strictObject({
  /** Prompt and reply. */
  tokens: z.array(z.number().int()),
  /** Index of the reply's first token. */
  start: z.number().int(),
  /** Of each token of the reply, under the weights that wrote it. */
  logProbabilities: z.array(z.number()),
  temperature: z.number(),
});
export type Written = z.infer<typeof written>;

export const trainingEnvironment = z.strictObject({
  slot: z.number().int(),
  skill: z.string(),
  className: z.string(),
  source: z.string(),
  hash: z.string(),
  /** `null`: none could be had. */
  hint: z.string().nullable(),
  /** `null` for an environment of a pool, which nobody designed. */
  design: written.nullable(),
  /** Returns (rewards.ts): over the window without the hint, and both ways at the regeneration step. */
  results: z.strictObject({
    window: z.array(returned),
    plain: z.array(returned),
    hinted: z.array(returned),
  }),
});
export type TrainingEnvironment = z.infer<typeof trainingEnvironment>;

/** Of an environment that nobody has played yet. */
export const noResults = (): TrainingEnvironment['results'] => ({ window: [], plain: [], hinted: [] });

/** What was written, and for which skill. */
export const skillDesign = z.strictObject({ skill: z.string(), design: written });
export type SkillDesign = z.infer<typeof skillDesign>;
