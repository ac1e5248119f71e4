/** What the server serves: the pocket policy, from the weights that are shipped or others. */
import { PocketPolicy } from '../../pocket/pocket.ts';
import { ON_CPU } from '../../pocket/runtime.ts';
import { SHIPPED } from '../../pocket/shipped.ts';
import { POCKET_MODEL } from '../pocket-model.ts';
import type { Served } from './models.ts';

/** As others do, for tests of who asks for more. */
const MAX_RANK = 64;

/** @param weights a checkpoint's folder. @throws PolicyFailure where it is none. */
export async function servedPocket(weights: string = SHIPPED.weights): Promise<Served> {
  const first = await PocketPolicy.open({ checkpoint: weights }, ON_CPU);
  const { context } = first.capabilities;
  await first.close();
  return {
    name: POCKET_MODEL,
    context,
    maxRank: MAX_RANK,
    open: (folder = weights) => PocketPolicy.open({ checkpoint: folder }, ON_CPU),
  };
}
