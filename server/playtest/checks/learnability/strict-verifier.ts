import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { type VerifierTrial, verifierTrials } from '../../verifier-trials.ts';

/** What an observation may say to exclude a way of writing. */
const EXCLUDED: Readonly<Record<string, RegExp>> = {
  'upper case': /case|\bcapital/i,
  'lower case': /case|\bcapital/i,
  'spaces around it': /\bno (?:extra )?spaces|without spaces|\bexact/i,
  '\\text{…}': /plain|digits|bare|no latex|without latex|\bexact|nothing else|only/i,
  quotes: /plain|digits|bare|no quot|without quot|unquoted|\bexact|nothing else|only/i,
  'a thousands separator': /plain|digits|bare|separator|commas?|nothing else|only/i,
  'a full stop': /plain|bare|no punctuation|without punctuation|\bexact|nothing else|only/i,
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
