/**
 * What the pages ask of a whole run: columns for charts, counts, and how lists are filtered. Columns are aligned with
 * `steps`; where a run has more steps than `points`, each column entry stands for `span` steps and names the last.
 */
import { z } from 'zod';
import { environmentHeader, episodeHeader, episodeOutcome } from './run-records.ts';

const step = z.number().int().min(0);
const count = z.number().int().min(0);
const skill = z.string();

/** Entries of a column at most. */
export const points = z.number().int().min(10).max(2_000).default(500);

const columns = { steps: z.array(step), span: z.number().int().min(1) };

export const series = z.strictObject({
  ...columns,
  /** When each was committed. */
  times: z.array(z.iso.datetime()),
  series: z.array(
    z.strictObject({
      name: z.string(),
      /** `null`: of all skills. */
      skill: skill.nullable(),
      /** Means over the span; `null` where nothing was told. */
      values: z.array(z.number().nullable()),
    }),
  ),
});
export type Series = z.infer<typeof series>;

/** By an environment's share of wins without the hint: none, below 0.2, to 0.8, above, all. */
export const band = z.enum(['never', 'hard', 'learnable', 'easy', 'always']);
export type Band = z.infer<typeof band>;

export const difficulty = z.strictObject({
  ...columns,
  /** Environments in each band: means over the span. */
  bands: z.array(z.strictObject({ band, environments: z.array(z.number()) })),
});
export type Difficulty = z.infer<typeof difficulty>;

/** An environment in all of its plays. Returns are means; `regret` is of the steps that it was played with the hint in. */
export const place = environmentHeader
  .pick({ id: true, hash: true, step: true, skill: true, className: true })
  .extend({
    plays: count,
    faults: count,
    winRate: z.number().nullable(),
    return: z.number().nullable(),
    hintedPlays: count,
    hintedReturn: z.number().nullable(),
    regret: z.number().nullable(),
  });
export type Place = z.infer<typeof place>;

export const rejections = z.strictObject({
  ...columns,
  /** Tries, and those that were accepted, in each span. */
  tries: z.array(count),
  accepted: z.array(count),
  /** The most frequent first. A try can break several rules. */
  rules: z.array(
    z.strictObject({
      /** `null`: no rule, such as a reply that was cut off or a program that the set had already. */
      code: z.string().nullable(),
      tries: z.array(count),
      total: count,
      /** Of the newest try. */
      latest: z.number().int(),
    }),
  ),
});
export type Rejections = z.infer<typeof rejections>;

/** What is left out does not matter. */
export const episodeFilter = z.strictObject({
  step: step.optional(),
  /** Both ends included. */
  steps: z.strictObject({ from: step, to: step }).optional(),
  /** Its hash. */
  environment: z.string().optional(),
  skill: skill.optional(),
  seed: z.number().int().optional(),
  outcome: episodeOutcome.optional(),
  hinted: z.boolean().optional(),
  /** Both ends included; faults have no return. */
  return: z.strictObject({ from: z.number(), to: z.number() }).optional(),
  /** The largest id: what is played meanwhile does not move the pages. */
  through: z.number().int().min(0).optional(),
});
export type EpisodeFilter = z.infer<typeof episodeFilter>;

/** Ties go by id. `return`: faults come first. */
export const episodeSort = z.enum(['played', 'return', 'turns']);
export type EpisodeSort = z.infer<typeof episodeSort>;

export const episodeCounts = z.strictObject({
  total: count,
  /** The largest id; 0 when there is none. */
  last: count,
  outcomes: z.strictObject({ won: count, lost: count, truncated: count, fault: count }),
  hinted: count,
});
export type EpisodeCounts = z.infer<typeof episodeCounts>;

export const environmentFilter = z.strictObject({
  step: step.optional(),
  accepted: z.boolean().optional(),
  skill: skill.optional(),
  hash: z.string().optional(),
  /** Code of a finding; `none`: rejected without an error of a rule. */
  rule: z.string().optional(),
});
export type EnvironmentFilter = z.infer<typeof environmentFilter>;

/** Where a text stands in an episode. */
export const hit = z.strictObject({
  episode: episodeHeader,
  /** 0: the opening; else the turn, from 1. */
  turn: z.number().int().min(0),
  part: z.enum(['opening', 'response', 'observation', 'fault']),
  /** With what stands around it. */
  excerpt: z.string(),
});
export type Hit = z.infer<typeof hit>;

/** What the designer remembers of an environment that was played. */
export const memoryRecord = z.strictObject({
  className: z.string(),
  skill,
  source: z.string(),
  winRate: z.number(),
  regret: z.number().nullable(),
  rollout: z.number().int(),
});
export type MemoryRecord = z.infer<typeof memoryRecord>;
