import type { Check, Sighting } from '../../check.ts';
import { triedAll } from '../../closed-actions.ts';
import { deadEnds } from '../../dead-ends.ts';
import { searchFrom } from '../../exhaustive.ts';
import type { Lab } from '../../lab.ts';
import { resumedSolutions } from '../../resumed.ts';

/** A legal move leads where success cannot be reached any more, and the episode goes on. */
export const deadlock: Check = {
  code: 'SP517',
  echoOf: ['SP402'],
  async run(lab: Lab) {
    for (const graph of (await lab.search()).graphs) {
      const dead = graph.wins.length > 0 && (await triedAll(lab, graph)) ? deadEnds(graph) : [];
      const path = dead.length > 0 ? graph.paths[Math.min(...dead)] : undefined;
      if (path)
        return [
          sighting(graph.seed, path, `${dead.length} of its ${graph.paths.length} states are dead ends`),
        ];
    }
    return fromSuspicion(lab);
  },
};

/**
 * Where the space is too large to see all of it, states in which `solution()` itself finds no way on, while it does in
 * others, are looked at: from a dead end often much less can be reached than from the opening.
 */
async function fromSuspicion(lab: Lab): Promise<Sighting[]> {
  const resumed = await resumedSolutions(lab);
  if (!resumed.some((other) => other.wins)) return [];
  const suspects = resumed
    .filter((other) => !other.wins)
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  for (const { seed, prefix } of suspects.slice(0, 2)) {
    const graph = await searchFrom(lab, seed, prefix, false);
    if (!graph || graph.limit !== undefined || graph.wins.length > 0 || graph.edges.length === 0) continue;
    if (graph.edges.some((edge) => edge.turn.truncated) || !(await triedAll(lab, graph))) continue;
    return [
      sighting(seed, prefix, `none of the ${graph.paths.length} states that can be reached from there wins`),
    ];
  }
  return [];
}

function sighting(seed: number, path: readonly string[], proof: string): Sighting {
  return {
    message: `After ${path.length} legal ${path.length === 1 ? 'action' : 'actions'} on seed ${seed} success is out of reach (${proof}), yet the episode goes on: the turns that follow are played for nothing and teach nothing. End the episode there, or let the move be undone.`,
    evidence: {
      play: { seed, actions: [...path] },
      step: path.length,
      expected: 'a way to win, or the end',
      observed: proof,
    },
  };
}
