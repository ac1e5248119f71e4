import type { Check, Sighting } from '../../check.ts';
import { type Rerun, reruns } from '../../conditions.ts';
import type { Lab } from '../../lab.ts';
import { isAtReset } from './nondeterministic-reset.ts';
import { lineOfCause, parted, rerunEvidence, whatDiffers } from './rerun-report.ts';

/** The same seed and actions part at some step. */
export const nondeterministicStep: Check = {
  code: 'SP302',
  echoOf: ['SP301', 'SP413'],
  async run(lab: Lab) {
    const rerun = (await reruns(lab)).find(({ cause }) => cause !== 'hash' && cause !== 'draws');
    return rerun && !isAtReset(rerun) ? [sightingOf(lab, rerun)] : [];
  },
};

function sightingOf(lab: Lab, rerun: Rerun): Sighting {
  const { difference, play, cause, attributes } = rerun;
  const origin =
    cause === 'clock'
      ? 'the clock'
      : cause === 'company'
        ? 'what was played before in the same process'
        : 'a generator that no seed reached';
  const remedy = 'Draw from self.rng = random.Random(seed), made in reset.';
  const shared = {
    line: lineOfCause(lab.session.options.source, cause, 'step'),
    evidence: rerunEvidence(rerun),
    ...(cause === 'company' ? { echoOf: ['SP111', 'SP112', 'SP305'] } : {}),
  };
  if (difference) {
    return {
      ...shared,
      message: `The same seed ${play.seed} and the same ${difference.step} actions come out differently in another fresh interpreter: ${whatDiffers(difference)} at step ${difference.step} (${parted(difference)}), because it depends on ${origin}. The agent is paid for luck that cannot be replayed. ${remedy}`,
    };
  }
  const what = attributes.length > 0 ? attributes.slice(0, 3).join(', ') : 'a generator, info or a name';
  return {
    ...shared,
    message: `The same seed ${play.seed} and actions leave ${what} different in another fresh interpreter: it depends on ${origin}. None of ${rerun.of} plays showed it to the agent yet. ${remedy}`,
    severity: 'warning',
  };
}
