import { type Check, undecided } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { accepted, type VerifierTrial, verifierTrials } from '../../verifier-trials.ts';

/** A wrong answer is paid: a negation of the right one, the right one with something attached, two answers, a claim. */
export const lenientVerifier: Check = {
  code: 'SP511',
  async run(lab: Lab) {
    const trials = await verifierTrials(lab);
    if (trials.some(({ episode }) => episode.ending === 'limit'))
      return undecided('a limit struck while an answer was verified');
    const taken = await wronglyAccepted(lab);
    const [shown] = taken;
    if (!shown) return [];
    const { mutation, answer, episode } = shown;
    const names = [...new Set(taken.map((trial) => trial.mutation.name))];
    return [
      {
        message: `Where ${quote(answer.body)} is right, ${quote(mutation.text)} is paid as well (accepted: ${names.join(', ')}). An agent is taught to hedge or to write anything around a guess; compare the whole answer, after trimming, with the expected one.`,
        evidence: {
          play: episode.play,
          step: episode.turns.length,
          expected: { float: 0 },
          observed: { float: episode.return },
        },
      },
    ];
  },
};

/**
 * Wrong answers that were paid. Two answers in one count where the order does not matter: a reader of the first number
 * alone cannot be hedged.
 */
export async function wronglyAccepted(lab: Lab): Promise<VerifierTrial[]> {
  const trials = await verifierTrials(lab);
  const hedges = accepted(trials, 'hedge');
  return [...accepted(trials, 'negation', 'affix', 'claim', 'sign'), ...(hedges.length > 1 ? hedges : [])];
}

const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
