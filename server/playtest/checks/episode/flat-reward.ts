import type { Episode } from '../../../contract/episode.ts';
import type { Check } from '../../check.ts';
import { everyEpisode } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { NO_WIN } from './never-terminates.ts';
import { amount, playUntil } from './report.ts';

/** Every play earns the same. */
export const flatReward: Check = {
  code: 'SP414',
  // What keeps every play from its end explains more; that the solution or idling earns so is the same seen closer.
  echoOf: NO_WIN.filter((code) => code !== 'SP501' && code !== 'SP504').concat('SP402'),
  async run(lab: Lab) {
    const ended = (await everyEpisode(lab)).filter(
      ({ ending }) => ending === 'terminated' || ending === 'truncated',
    );
    const earned = new Set(ended.map((episode) => `${episode.return} ${sumOf(episode)}`));
    const [first] = ended;
    if (!first || earned.size > 1) return [];
    // What no play did, a search may have done.
    if (first.return <= 0 && (await lab.search()).wins.length > 0) return [];
    const paid = first.return;
    return [
      {
        message: `All ${ended.length} plays that ended, solutions, random and idle ones alike, have return ${amount(paid)}. A group whose members all earn the same has no advantage to learn from; pay 1 for solving the task and 0 for anything else.`,
        line: methodLine(lab, 'step'),
        evidence: {
          play: playUntil(first, first.turns.length),
          step: first.turns.length,
          observed: { float: paid },
          sample: { shown: ended.length, of: ended.length },
        },
      },
    ];
  },
};

const sumOf = ({ turns }: Episode): number => turns.reduce((sum, { reward }) => sum + (reward ?? 0), 0);
