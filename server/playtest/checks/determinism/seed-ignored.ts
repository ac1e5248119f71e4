import { openingText } from '../../../contract/episode.ts';
import { type Check, undecided } from '../../check.ts';
import type { Lab } from '../../lab.ts';

/** All seeds give the same opening, the same state and the same solution. */
export const seedIgnored: Check = {
  code: 'SP306',
  echoOf: ['SP301'],
  async run(lab: Lab) {
    const openings = (await lab.openings()).filter((opening) => opening.state);
    const [first, ...others] = openings;
    if (!first || others.length === 0) return undecided('fewer than two seeds could be reset');
    if (others.some((other) => other.state?.hash !== first.state?.hash)) return [];
    const text = openingText(first.episode.opening);
    if (others.some((other) => openingText(other.episode.opening) !== text)) return [];
    return [
      {
        message: `All ${openings.length} seeds that were tried start the same episode: the agent sees one task only and can learn it by heart. Draw the task from random.Random(seed) in reset.`,
        evidence: {
          play: { seed: first.seed, actions: [] },
          against: { seed: others[0]?.seed ?? 1, actions: [] },
          step: 0,
          expected: text.slice(0, 300),
          observed: text.slice(0, 300),
        },
      },
    ];
  },
};
