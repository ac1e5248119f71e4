import type { Conditions, Limits } from '../protocol/sandbox.ts';

export const DEFAULT_CONDITIONS: Conditions = { hashSeed: 0, entropy: 1, clock: 1_750_000_000 };

/** About two seconds of a plain loop on a slow machine; the wall clock is only the backstop. */
export const DEFAULT_LIMITS: Limits = { ticks: 400_000, milliseconds: 10_000 };
