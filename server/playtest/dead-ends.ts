/** States of a searched graph from which no win can be reached any more. */
import type { Edge, Graph } from './searcher.ts';

/**
 * The numbers of states that go on and from which every way on is known and none wins. Only of a graph that was seen
 * whole: a turn limit that cut a way off, or a move that was not made, leaves it open.
 */
export function deadEnds(graph: Graph): number[] {
  if (graph.limit !== undefined || graph.edges.some((edge) => edge.turn.truncated || edge.turn.error))
    return [];
  const into = new Map<number, Edge[]>();
  for (const edge of graph.edges)
    if (edge.to !== undefined) into.set(edge.to, [...(into.get(edge.to) ?? []), edge]);
  const alive = new Set<number>();
  const queue = graph.edges
    .filter((edge) => edge.turn.terminated && (edge.turn.reward ?? 0) >= graph.success - 1e-9)
    .map((edge) => edge.from);
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    if (alive.has(state)) continue;
    alive.add(state);
    queue.push(...(into.get(state) ?? []).map((edge) => edge.from));
  }
  return graph.paths.flatMap((_, state) => (alive.has(state) ? [] : [state]));
}
