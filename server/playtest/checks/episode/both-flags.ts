import type { Check } from '../../check.ts';
import { everyEpisode } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { playUntil, quoted } from './report.ts';

/** `terminated` and `truncated` both true. */
export const bothFlags: Check = {
  code: 'SP403',
  async run(lab: Lab) {
    const ended = (await everyEpisode(lab)).filter(
      ({ ending }) => ending === 'terminated' || ending === 'truncated',
    );
    const both = ended.filter(({ turns }) => turns.at(-1)?.terminated && turns.at(-1)?.truncated);
    const [first] = both.toSorted((a, b) => a.turns.length - b.turns.length);
    const last = first?.turns.at(-1);
    if (!first || !last) return [];
    return [
      {
        message: `${both.length} of ${ended.length} episodes end with terminated and truncated both True, first after ${quoted(last.action)} at step ${last.step}. Only a terminated episode has a return, so a trainer counts time that ran out as a result; set one of the two.`,
        line: methodLine(lab, 'step'),
        evidence: {
          play: playUntil(first, last.step),
          step: last.step,
          observed: { tuple: [true, true] },
          sample: { shown: both.length, of: ended.length },
        },
      },
    ];
  },
};
