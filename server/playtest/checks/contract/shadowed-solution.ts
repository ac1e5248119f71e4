import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { raised } from '../../raised.ts';

/** An attribute hides the method: calling `solution()` calls a value. */
export const shadowedSolution: Check = {
  code: 'SP109',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = (await raised(lab)).all.find((one) => one.owner === 'SP109');
    if (!found) return [];
    return [
      {
        message:
          '`self.solution` is assigned and hides the method `solution()`, so that calling it is a TypeError. Give the attribute another name, such as `self._answer`.',
        line: lineOf(lab.session.options.source, /\bself\.solution\s*(?::[^=\n]+)?=[^=]/),
        evidence: { play: found.play, step: 0, observed: `TypeError: ${found.error.message}` },
      },
    ];
  },
};
