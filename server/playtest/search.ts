/** The standard search: from the openings of the first seeds, with a small budget. */
import { triedAll } from './closed-actions.ts';
import type { Lab } from './lab.ts';
import type { Opening } from './openings.ts';
import { kindsOf, refuses, sameReply } from './replies.ts';
import { type Graph, Searcher, type Win } from './searcher.ts';

export interface Search {
  readonly graphs: readonly Graph[];
  /** Shortest wins found, by seed. */
  readonly wins: readonly Win[];
  /** Every state that can be reached was seen, on every seed searched: no action is left that was not tried. */
  readonly exhaustive: boolean;
  /** Why it is not exhaustive or did not run. */
  readonly limit: string | undefined;
  /** Distinct states over all seeds searched. */
  readonly states: number;
  /** Actions that won at once from an opening, by seed. */
  readonly atOnce: readonly Win[];
  /** Different actions are answered differently, or lead to different states. */
  readonly actionsMatter: boolean;
  /** How many kinds of reply the openings give to actions that they do not refuse, counters and echoes aside. */
  readonly replies: number;
}

const SEEDS = 2;
const EDGES_A_SEED = 160;
/** Of the tick budget, for one seed. */
const SHARE = 0.15;

export async function search(lab: Lab): Promise<Search> {
  const openings = (await lab.openings())
    .filter((opening) => !opening.episode.error && opening.state)
    .slice(0, SEEDS);
  const graphs: Graph[] = [];
  const success = await lab.success();
  if (lab.profile === 'games') {
    for (const { seed } of openings) {
      // Where the first seed is far too large, the second one's first moves are all that is looked at.
      const depth = (graphs[0]?.edges.length ?? 0) < EDGES_A_SEED ? Number.POSITIVE_INFINITY : 1;
      const options = {
        seed,
        prefix: [],
        edges: EDGES_A_SEED,
        depth,
        ticks: lab.session.options.budget.ticks * SHARE,
        onlyLive: false,
      };
      graphs.push(await new Searcher(lab, success, options).run());
    }
  }
  const limit = graphs.length > 0 ? await limitOf(lab, graphs) : notSearched(lab, openings);
  const wins = graphs.flatMap((graph) => graph.wins);
  const replies = Math.max(0, ...graphs.map(repliesOf));
  return {
    graphs,
    wins,
    exhaustive: limit === undefined,
    limit,
    states: graphs.reduce((sum, graph) => sum + graph.paths.length, 0),
    atOnce: wins.filter((win) => win.actions.length === 1),
    actionsMatter: replies > 1 || graphs.some((graph) => graph.paths.length > 1),
    replies,
  };
}

async function limitOf(lab: Lab, graphs: readonly Graph[]): Promise<string | undefined> {
  const limited = graphs.find((graph) => graph.limit)?.limit;
  if (limited !== undefined) return limited;
  for (const graph of graphs)
    if (!(await triedAll(lab, graph))) return 'its actions take values of which not all were tried';
  return undefined;
}

const notSearched = (lab: Lab, openings: readonly Opening[]): string | undefined =>
  lab.profile === 'tool_use'
    ? 'tool calls are not searched'
    : openings.length === 0
      ? 'no reset succeeded'
      : undefined;

/** Kinds of reply to accepted first actions. */
const repliesOf = ({ edges, nonsense }: Graph): number =>
  kindsOf(
    edges.flatMap(({ from, to, turn }) =>
      from === 0 &&
      to !== undefined &&
      !refuses(turn.observation) &&
      !nonsense.some((other) => sameReply(other, turn))
        ? [turn]
        : [],
    ),
  );
