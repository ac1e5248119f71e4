/** What the daemon of this version can run: one trainer for each of `ENGINES`. */
import type { JobKind } from '../daemon/job.ts';

export const JOB_KINDS: readonly JobKind[] = [];
