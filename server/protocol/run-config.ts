/**
 * What a training run is asked to do. Numbers of the paper stand in run-presets.ts; the daemon resolves a request to
 * a whole configuration, refuses what it does not know, and stores and shows what then holds.
 */
import { z } from 'zod';

const fraction = z.number().min(0).max(1);
const positive = z.number().positive();
const count = z.number().int().min(1);

export const GAME_SKILLS = [
  'Mathematical Reasoning',
  'Logical Deduction',
  'Spatial Reasoning',
  'Pattern Recognition',
  'Optimization',
  'Causal Inference',
] as const;

export const TOOL_SKILLS = [
  'API Orchestration',
  'State Modification',
  'Data Retrieval',
  'Error Recovery',
  'Tool Selection',
  'Multi-Step Workflows',
] as const;

/** Where the policy lives. Keys never stand in a configuration: `keyVariable` names an environment variable. */
export const engine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pocket'),
    provider: z.enum(['cpu', 'webgpu', 'cuda']).default('cpu'),
    /** A file of weights on the daemon's machine; left out: those that are shipped. */
    weights: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('tinker'),
    url: z.url(),
    model: z.string().min(1),
    loraRank: count.default(32),
    keyVariable: z.string().optional(),
    /** A folder of the model's own tokenizer and chat template on the daemon's machine; `spade engine fetch` fills one. */
    tokenizer: z.string().optional(),
    /** Engines learn at temperature 1. `allow`: sample at others all the same, as the paper's code does; `refuse`: never. */
    offTemperature: z.enum(['refuse', 'allow']).default('refuse'),
  }),
  z.strictObject({
    kind: z.literal('openai'),
    url: z.url(),
    model: z.string().min(1),
    keyVariable: z.string().optional(),
    /** Tools as the API's own, or described in the text. */
    tools: z.enum(['native', 'text']).default('native'),
    /** Requests under way at most. */
    concurrency: count.default(16),
    /** Further fields of every request, such as `chat_template_kwargs`. Not for keys: it is stored and shown. */
    body: z.record(z.string(), z.json()).default({}),
  }),
]);
export type Engine = z.infer<typeof engine>;

/** Sampling of one role. */
const sampling = {
  temperature: z.number().min(0).max(2),
  /** Of one answer. */
  maxTokens: count,
  /** Let the model think before it answers. */
  thinking: z.boolean(),
};

export const design = z.strictObject({
  ...sampling,
  skills: z.array(z.string().min(1)).min(1),
  /** Skills at work in one rollout; they rotate. */
  activeSkills: count,
  /** Environments of one active skill. */
  perSkill: count,
  /** Rollouts that a set of environments is kept for (k). */
  every: count,
  /** Tries before a slot is given up. */
  attempts: count,
});

export const playing = z.strictObject({
  ...sampling,
  /** Plays of one environment without the hint, and as many with it (G). */
  group: count,
  maxTurns: count,
  /** Environments keep the turns that they were written with, and `maxTurns` bounds them. Else they are given it, as in the reference. */
  ownTurns: z.boolean().default(false),
  /** Tokens of a whole episode. */
  context: count,
});

export const reward = z
  .strictObject({
    /** `spade`: plateau of the win rate and regret. The others are comparisons. */
    variant: z.enum(['spade', 'regret', 'learning-potential', 'solve-rate']),
    /** 1 from `low` to `high`, falling to 0 over `ramp` on either side. */
    plateau: z.strictObject({ low: fraction, high: fraction, ramp: positive.max(1) }),
    plateauWeight: fraction,
    regretWeight: fraction,
    /** The regret from which on the designer's reward is full. */
    regretScale: positive,
    /** Rates of the slow and the fast mean of learning potential. */
    potential: z.strictObject({ slow: fraction, fast: fraction }),
    /** Added to the designer's reward for an environment that fails in play; 0 or less. */
    faultPenalty: z.number().max(0),
    /** What a design is paid that checks rejected, beside the others of its skill; `null`: it takes no part. */
    rejected: z.number().nullable(),
  })
  .refine(({ plateau }) => plateau.low <= plateau.high, { message: 'plateau.low is above plateau.high' });

