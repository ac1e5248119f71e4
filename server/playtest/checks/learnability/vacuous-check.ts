import { type Alteration, actionsOf, alterations, playAltered } from '../../altered-states.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { accepted, type VerifierTrial, verifierTrials } from '../../verifier-trials.ts';

/** The check does not look at what it should judge: other numbers are accepted, or an old plan wins a changed task. */
export const vacuousCheck: Check = {
  code: 'SP513',
  async run(lab: Lab) {
    const trials = await verifierTrials(lab);
    const wide = wideTolerance(trials);
    if (wide) return [wide];
    // With a tolerance that is allowed, an old answer to a slightly changed task is within it.
    if (accepted(trials, 'nudge').length > 0) return [];
    const unread = await unreadQuantity(lab);
    return unread ? [unread] : [];
  },
};

/** An observation that speaks of tolerance, or of any of several answers, allows for more. */
const TOLERANT =
  /\b(?:within|tolerance|margin|approximat\w*|roughly|about|estimate|close(?:st)? to|percent|any)\b|±|\+\/-|\d\s*%/i;

function wideTolerance(trials: readonly VerifierTrial[]): Sighting | undefined {
  const nudges = accepted(trials, 'nudge');
  const [first] = nudges;
  if (!first) return undefined;
  const taken = (...names: string[]): boolean =>
    names.every((name) => nudges.some((trial) => trial.mutation.name === name));
  const { answer } = first;
  const size = Math.abs(Number(answer.text.replaceAll(',', '')));
  const said = TOLERANT.test([answer.opening, answer.episode.turns.at(-2)?.observation].join('\n'));
  const far = taken('times 1.5', 'times 20') || (!said && taken('times 1.5', '+10 %', '-10 %'));
  const near =
    !said &&
    ((Number.isInteger(size) && size <= 20 && taken('+1', '-1')) || taken('+1', '-1', '+10 %', '-10 %'));
  const unread = [1, 2, 3].find((index) => taken(`number ${index}, +1`, `number ${index}, +1000`));
  if (!far && !near && unread === undefined) return undefined;
  const widest = nudges.at(-1) ?? first;
  return {
    message:
      unread === undefined
        ? `The right answer is ${answer.text}, and ${widest.mutation.text} is paid as well: the tolerance is larger than what the answers tell apart, so the agent learns nothing from being right. Make it a small part of the answer, or compare exactly.`
        : `Number ${unread} of the answer ${JSON.stringify(answer.text)} is not checked: ${JSON.stringify(widest.mutation.text)} is paid as well. Compare all of it.`,
    evidence: {
      play: widest.episode.play,
      step: widest.episode.turns.length,
      expected: { float: 0 },
      observed: { float: widest.episode.return },
    },
  };
}

/** A number on which `solution()` depends both ways, and with any of three values of which the same plan wins. */
async function unreadQuantity(lab: Lab): Promise<Sighting | undefined> {
  const solved = (await lab.solutions()).find((candidate) => candidate.wins);
  const numbers = (await alterations(lab)).filter(
    (altered) => typeof altered.to === 'number' && altered.changesSolution,
  );
  const attributes = [...new Set(numbers.map((altered) => altered.attribute))].filter(
    (attribute) => numbers.filter((altered) => altered.attribute === attribute).length === 2,
  );
  if (!solved || attributes.length === 0) return undefined;
  await lab.session.fresh();
  for (const attribute of attributes.slice(0, 3)) {
    const both = numbers.filter((altered) => altered.attribute === attribute);
    let wins = 0;
    for (const altered of both) if (await oldAndNewWin(lab, altered, solved.actions, solved.form)) wins++;
    const [first] = both;
    if (wins === 2 && first) return unreadSighting(first, solved.actions);
  }
  return undefined;
}

async function oldAndNewWin(
  lab: Lab,
  altered: Alteration,
  old: readonly string[],
  form: string | undefined,
): Promise<boolean> {
  const changed = actionsOf(lab, altered, form);
  if (!changed) return false;
  for (const actions of [old, changed]) {
    const episode = await playAltered(lab, altered, actions);
    // Won on the way, by an action that was not meant to be the last, it is won for another reason.
    if (!episode || episode.turns.length < actions.length || !(await lab.isWin(episode))) return false;
  }
  return true;
}

function unreadSighting({ attribute, seed, from, to }: Alteration, actions: readonly string[]): Sighting {
  return {
    message: `solution() depends on self.${attribute}, but with another value of it the old plan wins all the same: the check does not look at it, so the agent is paid for a task that it did not do. Judge the state that the task asks for.`,
    evidence: {
      play: { seed, actions: [...actions] },
      step: actions.length,
      expected: `self.${attribute} = ${JSON.stringify(from)}: won`,
      observed: `self.${attribute} = ${JSON.stringify(to)}: won too`,
    },
  };
}
