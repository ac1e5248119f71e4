/** Messages between the play panel's page and the editor. The page shows hostile text, and parses what it is sent. */
import { z } from 'zod';
import { finding, play } from './finding.ts';
import { playedTable } from './play-table.ts';

/** Answers carry the `id` of their question; the page drops what is no longer asked for. */
const id = z.number().int();

export const toPlayPanel = z.discriminatedUnion('type', [
  /** Which environment this is; sent on `ready`, and when the source has changed on disk or in the editor. */
  z.strictObject({
    type: z.literal('environment'),
    uri: z.string(),
    /** The file's name, for the heading. */
    name: z.string(),
    className: z.string().nullable(),
    profile: z.enum(['games', 'tool_use']),
    /** Counts the changes of the source: a page that has played another revision plays again. */
    revision: z.number().int(),
  }),
  /** Opens at the evidence of a finding, or at a play that was handed over: the page asks for it with `play`. */
  z.strictObject({
    type: z.literal('open'),
    play,
    /** The second play, where the finding is a difference between two. */
    against: play.optional(),
    /** The step to show; 0 is the reset. */
    step: z.number().int().optional(),
    finding: finding.pick({ code: true, name: true, severity: true, message: true }).optional(),
  }),
  z.strictObject({ type: z.literal('played'), id, table: playedTable }),
  /** `solution()` as it was answered, in words, and the play of its best reading; `null` when none can be played. */
  z.strictObject({ type: z.literal('solved'), id, said: z.string(), table: playedTable.nullable() }),
  /** A sentence for the person: what happened and what to do. */
  z.strictObject({ type: z.literal('failed'), id, message: z.string() }),
]);
export type ToPlayPanel = z.infer<typeof toPlayPanel>;

export const fromPlayPanel = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** Plays from the start. The newest question wins: the editor cancels the one before. */
  z.strictObject({ type: z.literal('play'), id, play }),
  /** What `solution()` says after this play, and how far that goes from its start. */
  z.strictObject({ type: z.literal('solve'), id, play }),
  /** Puts text on the clipboard and says so. */
  z.strictObject({ type: z.literal('copy'), text: z.string(), what: z.string() }),
  /** Shows a line of the source, from 1. */
  z.strictObject({ type: z.literal('reveal'), line: z.number().int() }),
  /** Checks the environment. */
  z.strictObject({ type: z.literal('check') }),
]);
export type FromPlayPanel = z.infer<typeof fromPlayPanel>;
