/** Phrases that speak of a document which the designer was given and the agent never sees. */
import type { Profile } from '../contract/profile.ts';

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

/** The first such phrase of a text. */
export const documentPhrase = (text: string, profile: Profile): RegExpExecArray | null =>
  (profile === 'games' ? GAMES : TOOL_USE).exec(text);
