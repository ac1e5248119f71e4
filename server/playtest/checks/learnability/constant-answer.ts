import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { solutionTransfer } from '../../transfers.ts';

/** One action list wins on every seed, though the tasks differ. */
export const constantAnswer: Check = {
  code: 'SP510',
  echoOf: ['SP306', 'SP413'],
  async run(lab: Lab) {
    const states = new Set((await lab.openings()).flatMap((opening) => opening.state?.hash ?? []));
    const tried = await solutionTransfer(lab);
    if (states.size < 2 || !tried || tried.episodes.length < 3 || tried.wins < tried.episodes.length)
      return [];
    const { actions, episodes } = tried;
    const other = episodes[1];
    return [
      {
        message: `${actions.length === 1 ? `The one action ${JSON.stringify(actions[0]?.slice(0, 80))}` : `The same ${actions.length} actions`} won on all ${episodes.length} seeds that were tried, though their tasks differ: the agent can learn the answer by heart and ignore the observation. Let the answer depend on the seed.`,
        evidence: {
          play: { seed: episodes[0]?.play.seed ?? 0, actions: [...actions] },
          ...(other ? { against: { seed: other.play.seed, actions: [...actions] } } : {}),
          step: actions.length,
          observed: { float: episodes[0]?.return ?? 1 },
          sample: { shown: tried.wins, of: episodes.length },
        },
      },
    ];
  },
};
