import { wrapAction } from '../../../contract/profile.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { offerOf } from '../../offers.ts';
import { refuses, sameReply } from '../../replies.ts';
import type { Edge, Graph } from '../../searcher.ts';

/** An action that the observation lists is answered like one that means nothing, while others of the list are not. */
export const advertisedActionRejected: Check = {
  code: 'SP515',
  profile: 'games',
  async run(lab: Lab) {
    for (const graph of (await lab.search()).graphs) {
      for (const menu of offerOf(graph.observations[0] ?? '').menus) {
        const found = rejectedOf(lab, graph, menu);
        if (found) return [found];
      }
    }
    return [];
  },
};

function rejectedOf(lab: Lab, graph: Graph, menu: readonly string[]): Sighting | undefined {
  const nonsense = graph.nonsense.filter((turn) => refuses(turn.observation));
  const edges = menu.flatMap(
    (item) =>
      graph.edges.find((edge) => edge.from === 0 && edge.action === wrapAction(lab.profile, item)) ?? [],
  );
  const isRejected = ({ to, turn }: Edge): boolean =>
    to === 0 && nonsense.some((other) => sameReply(other, turn));
  const rejected = edges.filter(isRejected);
  const taken = edges.filter((edge) => !isRejected(edge) && edge.to !== undefined);
  const [shown] = rejected;
  // Where most are answered like nonsense, that is how it answers wrong choices.
  if (!shown || taken.length < rejected.length || taken.length === 0) return undefined;
  const names = rejected.map((edge) =>
    JSON.stringify(menu.find((item) => wrapAction(lab.profile, item) === edge.action)),
  );
  return {
    message: `The observation offers ${names.join(', ')} beside ${taken.length} actions that work, and answers ${rejected.length === 1 ? 'it' : 'them'} like an unknown action: turns are lost on what the environment itself proposed. Implement ${rejected.length === 1 ? 'it' : 'them'} or leave ${rejected.length === 1 ? 'it' : 'them'} out of the list.`,
    evidence: {
      play: { seed: graph.seed, actions: [shown.action] },
      against: { seed: graph.seed, actions: [graph.nonsense[0]?.action ?? ''] },
      step: 1,
      expected: 'another reply than to an action that means nothing',
      observed: shown.turn.observation.slice(0, 200),
      sample: { shown: rejected.length, of: edges.length },
    },
  };
}
