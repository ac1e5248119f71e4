/**
 * The report of `spade check --format json`, and of `spade lint`, whose verdict is never `sound`: nothing was played.
 * Environments stand in the order in which they were listed (files of a folder by name), findings in the order of
 * their codes; two runs over the same sources with the same settings differ only in `run`.
 */
import { z } from 'zod';
import { finding, measures, undecided, verdict } from './finding.ts';

/** Raised when a reader of the last version could misread the new one. */
export const CHECK_REPORT_VERSION = 1;

export const checkedEnvironment = z.strictObject({
  /** As the user would write it; `-` is the standard input. */
  path: z.string(),
  sha256: z.string(),
  className: z.string().nullable(),
  profile: z.enum(['games', 'tool_use']),
  verdict,
  findings: z.array(
    finding.extend({
      /** Command lines that play the evidence again: two where two plays differ. */
      replay: z.array(z.string()).optional(),
    }),
  ),
  undecided: z.array(undecided),
  measures: measures.nullable(),
  /** With `spade lint --fix`: what was found before and has been fixed; `sha256` and `findings` are of the result. */
  fixed: z.array(finding).optional(),
});
export type CheckedEnvironment = z.infer<typeof checkedEnvironment>;

/** A file that could not be checked: unreadable, or the sandbox failed. Nothing is said about the environment. */
export const notChecked = z.strictObject({ path: z.string(), fault: z.string() });
export type NotChecked = z.infer<typeof notChecked>;

export const checkSummary = z.strictObject({
  environments: z.number().int(),
  sound: z.number().int(),
  unsound: z.number().int(),
  undecided: z.number().int(),
  notChecked: z.number().int(),
  /** Files of the folders that hold no environment class. */
  leftOut: z.number().int(),
  episodes: z.number().int(),
  /** By rule: findings, and the environments that have any. */
  rules: z.record(z.string(), z.strictObject({ findings: z.number().int(), environments: z.number().int() })),
});
export type CheckSummary = z.infer<typeof checkSummary>;

export const checkReport = z.strictObject({
  version: z.literal(CHECK_REPORT_VERSION),
  tool: z.strictObject({
    name: z.literal('spade'),
    version: z.string(),
    /** Changes whenever a rule or the way of looking changes. */
    rules: z.string(),
  }),
  environments: z.array(z.union([checkedEnvironment, notChecked])),
  /** False: the run was interrupted and more environments were to come. */
  complete: z.boolean(),
  summary: checkSummary,
  run: z.strictObject({
    seconds: z.number(),
    /** Results that were taken from the cache. */
    cached: z.number().int(),
  }),
});
export type CheckReport = z.infer<typeof checkReport>;
