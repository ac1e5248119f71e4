/** The pocket policy's few bytes: markers say who speaks, and everything is cut to what a small context can hold. */
import type { Profile } from '../../server/contract/profile.ts';
import { decodeReply, END, encodePrompt, type Part } from '../policy/pocket/tokens.ts';
import type { ReadAction } from './action.ts';
import type { DesignRequest } from './designer.ts';
import type { Voice } from './voice.ts';

/** Bytes of a document, a hint and an observation that are shown. */
const DOCUMENT = 120;
const HINT = 96;
const OBSERVATION = 160;
/** Bytes of a source that the hint's writer sees. */
const SOURCE = 640;

export const POCKET_VOICE: Voice = {
  stop: [END],

  design({ skill, difficulty, document, seeds }: DesignRequest): Int32Array {
    const [seed] = seeds;
    return encodePrompt([
      { marker: 'designer', text: `${skill}, ${difficulty}` },
      ...(seed ? [{ marker: 'memory', text: seed.className } as const] : []),
      ...(document ? [{ marker: 'document', text: cut(document.text, DOCUMENT) } as const] : []),
    ]);
  },

  hint: (_profile: Profile, source: string): Int32Array =>
    encodePrompt([{ marker: 'hinter', text: cut(source, SOURCE) }]),

  opening(_profile: Profile, observation: string, hint?: string): Int32Array {
    const told: Part[] = hint === undefined ? [] : [{ marker: 'hint', text: cut(hint, HINT) }];
    return encodePrompt([{ marker: 'agent', text: '' }, ...told, observed(observation)]);
  },

  observation: (text: string): Int32Array => encodePrompt([observed(text)]),

  text: decodeReply,
  readDesign: (text: string): string => text,
  readHint: (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim()),

  readAction(profile: Profile, text: string): ReadAction {
    const action = text.trim();
    if (profile === 'games')
      return { action: `\\boxed{${action}}`, found: action !== '' && !/[{}]/.test(action) };
    const call = /^(\w+)\(([^()]*)\)$/.exec(action);
    if (!call) return { action: `<answer>${action}</answer>`, found: action !== '' };
    const [, name = '', given = ''] = call;
    return {
      action: `<tool_call>${JSON.stringify({ name, arguments: argumentsOf(given) })}</tool_call>`,
      found: true,
    };
  },
};

const observed = (text: string): Part => ({ marker: 'observation', text: cut(text, OBSERVATION) });

/** `city=Oslo, nights=2`: whole numbers as numbers, all else as text. */
function argumentsOf(text: string): Record<string, string | number> {
  const pairs = text
    .split(',')
    .map((pair) => pair.split('='))
    .filter(([key = '', value]) => key.trim() !== '' && value !== undefined);
  return Object.fromEntries(
    pairs.map(([key = '', value = '']) => {
      const word = value.trim();
      return [key.trim(), /^-?\d{1,9}$/.test(word) ? Number(word) : word];
    }),
  );
}

/** The start of a text, at most so many UTF-16 units, on a whole character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
