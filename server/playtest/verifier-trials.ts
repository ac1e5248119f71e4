/** The winning answer, mutated, put in its place: what the verifier takes for right. */
import type { Episode } from '../contract/episode.ts';
import type { Play } from '../protocol/finding.ts';
import { type Answer, answers } from './answers.ts';
import { rewrap } from './boxes.ts';
import type { Lab } from './lab.ts';
import { type Mutation, type MutationKind, mutationsOf } from './mutations.ts';

export interface VerifierTrial {
  readonly mutation: Mutation;
  readonly answer: Answer;
  readonly episode: Episode;
  readonly accepted: boolean;
}

/**
 * Trials on one seed; those that came out as they should not are kept only where they come out so on a second seed
 * too. Empty for environments that are not won by an answer.
 */
export function verifierTrials(lab: Lab): Promise<readonly VerifierTrial[]> {
  return lab.once('verifier trials', async () => {
    const { kind, all } = await answers(lab);
    const [first, ...others] = all;
    const second = others.find((answer) => answer.text !== first?.text);
    if (kind !== 'answer' || !first || !second) return [];
    const trials = await tryAll(lab, first, mutationsOf(first.text, texts(others), first.body));
    const odd = trials.filter(isOdd);
    const again = mutationsOf(second.text, texts(all), second.body).filter((mutation) =>
      odd.some((trial) => sameTrial(trial.mutation, mutation)),
    );
    const confirmed = (await tryAll(lab, second, again)).filter(isOdd);
    return trials.filter(
      (trial) => !isOdd(trial) || confirmed.some((other) => sameTrial(other.mutation, trial.mutation)),
    );
  });
}

/** Trials of these kinds that were accepted. */
export const accepted = (trials: readonly VerifierTrial[], ...kinds: MutationKind[]): VerifierTrial[] =>
  trials.filter((trial) => trial.accepted && kinds.includes(trial.mutation.kind));

const isOdd = ({ mutation, accepted: taken }: VerifierTrial): boolean =>
  mutation.kind === 'spelling' ? !taken : taken;

const texts = (all: readonly Answer[]): string[] => all.map((answer) => answer.text);
const sameTrial = (one: Mutation, other: Mutation): boolean =>
  one.kind === other.kind && one.name === other.name;

async function tryAll(lab: Lab, answer: Answer, mutations: readonly Mutation[]): Promise<VerifierTrial[]> {
  if (mutations.length === 0) return [];
  const plays = mutations.map(
    (mutation): Play => ({ seed: answer.seed, actions: [...answer.before, written(answer, mutation)] }),
  );
  const episodes = await lab.play(plays);
  const trials: VerifierTrial[] = [];
  for (const [index, episode] of episodes.entries()) {
    const mutation = mutations[index];
    if (mutation) trials.push({ mutation, answer, episode, accepted: await lab.isWin(episode) });
  }
  return trials;
}

function written({ action, verb }: Answer, { text, alone }: Mutation): string {
  if (alone === 'no box') return text;
  return rewrap(action, verb && !alone ? `${verb} ${text}` : text);
}
