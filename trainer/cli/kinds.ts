/** What the daemon of this version can run. */
import type { JobKind } from '../daemon/job.ts';
import { OPENAI_KIND } from '../selfplay/openai-kind.ts';
import { POCKET_KIND } from '../selfplay/pocket-kind.ts';
import { TINKER_KIND } from '../selfplay/tinker-kind.ts';

export const JOB_KINDS: readonly JobKind[] = [POCKET_KIND, OPENAI_KIND, TINKER_KIND];
