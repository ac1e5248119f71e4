import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { shownTexts } from './shown.ts';

/** The agent is shown nothing and must act. */
export const emptyObservation: Check = {
  code: 'SP707',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const texts = await shownTexts(lab);
    const empty = texts.filter(({ text }) => text.trim() === '');
    const [first] = empty;
    if (!first) return [];
    const { play, step } = first;
    return [
      {
        message: `${step === 0 ? `The first observation (seed ${play.seed})` : `The observation of turn ${step}`} is empty, as ${empty.length} of ${texts.length} are: the agent must act without having been told anything. Say what happened and what can be done on every path.`,
        line: methodLine(lab, step === 0 ? 'reset' : 'step'),
        evidence: { play, step, observed: first.text, sample: { shown: empty.length, of: texts.length } },
      },
    ];
  },
};
