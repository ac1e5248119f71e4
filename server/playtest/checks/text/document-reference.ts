import { documentPhrase } from '../../../analysis/document-phrases.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { placeOf } from '../../place.ts';
import { shownTexts } from './shown.ts';

/** An observation speaks of a text that the agent was never shown. */
export const documentReference: Check = {
  code: 'SP705',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    for (const { text, play, step } of await shownTexts(lab)) {
      const said = documentPhrase(text, lab.profile)?.[0];
      if (!said) continue;
      return [
        {
          message: `The agent reads "${said}", but it never sees such a text: the designer did. What depends on it cannot be worked out. Say in the observation what is needed, and do not mention the text.`,
          line: placeOf(lab, said),
          evidence: { play, step, observed: around(text, said) },
        },
      ];
    }
    return [];
  },
};

function around(text: string, said: string): string {
  const at = text.indexOf(said);
  return text.slice(Math.max(0, at - 80), at + said.length + 80);
}
