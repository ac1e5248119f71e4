import type { Profile } from '../../../contract/profile.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { placeOf } from '../../place.ts';
import { shownTexts } from './shown.ts';

const DOCUMENT = '(?:passage|excerpt|article|document|paper|paragraph)';
/** A corridor may be a passage and a puzzle may hold a text, so a phrase must speak of reading one. */
const PHRASES = [
  String.raw`\b(?:according to|based on|as (?:described|stated|mentioned|discussed|explained|defined|given|shown) in|described in|mentioned in|discussed in|from|in) the (?:given |provided |above |following |source |original |reference )?${DOCUMENT}\b(?! (?:to|north|south|east|west|leading|leads))`,
  String.raw`\bthe (?:given |provided |above |following |source |original )?${DOCUMENT} (?:says|states|describes|mentions|explains|discusses|defines|above|below|provided|given)\b`,
  String.raw`\b(?:the )?(?:given|provided|above|source|reference) (?:${DOCUMENT}|text)\b`,
];
const GAMES = new RegExp(PHRASES.join('|'), 'i');
/** A desk has documents of its own; only a passage to be read is not among them. */
const TOOL_USE =
  /\b(?:according to|based on|as (?:described|stated|mentioned) in) the (?:passage|excerpt|article)\b/i;

const phraseFor = (profile: Profile): RegExp => (profile === 'games' ? GAMES : TOOL_USE);

/** An observation speaks of a text that the agent was never shown. */
export const documentReference: Check = {
  code: 'SP705',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    for (const { text, play, step } of await shownTexts(lab)) {
      const said = phraseFor(lab.profile).exec(text)?.[0];
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
