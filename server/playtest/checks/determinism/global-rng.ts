import { bareResets } from '../../bare-resets.ts';
import type { Check } from '../../check.ts';
import { reruns } from '../../conditions.ts';
import type { Lab } from '../../lab.ts';
import { lineOfCause, parted, rerunEvidence, whatDiffers } from './rerun-report.ts';

/** The generator that all modules share is seeded or drawn from. */
export const globalRng: Check = {
  code: 'SP305',
  async run(lab: Lab) {
    const line = lineOfCause(lab.session.options.source, 'draws', 'reset');
    const remedy =
      'Use self.rng = random.Random(seed), made in reset, in place of random.seed and random.choice.';
    const rerun = (await reruns(lab)).find(({ cause }) => cause === 'draws');
    if (rerun && (rerun.difference || rerun.attributes.length > 0)) {
      const { difference, play } = rerun;
      const what = difference
        ? `${whatDiffers(difference)} at step ${difference.step} (${parted(difference)})`
        : `${rerun.attributes.slice(0, 3).join(', ')} differs after step ${rerun.hidden}`;
      return [
        {
          message: `A draw by other code from the shared random generator changes the episode of seed ${play.seed}: ${what}. A trainer that plays several environments in one process cannot replay any of them. ${remedy}`,
          line,
          evidence: rerunEvidence(rerun),
        },
      ];
    }
    const { touched } = await bareResets(lab);
    if (touched.length === 0) return [];
    return [
      {
        message: `${touched.join(' and ')} ${touched.length > 1 ? 'move' : 'moves'} the random generator that all modules share, so every reset here disturbs other environments and the trainer's own sampling. ${remedy}`,
        line,
        evidence: { play: { seed: lab.seeds[0] ?? 0, actions: [] }, step: 0 },
      },
    ];
  },
};
