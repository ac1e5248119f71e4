/** What a check has to say: findings with evidence, and the verdict on an environment. */
import { z } from 'zod';
import { range } from './range.ts';
import { pyValue } from './value.ts';

export const severity = z.enum(['error', 'warning', 'information']);
export type Severity = z.infer<typeof severity>;

/** A rule's code, `SP101` to `SP908`. */
export const ruleCode = z.string().regex(/^SP[1-9]\d\d$/);
export type RuleCode = z.infer<typeof ruleCode>;

/** How an environment was brought to the point where a finding showed. Enough to play it again. */
export const play = z.object({
  /** `null`: a bare `reset()`. */
  seed: z.number().int().nullable(),
  actions: z.array(z.string()),
  /** Episodes played on the same instance before. */
  earlier: z.array(z.object({ seed: z.number().int().nullable(), actions: z.array(z.string()) })).optional(),
  /** An episode that a second instance plays once before and over again meanwhile, a step before every action. */
  beside: z.object({ seed: z.number().int().nullable(), actions: z.array(z.string()) }).optional(),
  /** Actions played after the episode's end. */
  after: z.array(z.string()).optional(),
  maxTurns: z.number().int().optional(),
  /** Given to the constructor as `seed`. */
  constructorSeed: z.number().int().optional(),
  /**
   * Conditions other than the usual ones: the interpreter's hash seed, entropy and clock (seconds since the epoch),
   * and draws from the global generator before every call.
   */
  hashSeed: z.number().int().optional(),
  entropy: z.number().int().optional(),
  clock: z.number().int().optional(),
  draws: z.number().int().optional(),
});
export type Play = z.infer<typeof play>;

/**
 * Evidence by running: the play, the step at which it showed (0 is the reset) and, where two things differ, both.
 * Evidence by reading is the finding's range.
 */
export const evidence = z.object({
  play: play.optional(),
  /** The second play, where a finding is a difference between two. */
  against: play.optional(),
  step: z.number().int().optional(),
  expected: pyValue.optional(),
  observed: pyValue.optional(),
  /** How many plays it rests on, and in how many it showed. */
  sample: z
    .object({
      shown: z.number().int(),
      of: z.number().int(),
      low: z.number().optional(),
      high: z.number().optional(),
    })
    .optional(),
});
export type Evidence = z.infer<typeof evidence>;

export const edit = z.object({ range, text: z.string() });
export type Edit = z.infer<typeof edit>;

export const fix = z.object({ title: z.string(), edits: z.array(edit) });
export type Fix = z.infer<typeof fix>;

export const finding = z.object({
  code: ruleCode,
  name: z.string(),
  severity,
  /** What is wrong and what to do, in one or two sentences, with the numbers of this environment. */
  message: z.string(),
  range,
  /** Seen by reading, by running, or by both. */
  by: z.enum(['static', 'dynamic', 'both']),
  evidence: evidence.optional(),
  fix: fix.optional(),
});
export type Finding = z.infer<typeof finding>;

/** A rule that could not be decided within the budget, and why. */
export const undecided = z.object({ code: ruleCode, name: z.string(), severity, reason: z.string() });
export type Undecided = z.infer<typeof undecided>;

/** Sound: no error, and no error rule undecided. */
export const verdict = z.enum(['sound', 'unsound', 'undecided']);
export type Verdict = z.infer<typeof verdict>;

/** Numbers that one playtest gives, for people rather than for the verdict. */
export const measures = z.object({
  episodes: z.number().int(),
  steps: z.number().int(),
  /** Fewest actions that won, by search or by `solution()`. */
  shortestWin: z.number().int().nullable(),
  /** Of the random plays: wins, plays, and the 95 % Wilson interval. */
  randomWins: z
    .object({ wins: z.number().int(), plays: z.number().int(), low: z.number(), high: z.number() })
    .nullable(),
  solutionWins: z.object({ wins: z.number().int(), plays: z.number().int() }).nullable(),
  rewardLevels: z.array(z.number()),
  maxTurns: z.number().nullable(),
  /** Turns of the longest play. */
  depth: z.number().int(),
  statesSeen: z.number().int(),
  linesReached: z.array(z.number().int()),
  /** 95th percentile of a step, in ticks (see protocol/sandbox.ts), and the peak of linear memory in bytes. */
  stepTicks: z.number(),
  memory: z.number(),
});
export type Measures = z.infer<typeof measures>;

/** The result of checking one environment. */
export const report = z.object({
  className: z.string().nullable(),
  profile: z.enum(['games', 'tool_use']),
  verdict,
  findings: z.array(finding),
  undecided: z.array(undecided),
  measures: measures.nullable(),
});
export type Report = z.infer<typeof report>;