export const curriculum = z.strictObject({
  /** `adaptive`: the designer writes the environments. The others play those of `pool`. */
  kind: z.enum(['adaptive', 'fixed', 'sliding-window']),
  /** For `fixed` and `sliding-window`: a pool's folder on the daemon's machine; `shipped`: the pocket policy's. */
  pool: z.string().nullable(),
  designer: z.enum(['learning', 'frozen']),
  /** Documents that ground designs: JSONL with `orig_doc` or `text`; `shipped`: the pocket policy's. `null`: none. */
  corpus: z.strictObject({ path: z.string().min(1), maxWords: count }).nullable(),
  /** Records kept as examples, oldest out; 0: no memory. */
  memory: z.number().int().min(0),
});

/** Environments that nothing is trained on. What they are won by is measured, and changes nothing. */
export const evaluation = z.strictObject({
  /** A pool's folder on the daemon's machine; `shipped`: the pocket policy's. */
  pool: z.string().min(1),
  /** Rollouts between measurements; the first is before anything is learnt, the last when all is. */
  every: count,
  /** Plays of each environment, from as many seeds. */
  plays: count,
});

export const update = z.strictObject({
  learningRate: positive,
  beta1: fraction,
  beta2: fraction,
  weightDecay: z.number().min(0),
  /** Trajectories of one optimiser step. */
  batch: count,
  /** How often each trajectory is learnt from in its rollout; beyond the first time the clip does its work. */
  epochs: count.default(1),
  clipLow: positive,
  clipHigh: positive,
  /** Weight of the KL term, which holds the policy near the weights that the run began with. */
  kl: z.number().min(0),
  /** Designs of all skills in every update on which the KL term alone acts, those that are paid included; 0: none. */
  rehearsals: z.number().int().min(0).default(0),
  /** Truncation of the importance weight of late designer updates. */
  importanceCap: positive,
  /** Largest factor by which the designer's trajectories are scaled up. */
  designerScaleCap: positive,
});

export const runConfig = z
  .strictObject({
    profile: z.enum(['games', 'tool_use']),
    engine,
    seed: z.number().int().min(0).max(0xffff_ffff),
    rollouts: count,
    design,
    play: playing,
    hint: z.strictObject(sampling),
    reward,
    curriculum,
    evaluation: evaluation.nullable().default(null),
    update,
    /** The newest few are kept, and every so many beyond them; 0: none beyond. */
    checkpoints: z.strictObject({ keepLast: count, keepEvery: z.number().int().min(0) }),
    /** Bytes that the run's database may take; `null`: no limit but the disk's. */
    maxBytes: count.nullable(),
  })
  .refine(({ curriculum: { kind, pool } }) => kind === 'adaptive' || pool !== null, {
    message: 'a fixed or sliding-window curriculum needs curriculum.pool, the folder of the pool',
  })
  .refine(({ design: { activeSkills, skills } }) => activeSkills <= skills.length, {
    message: 'design.activeSkills is more than design.skills has',
  });
export type RunConfig = z.infer<typeof runConfig>;

export const presetName = z.enum([
  'games-4b',
  'games-8b',
  'games-30b',
  'tool-use-4b',
  'tool-use-8b',
  'tool-use-30b',
  'pocket',
]);
export type PresetName = z.infer<typeof presetName>;

/** A preset and what differs from it, by the same names; lists are replaced whole. */
export const runRequest = z.strictObject({
  preset: presetName,
  /** What the person calls it; need not be unique. */
  name: z.string().trim().min(1).max(80).optional(),
  overrides: z.record(z.string(), z.json()).default({}),
});
export type RunRequest = z.input<typeof runRequest>;
