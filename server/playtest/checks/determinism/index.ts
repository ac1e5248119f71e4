import type { Check } from '../../check.ts';
import { seedIgnored } from './seed-ignored.ts';

/** SP3: the same inputs give the same episode, and other seeds give others. */
export const determinism: readonly Check[] = [seedIgnored];
