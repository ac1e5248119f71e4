/** What `spade pool --format json` prints. */
import { z } from 'zod';
import { checkSummary, notChecked } from './check-report.ts';

export const POOL_REPORT_VERSION = 1;

const verdicts = z.strictObject({
  sound: z.number().int(),
  unsound: z.number().int(),
  undecided: z.number().int(),
});

export const duplicate = z.strictObject({
  path: z.string(),
  /** The first environment of its kind. */
  of: z.string(),
  same: z.enum(['program', 'opening']),
});
export type PoolDuplicate = z.infer<typeof duplicate>;

export const poolReport = z.strictObject({
  version: z.literal(POOL_REPORT_VERSION),
  tool: z.strictObject({ name: z.literal('spade'), version: z.string(), rules: z.string() }),
  name: z.string(),
  /** False: the run was interrupted and more environments were to come. */
  complete: z.boolean(),
  summary: checkSummary,
  /** By skill; environments without one are under the empty name. */
  skills: z.record(z.string(), verdicts),
  duplicates: z.array(duplicate),
  notChecked: z.array(notChecked),
  exported: z.strictObject({ folder: z.string(), environments: z.number().int() }).optional(),
});
export type PoolReport = z.infer<typeof poolReport>;
