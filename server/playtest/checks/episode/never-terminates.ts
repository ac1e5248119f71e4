import type { RuleCode } from '../../../protocol/finding.ts';
import { type Check, undecided } from '../../check.ts';
import { everyEpisode } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { amount, playUntil } from './report.ts';

/** Rules that say why no play could come to its end. */
const UNPLAYABLE: readonly RuleCode[] = [
  ...['SP103', 'SP104', 'SP106', 'SP301', 'SP302', 'SP304', 'SP401', 'SP406', 'SP412', 'SP413'],
  ...['SP601', 'SP603', 'SP604', 'SP605', 'SP607', 'SP608', 'SP609', 'SP615', 'SP701', 'SP702', 'SP703'],
];
/** … or why nothing was won. */
export const NO_WIN: readonly RuleCode[] = [...UNPLAYABLE, 'SP108', 'SP501', 'SP502', 'SP504'];

/** Nothing that was tried ends an episode with `terminated`. */
export const neverTerminates: Check = {
  code: 'SP402',
  async run(lab: Lab) {
    const episodes = await everyEpisode(lab);
    if (episodes.some((episode) => [...episode.turns, ...episode.after].some((turn) => turn.terminated)))
      return [];
    const search = await lab.search();
    if (search.wins.length > 0) return [];
    const line = methodLine(lab, 'step');
    const harm = 'An episode that never terminates has return 0, so nothing can be learnt from it';
    const remedy = 'return terminated=True when the task is solved or lost.';
    for (const { seed, episode } of await lab.solutions()) {
      const paid = episode?.turns.find(({ reward }) => (reward ?? 0) > 0);
      if (!episode || !paid || (paid.reward ?? 0) < Math.min(1, bestReward(episodes))) continue;
      return [
        {
          message: `The solution of seed ${seed} earns ${amount(paid.reward ?? 0)} at step ${paid.step}, but terminated stays False, as in all ${episodes.length} plays. ${harm}; ${remedy}`,
          line,
          evidence: { play: playUntil(episode, paid.step), step: paid.step, expected: true, observed: false },
        },
      ];
    }
    const [longest] = episodes.toSorted((a, b) => b.turns.length - a.turns.length);
    if (search.exhaustive && longest) {
      return [
        {
          message: `None of ${episodes.length} plays and none of the ${search.states} states that can be reached ends with terminated=True. ${harm}; ${remedy}`,
          line,
          evidence: {
            play: playUntil(longest, longest.turns.length),
            sample: { shown: episodes.length, of: episodes.length },
          },
          echoOf: UNPLAYABLE,
        },
      ];
    }
    return undecided(
      `no play of ${episodes.length} ended with terminated=True, but not every state was seen (${search.limit ?? 'unknown'})`,
      NO_WIN,
    );
  },
};

const bestReward = (episodes: Awaited<ReturnType<typeof everyEpisode>>): number =>
  Math.max(...episodes.flatMap(({ turns }) => turns.map(({ reward }) => reward ?? 0)));
