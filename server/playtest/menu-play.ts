/** The win rate of an agent that picks blindly among what is offered, computed over a searched graph. */
import type { Profile } from '../contract/profile.ts';
import { DEFAULT_MAX_TURNS, wrapAction } from '../contract/profile.ts';
import { offerOf } from './offers.ts';
import { type Edge, type Graph, SHALLOW } from './searcher.ts';

export interface MenuPlay {
  /** At least this share of plays wins: what lies beyond the searched part counts as lost. */
  readonly share: number;
  readonly states: number;
}

/** `undefined` when fewer than two openings were searched beyond their first moves, or nothing is offered. */
export function menuPlay(graphs: readonly Graph[], profile: Profile): MenuPlay | undefined {
  const shares = graphs.map((graph) => shareOf(graph, profile));
  if (
    graphs.length < 2 ||
    graphs.some((graph) => graph.limit === SHALLOW) ||
    shares.some((share) => share === undefined)
  )
    return undefined;
  return {
    share: shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) / shares.length,
    states: graphs.reduce((sum, graph) => sum + graph.paths.length, 0),
  };
}

function shareOf(graph: Graph, profile: Profile): number | undefined {
  const offered = graph.observations.map((text, number) => movesFrom(graph, number, text, profile));
  if ((offered[0]?.length ?? 0) < 2) return undefined;
  let shares = graph.paths.map(() => 0);
  for (let turn = 0; turn < DEFAULT_MAX_TURNS; turn++)
    shares = offered.map((edges) =>
      mean(edges.map((edge) => (edge.to === undefined ? paid(graph, edge) : (shares[edge.to] ?? 0)))),
    );
  return shares[0];
}

function movesFrom(graph: Graph, number: number, observation: string, profile: Profile): Edge[] {
  const actions = new Set(offerOf(observation).actions.map((action) => wrapAction(profile, action)));
  return graph.edges.filter((edge) => edge.from === number && actions.has(edge.action));
}

const paid = (graph: Graph, { turn }: Edge): number =>
  turn.terminated && turn.reward !== undefined && turn.reward >= graph.success - 1e-9 ? 1 : 0;

const mean = (shares: readonly number[]): number =>
  shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
