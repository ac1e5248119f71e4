/** A stretch of source. Lines count from 1, columns from 0 in UTF-16 units; the end is exclusive. */
import { z } from 'zod';

export const position = z.object({ line: z.number().int(), column: z.number().int() });
export type Position = z.infer<typeof position>;

export const range = z.object({ start: position, end: position });
export type Range = z.infer<typeof range>;
