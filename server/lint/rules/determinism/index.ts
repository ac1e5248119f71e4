import type { LintRule } from '../../rule.ts';
import { constantUnseededReset } from './constant-unseeded-reset.ts';
import { constructorSeedLost } from './constructor-seed-lost.ts';
import { globalRng } from './global-rng.ts';
import { hashOrder } from './hash-order.ts';
import { nondeterministicReset } from './nondeterministic-reset.ts';
import { nondeterministicStep } from './nondeterministic-step.ts';
import { outsideEntropy } from './outside-entropy.ts';
import { seedIgnored } from './seed-ignored.ts';
import { seedTruthiness } from './seed-truthiness.ts';
import { selfReseeding } from './self-reseeding.ts';

/** SP3: the same inputs give the same episode, and other seeds give others. */
export const determinism: readonly LintRule[] = [
  nondeterministicReset,
  nondeterministicStep,
  outsideEntropy,
  hashOrder,
  globalRng,
  seedIgnored,
  constantUnseededReset,
  seedTruthiness,
  selfReseeding,
  constructorSeedLost,
];
