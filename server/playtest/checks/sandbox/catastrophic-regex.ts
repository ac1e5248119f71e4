import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { limits, struckAt } from '../../limits.ts';
import { lineOf } from '../../place.ts';
import { blowup, NESTED } from '../../regex-trials.ts';

/** A pattern whose work doubles with every character of the action. */
export const catastrophicRegex: Check = {
  code: 'SP212',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const struck = (await limits(lab)).find((one) => one.owner === 'SP212');
    if (struck) {
      return [
        {
          message: `${struckAt(struck)} ran into the time limit inside a regular expression (\`${struck.text}\`): the pattern tries again and again to match. An agent that sends such a text stalls its whole batch. Write the pattern without repetitions inside repetitions, and cap the length of the action.`,
          line: struck.breach.line,
          severity: 'error',
          evidence: { play: struck.play, step: struck.step },
        },
      ];
    }
    const found = await blowup(lab);
    if (!found) return [];
    const { play, short, long, lengths } = found;
    const times = Math.round(long / Math.max(1, short));
    return [
      {
        message: `Four characters more make a step ${times} times as slow (${lengths[0]} to ${lengths[1]} characters, with the action ${JSON.stringify(play.actions[0])}): a repetition inside a repetition is tried in every way. Thirty such characters take hours. Write the pattern so that only one way matches, and cap the length of the action.`,
        line: lineOf(lab.session.options.source, NESTED),
        evidence: { play, step: 1, expected: short, observed: long },
      },
    ];
  },
};
