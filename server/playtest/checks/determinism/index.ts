import type { Check } from '../../check.ts';
import { constantUnseededReset } from './constant-unseeded-reset.ts';
import { constructorSeedLost } from './constructor-seed-lost.ts';
import { globalRng } from './global-rng.ts';
import { hashOrder } from './hash-order.ts';
import { nondeterministicReset } from './nondeterministic-reset.ts';
import { nondeterministicStep } from './nondeterministic-step.ts';
import { seedIgnored } from './seed-ignored.ts';
import { selfReseeding } from './self-reseeding.ts';

/** SP3: the same inputs give the same episode, and other seeds give others. */
export const determinism: readonly Check[] = [
  nondeterministicReset,
  nondeterministicStep,
  hashOrder,
  globalRng,
  seedIgnored,
  constantUnseededReset,
  selfReseeding,
  constructorSeedLost,
];
