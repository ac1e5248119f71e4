/**
 * An environment on the table: one play with all that a person wants to see of it, and what could be played next.
 * What the play panel shows and the language server answers. It is a function of the source and the play alone, so
 * taking back a move, branching and going to a turn are all the same question with other actions.
 */
import { z } from 'zod';
import { environmentError, limitBreach } from './driver.ts';
import { play } from './finding.ts';
import { playedTurn } from './play-report.ts';
import { pyValue } from './value.ts';

/** An attribute that a call changed; without `before` it was new, without `after` it is gone. */
export const stateChange = z.strictObject({
  name: z.string(),
  before: pyValue.optional(),
  after: pyValue.optional(),
});
export type StateChange = z.infer<typeof stateChange>;

export const tableTurn = playedTurn.extend({
  /** What the environment hides and the action changed, by name. Empty too when the state cannot be read. */
  changes: z.array(stateChange),
});
export type TableTurn = z.infer<typeof tableTurn>;

/** A tool as its environment describes it; `parameters` is its JSON Schema, whatever the environment made of it. */
export const offeredTool = z.strictObject({
  name: z.string(),
  description: z.string(),
  parameters: z.json(),
});
export type OfferedTool = z.infer<typeof offeredTool>;

export const playedTable = z.strictObject({
  className: z.string(),
  profile: z.enum(['games', 'tool_use']),
  /** Plays it again: actions up to the episode's end, and in `after` what was sent once it had ended. */
  play,
  /** The first observation; `null` when the reset failed. */
  observation: z.string().nullable(),
  info: pyValue.optional(),
  /** The attributes after the reset. */
  state: z.array(stateChange),
  turns: z.array(tableTurn),
  after: z.array(tableTurn),
  ending: z.enum(['terminated', 'truncated', 'unfinished', 'malformed', 'error', 'limit']),
  /** Paper, G.3.2: the last reward clipped to [-1, 1], 0 if the episode never terminated. */
  return: z.number(),
  error: environmentError.optional(),
  breach: limitBreach.optional(),
  /** What could be tried now: how it reads, and the action as it is sent. */
  candidates: z.array(z.strictObject({ label: z.string(), action: z.string() })),
  tools: z.array(offeredTool),
  /** The start of what the environment printed. */
  printed: z.string(),
});
export type PlayedTable = z.infer<typeof playedTable>;
