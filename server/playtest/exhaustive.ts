/** A search with a budget of its own, for the few environments where seeing every state decides something. */
import type { Lab } from './lab.ts';
import { type Graph, Searcher } from './searcher.ts';

const EDGES = 4_000;
/** Of the tick budget: begun only while this much is left, and it takes half of that at most. */
const SHARE = 0.5;

/** More turns than any search takes. */
const NO_HURRY = 1_000;

/**
 * Every state that can be reached from the seed's opening, after `prefix`, by actions that do something; `limit` tells
 * where that was too much. With `hurry` within the environment's own number of turns, else as if it had no limit.
 * `undefined` where states cannot be copied or half of the time is spent.
 */
export function searchFrom(
  lab: Lab,
  seed: number,
  prefix: readonly string[],
  hurry: boolean,
): Promise<Graph | undefined> {
  return lab.once(`exhaustive ${seed} ${hurry} ${JSON.stringify(prefix)}`, async () => {
    const { spent, options } = lab.session;
    if (lab.profile !== 'games' || spent.ticks > options.budget.ticks * SHARE) return undefined;
    const searcher = new Searcher(lab, await lab.success(), {
      seed,
      prefix,
      edges: EDGES,
      depth: Number.POSITIVE_INFINITY,
      ticks: (options.budget.ticks * SHARE) / 2,
      onlyLive: true,
      ...(hurry ? {} : { maxTurns: NO_HURRY }),
    });
    return searcher.run();
  });
}
