/** What the page shows and keeps: the lines of play that the person has opened, and the answers about the present one. */
import { z } from 'zod';
import { finding, type Play, play } from '../../server/protocol/finding.ts';
import { type PlayedTable, playedTable } from '../../server/protocol/play-table.ts';

/** What a play starts from: all but its actions. */
export const conditions = play.omit({ actions: true, after: true });
export type Conditions = z.infer<typeof conditions>;

/** Actions up to the episode's end, and those sent once it had ended. */
export const line = z.object({ actions: z.array(z.string()), after: z.array(z.string()) });
export type Line = z.infer<typeof line>;

const told = finding.pick({ code: true, name: true, severity: true, message: true });

/** Another play beside this one: of the finding's evidence, or of `solution()`. */
export const beside = z.object({
  title: z.string(),
  said: z.string().optional(),
  table: playedTable.nullable(),
});
export type Beside = z.infer<typeof beside>;

export const kept = z.object({
  uri: z.string(),
  name: z.string(),
  conditions,
  lines: z.array(line).min(1),
  /** Index of the line that is played. */
  current: z.number().int(),
  /** What stands in the field for an action. */
  draft: z.string(),
  finding: told.optional(),
  /** The step that the finding is about. */
  step: z.number().int().optional(),
  against: play.optional(),
  /** The answer to the present line; kept as far as it is small enough. */
  table: playedTable.optional(),
  beside: beside.optional(),
});
export type Kept = z.infer<typeof kept>;

const EMPTY: Line = { actions: [], after: [] };

export function begin(uri: string, name: string): Kept {
  return { uri, name, conditions: { seed: 0 }, lines: [EMPTY], current: 0, draft: '' };
}

export const lineOf = ({ lines, current }: Kept): Line => lines[current] ?? EMPTY;

export function playOf(state: Kept): Play {
  const { actions, after } = lineOf(state);
  return { ...state.conditions, actions, ...(after.length > 0 ? { after } : {}) };
}

/** Has the episode ended, so that what is sent now comes after the end? */
export const hasEnded = (table: PlayedTable | undefined): boolean =>
  table?.ending === 'terminated' || table?.ending === 'truncated';

/** Has it broken off, so that nothing can be sent? */
export const hasBroken = (table: PlayedTable | undefined): boolean =>
  table?.ending === 'error' || table?.ending === 'malformed' || table?.ending === 'limit';

export function acted({ actions, after }: Line, action: string, ended: boolean): Line {
  return ended ? { actions, after: [...after, action] } : { actions: [...actions, action], after };
}

/** The line up to a step: 0 is the reset; those after the end count on. */
export function upTo({ actions, after }: Line, step: number): Line {
  return step <= actions.length
    ? { actions: actions.slice(0, step), after: [] }
    : { actions, after: after.slice(0, step - actions.length) };
}

export const lengthOf = ({ actions, after }: Line): number => actions.length + after.length;

/** Replaces the present line; answers about the old one go. */
export function withLine(state: Kept, changed: Line): Kept {
  const lines = state.lines.map((one, index) => (index === state.current ? changed : one));
  return { ...state, lines };
}

/** Opens a new line and turns to it. */
export function withNewLine(state: Kept, added: Line): Kept {
  return { ...state, lines: [...state.lines, added], current: state.lines.length };
}

/** Starts over under other conditions. Other lines were played under the old ones, so they go. */
export function withConditions(state: Kept, changed: Conditions): Kept {
  const { table: _, beside: __, finding: ___, step: ____, against: _____, ...rest } = state;
  return { ...rest, conditions: changed, lines: [EMPTY], current: 0 };
}

/** Opens a play that was handed over. */
export function withPlay(state: Kept, { actions, after = [], ...rest }: Play): Kept {
  return {
    ...begin(state.uri, state.name),
    draft: state.draft,
    conditions: rest,
    lines: [{ actions, after }],
  };
}

/** Small enough to keep: without answers that are too long, which are asked for again. */
export function small(state: Kept, limit: number): Kept {
  const { table, beside: other, ...rest } = state;
  const length = (value: unknown) => JSON.stringify(value)?.length ?? 0;
  return {
    ...rest,
    ...(table && length(table) < limit ? { table } : {}),
    ...(other && length(other) < limit ? { beside: other } : {}),
  };
}
