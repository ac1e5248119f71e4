import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { distinctLines, limits, ownerOfBreach, struckAt } from '../../limits.ts';

/** A call did not come back in time. */
export const timeLimit: Check = {
  code: 'SP209',
  early: true,
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = distinctLines((await limits(lab)).filter((one) => one.owner === 'SP209'));
    return found.map((one) => ({
      message: `${struckAt(one)} was still running after the time limit, about a second of plain Python${one.breach.line === null ? '' : ` (in \`${one.text}\`)`}. A trainer would wait for it or lose the rollout. Bound the loop, or do the work once in reset.`,
      line: one.breach.line,
      evidence: { play: one.play, step: one.step },
    }));
  },
  atLoad({ fault }, _traces, _settings, source) {
    if (!('breach' in fault) || ownerOfBreach(fault.breach, source) !== 'SP209') return [];
    return [
      {
        message:
          'Loading the source was still under way after the time limit, about a second of plain Python. Every process that plays it would wait as long. Move the work into reset, or make it less.',
        line: fault.breach.line,
      },
    ];
  },
};
