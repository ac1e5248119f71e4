/** Where a trainer is: on this machine, behind an address, or behind SSH. Tokens are kept apart, in the editor's secrets. */
import { z } from 'zod';
import { isToken } from '../../trainer/client/token.ts';

const id = z.string().regex(/^[a-z0-9-]{1,40}$/);
const label = z.string().trim().min(1).max(60);

export const profile = z.discriminatedUnion('kind', [
  /** The daemon of this machine's folder. */
  z.strictObject({ kind: z.literal('local'), id, label }),
  z.strictObject({
    kind: z.literal('address'),
    id,
    label,
    url: z.url({ protocol: /^wss?$/ }),
    /** A file in PEM: whom to trust beside the machine's own list. */
    ca: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('ssh'),
    id,
    label,
    /** As `ssh` takes it: an alias of its configuration, or USER@HOST. */
    host: z.string(),
    /** How the command line is called there. */
    command: z.string(),
  }),
]);
export type Profile = z.infer<typeof profile>;
export type SshProfile = Extract<Profile, { kind: 'ssh' }>;
export type AddressProfile = Extract<Profile, { kind: 'address' }>;

export const LOCAL: Profile = { kind: 'local', id: 'local', label: 'This machine' };

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** What is wrong with an address, in a sentence; `undefined`: nothing. */
export function urlProblem(text: string): string | undefined {
  if (!/^wss?:\/\//.test(text) || !URL.canParse(text))
    return 'An address begins with wss:// or ws://, such as wss://gpu.example.org:7777.';
  const { protocol, hostname, username, search } = new URL(text);
  if (username !== '' || search !== '') return 'Name and token do not belong into the address.';
  if (protocol === 'ws:' && !LOOPBACK.includes(hostname))
    return 'Without TLS the token could be read on its way. Use wss://, or add the machine as an SSH host.';
  return undefined;
}

/** What is wrong with a host for SSH, in a sentence. */
export function hostProblem(text: string): string | undefined {
  return /^[\w.@:%[\]-]+$/.test(text) && !text.startsWith('-')
    ? undefined
    : 'A host is written as for ssh: gpu.example.org, ada@gpu.example.org, or an alias of your ssh configuration.';
}

/** The remote shell reads it: a name or a path, and nothing that a shell would act on. */
export function commandProblem(text: string): string | undefined {
  return /^[\w./~+-]+$/.test(text) && !text.startsWith('-')
    ? undefined
    : 'The command is a name or a path without blanks, such as spade or ~/bin/spade.';
}

export function tokenProblem(text: string): string | undefined {
  return isToken(text.trim())
    ? undefined
    : 'A token has 43 letters, digits, - and _. `spade daemon token` shows it on the trainer’s machine.';
}

/** An id from a label, other than those in use. */
export function newId(label: string, used: readonly string[]): string {
  const base = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32);
  for (let number = 1; ; number++) {
    const made = `${base || 'trainer'}${number === 1 ? '' : `-${number}`}`;
    if (!used.includes(made)) return made;
  }
}

/** Where it is, for a tooltip. */
export function placeOf(one: Profile): string {
  if (one.kind === 'address') return one.url;
  return one.kind === 'ssh' ? `ssh ${one.host}` : 'the daemon of this machine';
}
