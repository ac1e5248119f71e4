import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { distinctLines, limits, ownerOfBreach, struckAt } from '../../limits.ts';

const limitOf = (limit: string): string =>
  limit === 'depth' ? 'used up the stack: it calls itself too deeply' : 'passed the memory limit of 256 MB';

/** A call used more memory or stack than there is. */
export const memoryLimit: Check = {
  code: 'SP210',
  early: true,
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = distinctLines((await limits(lab)).filter((one) => one.owner === 'SP210'));
    return found.map((one) => ({
      message: `${struckAt(one)} ${limitOf(one.breach.limit)}${one.breach.line === null ? '' : ` (in \`${one.text}\`)`}. One such play can end a trainer's process and all rollouts in it. Bound what grows, above all where the action says how much.`,
      line: one.breach.line,
      evidence: { play: one.play, step: one.step },
    }));
  },
  atLoad({ fault }, _traces, _settings, source) {
    if (!('breach' in fault) || ownerOfBreach(fault.breach, source) !== 'SP210') return [];
    return [
      {
        message: `Loading the source ${limitOf(fault.breach.limit)}. Build less at the top of the module.`,
        line: fault.breach.line,
      },
    ];
  },
};
