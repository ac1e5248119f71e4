/** What the daemon of this version can run. */
import type { JobKind } from '../daemon/job.ts';
import { POCKET_KIND } from '../selfplay/pocket-kind.ts';

export const JOB_KINDS: readonly JobKind[] = [POCKET_KIND];
