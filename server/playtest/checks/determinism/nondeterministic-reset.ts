import type { Check, Sighting } from '../../check.ts';
import { type Rerun, reruns } from '../../conditions.ts';
import type { Lab } from '../../lab.ts';
import { lineOfCause, parted, rerunEvidence, whatDiffers } from './rerun-report.ts';

/** The same seed starts another episode in another fresh interpreter. */
export const nondeterministicReset: Check = {
  code: 'SP301',
  async run(lab: Lab) {
    const rerun = (await reruns(lab)).find((one) => isAtReset(one));
    return rerun ? [sightingOf(lab, rerun)] : [];
  },
};

/** Entropy, the clock or earlier plays decided what the reset made. Other causes have rules of their own. */
export function isAtReset({ cause, difference, hidden, attributes }: Rerun): boolean {
  if (cause === 'hash' || cause === 'draws') return false;
  return difference?.step === 0 || (hidden === 0 && (attributes.length > 0 || cause === 'company'));
}

function sightingOf(lab: Lab, rerun: Rerun): Sighting {
  const { seeds, attributes, difference } = rerun;
  const seed = rerun.play.seed;
  const onlyZero = seeds.length === 1 && seeds[0] === 0 && lab.seeds.length > 1;
  const what =
    difference?.step === 0
      ? `${whatDiffers(difference)} (${parted(difference)})`
      : `what differs is hidden${attributes.length > 0 ? ` in ${attributes.slice(0, 3).join(', ')}` : ''}${difference ? '' : ' and showed in no play yet'}`;
  const harm = 'Plays of one group get different tasks, and none can be played again.';
  return {
    message: onlyZero
      ? `reset(seed=0) starts another episode in every fresh interpreter while other seeds do not: seed 0 is taken for no seed. Test it with "is not None".`
      : `The same seed ${seed} starts another episode in another fresh interpreter: ${what}. ${harm} ${remedy(rerun)}`,
    line: lineOfCause(lab.session.options.source, rerun.cause, 'reset'),
    evidence: rerunEvidence(rerun),
    ...(onlyZero || !difference ? { severity: 'warning' } : {}),
    echoOf: [
      ...(rerun.cause === 'company' ? ['SP111', 'SP112', 'SP305'] : []),
      // A constructor that raises now and then, because it resets without a seed.
      ...(rerun.plain.opening.error || rerun.rerun.opening.error ? ['SP110', 'SP412', 'SP803'] : []),
    ],
  };
}

function remedy({ cause }: Rerun): string {
  if (cause === 'clock') return 'Leave the clock out of it: draw from random.Random(seed) alone.';
  if (cause === 'company')
    return 'It depends on what was played before in the same process: make the generator anew in reset, from the seed.';
  return 'Draw everything from one generator that reset makes: random.Random(seed).';
}
