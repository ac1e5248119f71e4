import type { Check } from '../../check.ts';
import { reruns } from '../../conditions.ts';
import type { Lab } from '../../lab.ts';
import { lineOfCause, parted, rerunEvidence, whatDiffers } from './rerun-report.ts';

/** Another hash seed, which every Python process draws for itself, gives another trace. */
export const hashOrder: Check = {
  code: 'SP304',
  async run(lab: Lab) {
    const rerun = (await reruns(lab)).find(({ cause }) => cause === 'hash');
    // The order of a set in hidden state alone does no harm until something looks at it.
    if (!rerun?.difference) return [];
    const { difference, play } = rerun;
    const at = difference.step === 0 ? 'at the reset' : `at step ${difference.step}`;
    return [
      {
        message: `Under another PYTHONHASHSEED seed ${play.seed} gives another episode: ${whatDiffers(difference)} ${at} (${parted(difference)}). The order of a set, or hash() of a text, decides it, and both change from process to process; sort before you iterate or choose.`,
        line: lineOfCause(lab.session.options.source, 'hash', difference.step === 0 ? 'reset' : 'step'),
        evidence: rerunEvidence(rerun),
      },
    ];
  },
};
