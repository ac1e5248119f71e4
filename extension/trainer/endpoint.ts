/** A chat endpoint as a person gives it: its address, a model, and a key that only the editor's secrets hold. */
import { z } from 'zod';
import { keepsKeys } from '../../server/protocol/loopback.ts';

export const endpoint = z.strictObject({ url: z.url({ protocol: /^https?$/ }), model: z.string().min(1) });
export type Endpoint = z.infer<typeof endpoint>;

/** Under which name the editor's secrets hold the key. */
export const secretOf = ({ url }: Pick<Endpoint, 'url'>): string => `spade.endpoint.${new URL(url).origin}`;

/** What is wrong with an address, in a sentence; `undefined`: nothing. */
export function endpointProblem(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    return 'An address begins with http:// or https://, such as http://localhost:8000/v1.';
  const { username, password } = new URL(text);
  return username !== '' || password !== ''
    ? 'A key does not belong into the address: it is asked for next, and kept in the editor’s secrets.'
    : undefined;
}

/** What is wrong with a key for an address. */
export function keyProblem(key: string, url: string): string | undefined {
  if (key === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(key.trim())) return 'A key has no spaces, and no letters beyond ASCII.';
  return keepsKeys(new URL(url))
    ? undefined
    : 'Without https the key could be read on its way. Leave it empty, use https, or a tunnel.';
}

/** The environment variable that a rollout's process finds the key in. */
export const KEY_VARIABLE = 'SPADE_ENDPOINT_KEY';

export interface RollOutRequest {
  readonly file: string;
  readonly policy: 'pocket' | Endpoint;
  readonly plays: number;
  readonly hint: boolean;
  /** Played although checks call it unsound, or could not decide. */
  readonly unsound: boolean;
  readonly home: string;
}

/** The command line of a rollout. No key is part of it: other programs can read it. */
export function rollOutWords(
  { file, policy, plays, hint, unsound, home }: RollOutRequest,
  keyed: boolean,
): string[] {
  const who = policy === 'pocket' ? 'pocket' : `openai:${policy.model}@${policy.url}`;
  return [
    ...['rollout', '--policy', who, '-n', String(plays), '--home', home, '--format', 'json'],
    ...(hint ? ['--hint'] : []),
    ...(unsound ? ['--unsound'] : []),
    ...(keyed ? ['--key-variable', KEY_VARIABLE] : []),
    '--',
    file,
  ];
}

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** What the command says in JSON, as far as it is shown. */
export const rolledOut = z.object({
  run: z.string(),
  all: z.object({
    plays: z.number(),
    faults: z.number(),
    winRate: estimate.optional(),
    regret: estimate.optional(),
  }),
});
export type RolledOut = z.infer<typeof rolledOut>;

/** What it says instead where checks speak against the environment. */
export const refusedUnsound = z.object({ refused: z.literal('unsound') });

const rounded = ({ value, low, high }: z.infer<typeof estimate>): string =>
  `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

/** In a sentence. */
export function rolledOutText({ all: { plays, faults, winRate, regret } }: RolledOut): string {
  const won = winRate ? `win rate ${rounded(winRate)}` : 'no play tells anything';
  const more = [
    ...(regret ? [`regret ${rounded(regret)}`] : []),
    ...(faults > 0 ? [`${faults} failed in the environment`] : []),
  ];
  return `${plays} ${plays === 1 ? 'play' : 'plays'}: ${[won, ...more].join(', ')}.`;
}

/** `playing: 12 of 40, 30 % · …`, as the command tells it now and then: how much came since `before`, in per cent. */
export function progressIn(
  text: string,
  before: number,
): { readonly share: number; readonly message: string } {
  const last = [...text.matchAll(/^(playing|checking): (\d+(?:,\d{3})*) of (\d+(?:,\d{3})*)/gm)].at(-1);
  const [, doing = '', done = '0', total = '0'] = last ?? [];
  const of = Number(total.replaceAll(',', ''));
  if (doing !== 'playing' || of === 0) return { share: before, message: doing };
  return { share: (100 * Number(done.replaceAll(',', ''))) / of, message: `${done} of ${total} plays` };
}
