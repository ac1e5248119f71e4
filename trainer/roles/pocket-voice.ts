/** The pocket policy's few bytes (policy/pocket/prompts.ts), cut to what a small context can hold. */
import type { Profile } from '../../server/contract/profile.ts';
import { designPrompt, hintPrompt } from '../policy/pocket/prompts.ts';
import { decodeReply, END, encodePrompt, type Part, textOfToken } from '../policy/pocket/tokens.ts';
import { type ReadAction, readAction } from './action.ts';
import type { DesignRequest } from './designer.ts';
import type { Voice } from './voice.ts';

/** UTF-16 units that are shown: of a document, a hint, an observation, and of a source to whoever hints at it. */
const DOCUMENT = 240;
const HINT = 160;
const OBSERVATION = 320;
const SOURCE = 1_200;

export const POCKET_VOICE: Voice = {
  stop: [END],

  // One example and no rejection: a source is as long as a third of the context.
  design({ skill, difficulty, document, seeds }: DesignRequest): Int32Array {
    const text = document && cut(document.text, DOCUMENT);
    const memory = seeds.slice(0, 1).map(({ source }) => cut(source, SOURCE));
    return encodePrompt(designPrompt({ skill, difficulty, document: text, memory }));
  },

  hint: (_profile: Profile, source: string): Int32Array => encodePrompt(hintPrompt(cut(source, SOURCE))),

  opening(_profile: Profile, observation: string, hint?: string): Int32Array {
    const told: Part[] = hint === undefined ? [] : [{ marker: 'hint', text: cut(hint, HINT) }];
    return encodePrompt([{ marker: 'agent', text: '' }, ...told, observed(observation)]);
  },

  observation: (text: string): Int32Array => encodePrompt([observed(text)]),

  text: decodeReply,
  textOfToken,
  readDesign: (text: string): string => text,
  readHint: (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim()),
  readAction: (profile: Profile, text: string): ReadAction => readAction(profile, text),
};

const observed = (text: string): Part => ({ marker: 'observation', text: cut(text, OBSERVATION) });

/** The start of a text, on a whole character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
