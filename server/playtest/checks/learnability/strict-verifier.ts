import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { type VerifierTrial, verifierTrials } from '../../verifier-trials.ts';

const EXACT = /\b(?:plain|bare|only|just|exactly|nothing else|as is)\b/i;
const CASE = /\bcase\b|\bcapitals?\b|\bupper-?case|\blower-?case/i;

/** What an observation may say to exclude a way of writing. */
const EXCLUDED: Readonly<Record<string, RegExp>> = {
  'upper case': CASE,
  'lower case': CASE,
  'spaces around it': /\b(?:no|without) (?:\w+ )?spaces|\bexactly\b/i,
  '\\text{…}': EXACT,
  quotes: EXACT,
  'a full stop': EXACT,
};

/** Seldom written: worth a word only beside a refusal that costs more. */
const MINOR = new Set(['a full stop', 'quotes']);

/** The right answer, written in another way that no observation excluded, is refused. */
export const strictVerifier: Check = {
  code: 'SP512',
  echoOf: ['SP703'],
  async run(lab: Lab) {
    const refused = (await verifierTrials(lab)).filter(
      (trial) => trial.mutation.kind === 'spelling' && !trial.accepted && !excluded(trial),
    );
    const [shown] = refused;
    if (!shown || refused.every((trial) => MINOR.has(trial.mutation.name))) return [];
    const { answer, mutation, episode } = shown;
    const last = episode.turns.at(-1)?.observation ?? '';
    return [
      {
        message: `The right answer ${JSON.stringify(answer.text)} is refused when it is written with ${list(refused)}, which no observation excludes: the agent is punished for spelling instead of reasoning. Normalise the answer before comparing, or state the exact format.`,
        evidence: {
          play: episode.play,
          step: episode.turns.length,
          expected: `${JSON.stringify(mutation.text)} is accepted like ${JSON.stringify(answer.text)}`,
          observed: last.slice(0, 200),
        },
      },
    ];
  },
};

function excluded({ mutation, answer }: VerifierTrial): boolean {
  const said = [answer.opening, ...answer.episode.turns.slice(0, -1).map((turn) => turn.observation)].join(
    '\n',
  );
  return EXCLUDED[mutation.name]?.test(said) ?? false;
}

function list(trials: readonly VerifierTrial[]): string {
  const names = [...new Set(trials.map((trial) => trial.mutation.name))];
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? '');
}
