/** What comes with the program for the pocket policy, made by warm-start/ship.ts. */
import { join } from 'node:path';

const folder = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, 'shipped')
  : join(import.meta.dirname, 'pocket');

/** Weights after the warm start; documents and environments that it has not seen. */
export const SHIPPED = {
  weights: join(folder, 'weights'),
  corpus: join(folder, 'corpus.jsonl'),
  /** Pools: one to train on where nothing is designed, one that nothing is trained on. */
  pool: join(folder, 'pool'),
  heldOut: join(folder, 'held-out'),
};
