import type { RuleCode } from '../../../protocol/finding.ts';
import type { Check, NotDecided, Sighting } from '../../check.ts';
import { triedAll } from '../../closed-actions.ts';
import { searchFrom } from '../../exhaustive.ts';
import type { Lab } from '../../lab.ts';
import type { Graph } from '../../searcher.ts';
import { isProseOnly } from './solution-not-playable.ts';

/** On some seed nothing wins: every state that can be reached was seen. Where that cannot be told, it is said so. */
export const unwinnable: Check = {
  code: 'SP504',
  echoOf: ['SP402'],
  async run(lab: Lab) {
    const openings = (await lab.openings()).filter(
      (opening) => opening.episode.opening.returned && !opening.episode.error,
    );
    const won = new Set<number | null>((await lab.search()).wins.map((win) => win.seed));
    for (const { episode } of await lab.solutions())
      if (episode && (await lab.isWin(episode))) won.add(episode.play.seed);
    const open = openings.filter(({ seed }) => !won.has(seed));
    if (open.length === 0) return [];
    // An exhaustive search pays for itself only where the space turns out small: two seeds are tried.
    for (const { seed } of open.slice(0, 2)) {
      const graph = await searchFrom(lab, seed, [], true);
      if (!graph || graph.limit !== undefined || !(await triedAll(lab, graph))) continue;
      if (graph.wins.length === 0) return [noWin(seed, graph, open.length, openings.length)];
      won.add(seed);
    }
    if (won.size > 0 || (await anyWin(lab))) return [];
    // A solution in prose is only a warning, so it does not explain this away.
    return (await isProseOnly(lab)) ? unknown(EXPLAINS) : unknown([...EXPLAINS, 'SP501']);
  },
};

/** Findings that explain why nothing won; without one of them it stays open. */
const EXPLAINS: readonly RuleCode[] = ['SP108', 'SP109', 'SP209', 'SP210', 'SP106', 'SP406', 'SP412'];

const unknown = (echoOf: readonly RuleCode[]): NotDecided => ({
  undecided: 'no play of any kind won, and the space of states is too large to see all of it',
  echoOf,
});

async function anyWin(lab: Lab): Promise<boolean> {
  for (const { episode } of await lab.episodes()) if (await lab.isWin(episode)) return true;
  return false;
}

function noWin(seed: number, { paths, edges }: Graph, open: number, of: number): Sighting {
  return {
    message: `Seed ${seed} cannot be won: of ${edges.length} moves through all ${paths.length} states that can be reached, none is paid as success, and solution() does not win there either (${open} of ${of} seeds). Draw only tasks that can be solved, or mend the check.`,
    evidence: {
      play: { seed, actions: [] },
      step: 0,
      expected: 'a win',
      observed: `none in ${paths.length} states`,
      sample: { shown: open, of },
    },
  };
}
