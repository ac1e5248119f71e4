/** What a run leaves behind, as the daemon's queries tell it and exports write it. Times are ISO 8601 in UTC. */
import { z } from 'zod';
import { finding, measures, undecided, verdict } from './finding.ts';
import { runConfig } from './run-config.ts';

const step = z.number().int().min(0);
const time = z.iso.datetime();
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case');

export const runId = z.string().regex(/^[a-z0-9][a-z0-9-]{2,63}$/, 'is no id of a run');

/**
 * `queued`: waits for its turn. `stopping` ends in `stopped`. `finished`, `stopped` and `failed` are ends; only a
 * failed or stopped run may be resumed. A running run whose daemon has ended is `queued` again at the next start.
 */
export const runState = z.enum([
  'queued',
  'running',
  'pausing',
  'paused',
  'stopping',
  'stopped',
  'finished',
  'failed',
]);
export type RunState = z.infer<typeof runState>;

/** Why a run is not going on. */
export const stopReason = z.strictObject({
  code: z.enum([
    'finished',
    'paused',
    'stopped',
    'disk-full',
    'read-only',
    'damaged',
    'io',
    'size-limit',
    'engine',
    'fault',
  ]),
  /** What happened and what to do, for a person. */
  message: z.string(),
});
export type StopReason = z.infer<typeof stopReason>;

export const runSummary = z.strictObject({
  id: runId,
  name: z.string(),
  state: runState,
  reason: stopReason.nullable(),
  /** Committed steps, and how many there are to be. */
  steps: z.number().int(),
  of: z.number().int(),
  created: time,
  changed: time,
  profile: z.enum(['games', 'tool_use']),
  engine: z.string(),
  /** The last event's sequence number. */
  lastEvent: z.number().int(),
  /** Place in the queue from 1, `null` when not queued. */
  queue: z.number().int().nullable(),
});
export type RunSummary = z.infer<typeof runSummary>;

export const runDetail = runSummary.extend({
  config: runConfig,
  counts: z.strictObject({
    environments: z.number().int(),
    accepted: z.number().int(),
    episodes: z.number().int(),
  }),
  /** On the daemon's machine. */
  folder: z.string(),
  bytes: z.number().int(),
});
export type RunDetail = z.infer<typeof runDetail>;

/** A measure at a step, of one skill or of all. */
export const metric = z.strictObject({
  step,
  name: z.string().min(1),
  skill: z.string().nullable(),
  value: z.number(),
});
export type Metric = z.infer<typeof metric>;

/** An environment as it was designed: the try, what checking said, and whether it is played. */
export const environmentHeader = z.strictObject({
  id: z.number().int(),
  /** SHA-256 of the source in UTF-8. */
  hash: digest,
  step,
  /** Place in the step's set from 0, and the try for that place from 1. */
  slot: z.number().int().min(0),
  attempt: z.number().int().min(1),
  skill: z.string(),
  className: z.string().nullable(),
  verdict,
  accepted: z.boolean(),
  /** Why it was rejected, in words; `null` when accepted. */
  rejection: z.string().nullable(),
  /** Codes of its findings. */
  rules: z.array(z.string()),
  /** The document that it was grounded on, by its name in the corpus. */
  document: z.string().nullable(),
});
export type EnvironmentHeader = z.infer<typeof environmentHeader>;

export const environmentDetail = environmentHeader.extend({
  source: z.string(),
  hint: z.string().nullable(),
  profile: z.enum(['games', 'tool_use']),
  findings: z.array(finding),
  undecided: z.array(undecided),
  measures: measures.nullable(),
});
export type EnvironmentDetail = z.infer<typeof environmentDetail>;

/** `won`: full reward. `truncated`: the turns or tokens ran out. `fault`: the environment failed, which is no reward. */
export const episodeOutcome = z.enum(['won', 'lost', 'truncated', 'fault']);

export const episodeHeader = z.strictObject({
  id: z.number().int(),
  step,
  environment: digest,
  skill: z.string(),
  seed: z.number().int(),
  /** The agent saw the hint. */
  hinted: z.boolean(),
  outcome: episodeOutcome,
  /** In [-1, 1]; `null` after a fault. */
  return: z.number().nullable(),
  turns: z.number().int(),
});
export type EpisodeHeader = z.infer<typeof episodeHeader>;

export const episodeTurn = z.strictObject({
  /** All that the agent wrote. */
  response: z.string(),
  /** What it thought before that, where an endpoint tells it apart. None of it is played. */
  thinking: z.string().optional(),
  /** What the environment was given; `null` when nothing in the response was an action. */
  action: z.string().nullable(),
  observation: z.string(),
  reward: z.number(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  /** What `info` held, as far as it is JSON. */
  info: z.json().optional(),
  /** Token ids of the response, and the log-probability of each when it was sampled. */
  tokens: z.array(z.number().int()).optional(),
  logProbabilities: z.array(z.number()).optional(),
  /** The text of each token, where the engine can tell it. */
  pieces: z.array(z.string()).optional(),
});

/** The play itself. It is stored compressed. */
export const transcript = z.strictObject({
  opening: z.string(),
  turns: z.array(episodeTurn),
  /** Within the environment's group, after the step's scores. */
  advantage: z.number().optional(),
  /** For `fault`: what failed. */
  fault: z.string().optional(),
});
export type Transcript = z.infer<typeof transcript>;

/**
 * A run's journal. `intent`: a step's update is about to be applied. `commit`: it was, and everything of the step is
 * stored. `begin`, `resume` and `end` are the run's own.
 */
export const journalRecord = z.strictObject({
  id: z.number().int(),
  time,
  kind: z.enum(['begin', 'intent', 'commit', 'resume', 'end']),
  /** For `resume`: the last committed step. */
  step: step.nullable(),
  /** From 1, raised whenever a process takes the run up. */
  attempt: z.number().int().min(1),
  detail: z.json(),
});
export type JournalRecord = z.infer<typeof journalRecord>;

export const checkpoint = z.strictObject({
  step,
  time,
  files: z.array(z.strictObject({ name: z.string(), bytes: z.number().int(), sha256: digest })),
  /** Removed by retention; the record of it stays. */
  removed: z.boolean(),
});
export type Checkpoint = z.infer<typeof checkpoint>;
