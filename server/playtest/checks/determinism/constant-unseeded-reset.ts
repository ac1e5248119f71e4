import { type Check, undecided } from '../../check.ts';
import { difference } from '../../compare.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';

const MORE = 12;
const ANOTHER = { entropy: 14, clock: 1_800_000_123 };

/** `reset()` without a seed always starts the same episode. */
export const constantUnseededReset: Check = {
  code: 'SP307',
  echoOf: ['SP306'],
  async run(lab: Lab) {
    const openings = (await lab.bareOpenings()).filter((episode) => episode.opening.returned);
    const [first, ...others] = openings;
    if (!first || others.length === 0)
      return undecided('no reset without a seed succeeded', ['SP103', 'SP110', 'SP412']);
    if (others.some((other) => differs(first, other))) return [];
    // A task out of a few may come up again and again by chance: look further before saying so.
    const more = await lab.play(
      Array.from({ length: MORE }, () => ({ seed: null, actions: [], ...ANOTHER })),
      ANOTHER,
      'states',
    );
    if (more.some((other) => differs(first, other))) return [];
    const source = lab.session.options.source;
    return [
      {
        message: `reset() without a seed started the same episode ${openings.length + MORE} times out of ${openings.length + MORE}, in interpreters with different entropy, while seeds give others. A trainer that leaves the seed out trains on one task only; use random.Random(seed) as it is, which draws fresh entropy for None.`,
        line:
          lineOf(source, /seed\s+is\s+(?:not\s+)?None|\bseed\s+or\s+\d|seed\s*=\s*\d/) ??
          lineOf(source, /def\s+reset\s*\(/),
        evidence: {
          play: first.play,
          against: { seed: null, actions: [], ...ANOTHER },
          step: 0,
          expected: first.observation.slice(0, 300),
          observed: first.observation.slice(0, 300),
          sample: { shown: openings.length + MORE, of: openings.length + MORE },
        },
      },
    ];
  },
};

type Episodes = Awaited<ReturnType<Lab['bareOpenings']>>;

const differs = (one: Episodes[number], other: Episodes[number]): boolean =>
  one.opening.state !== other.opening.state || difference(one, other) !== undefined;
