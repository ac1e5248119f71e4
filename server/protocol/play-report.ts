/** What `spade play --json` prints: the plays, turn by turn. */
import { z } from 'zod';
import { environmentError, frame, limitBreach } from './driver.ts';
import { play } from './finding.ts';
import { pyValue } from './value.ts';

export const PLAY_REPORT_VERSION = 1;

export const playedTurn = z.strictObject({
  /** 1 for the first action. */
  step: z.number().int(),
  action: z.string(),
  observation: z.string(),
  /** `null` when it is no number. */
  reward: z.union([z.number(), z.enum(['nan', 'inf', '-inf'])]).nullable(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  /** The fifth part of a well-formed return. */
  info: pyValue.optional(),
  /** Where in the source it was returned from. */
  place: frame.optional(),
  /** The types of a return that is not `(str, number, bool, bool, dict)`. */
  returned: z.string().optional(),
  error: environmentError.optional(),
});
export type PlayedTurn = z.infer<typeof playedTurn>;

export const playedEpisode = z.strictObject({
  /** Plays it again. */
  play,
  /** The first observation; `null` when the reset failed. */
  observation: z.string().nullable(),
  info: pyValue.optional(),
  turns: z.array(playedTurn),
  /** Steps after the end. */
  after: z.array(playedTurn),
  ending: z.enum(['terminated', 'truncated', 'unfinished', 'malformed', 'error', 'limit']),
  return: z.number(),
  error: environmentError.optional(),
  breach: limitBreach.optional(),
});
export type PlayedEpisode = z.infer<typeof playedEpisode>;

export const playReport = z.strictObject({
  version: z.literal(PLAY_REPORT_VERSION),
  path: z.string(),
  className: z.string(),
  profile: z.enum(['games', 'tool_use']),
  episodes: z.array(playedEpisode),
  /** The start of what the environment printed. */
  printed: z.string(),
});
export type PlayReport = z.infer<typeof playReport>;
