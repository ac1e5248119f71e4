/** Whether the actions that a search tried are all that there is to try. */
import { unwrap } from './boxes.ts';
import type { Lab } from './lab.ts';
import { offerOf } from './offers.ts';
import type { Edge, Graph } from './searcher.ts';

/**
 * All actions by which any seed was won were tried. Where they take arguments of their own on each seed, no list of
 * actions is whole. Where nothing was won, the opening must offer a menu without holes, and nothing else do anything.
 */
export async function triedAll(lab: Lab, graph: Graph): Promise<boolean> {
  const won: string[] = [];
  for (const { episode } of await lab.solutions())
    if (episode && (await lab.isWin(episode))) won.push(...episode.turns.map((turn) => turn.action));
  const tried = new Set(graph.edges.map((edge) => edge.action));
  if (won.length > 0) return won.every((action) => tried.has(action));
  const { menus, templates } = offerOf(graph.observations[0] ?? '');
  return (
    menus.length > 0 &&
    templates.length === 0 &&
    graph.paths.length > 2 &&
    graph.edges.every((edge) => isOffered(edge, menus) || isIdle(edge))
  );
}

const isIdle = ({ from, to }: Edge): boolean => to === from;
const isOffered = ({ action }: Edge, menus: readonly (readonly string[])[]): boolean =>
  menus.some((menu) => menu.includes(unwrap(action)));
