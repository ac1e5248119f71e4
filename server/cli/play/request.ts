/** What the options of `spade play` ask for. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Play } from '../../protocol/finding.ts';
import { readStream } from '../../workspace/files/source.ts';
import type { Conditions } from '../../workspace/play/table.ts';
import { fileProblem, UsageError } from '../../workspace/usage-error.ts';
import type { Arguments, OptionSpec } from '../arguments.ts';
import type { Terminal } from '../terminal.ts';

export const POLICIES = ['hand', 'random', 'solution'] as const;
export type Policy = (typeof POLICIES)[number];

export const PLAYING: readonly OptionSpec[] = [
  {
    name: 'seed',
    value: 'N|none',
    dashes: true,
    help: 'the seed given to reset; none: a bare reset(); 0 by default',
  },
  {
    name: 'action',
    value: 'TEXT',
    repeatable: true,
    dashes: true,
    help: 'an action to play, exactly as it stands; give it again for the next one',
  },
  {
    name: 'actions',
    value: 'FILE|-',
    help: 'actions to play: a JSON array of texts, or one a line (empty lines are left out)',
  },
  {
    name: 'after',
    value: 'TEXT',
    repeatable: true,
    dashes: true,
    help: 'an action to play once the episode has ended',
  },
  {
    name: 'policy',
    value: POLICIES.join('|'),
    help: 'who plays: you, at a prompt (the default when no actions are given); chance, over what the environment offers; solution()',
  },
  {
    name: 'finding',
    value: 'CODE[:N]',
    help: 'check the environment, then play the evidence of a finding: the first one of the code, or the Nth',
  },
  { name: 'max-turns', value: 'N', help: 'given to the constructor' },
  { name: 'constructor-seed', value: 'N', dashes: true, help: 'given to the constructor as seed' },
  { name: 'hash-seed', value: '0|1', help: "Python's hash seed" },
  { name: 'entropy', value: 'N', help: 'what unseeded generators and os.urandom draw from' },
  { name: 'clock', value: 'SECONDS', help: 'when the clock starts, in seconds since 1970' },
  {
    name: 'draws',
    value: 'N',
    help: 'numbers that other code draws from the global generator before every call',
  },
  {
    name: 'earlier',
    value: 'EPISODE',
    repeatable: true,
    help: 'an episode that the same instance plays before, as {"seed": 1, "actions": ["…"]}',
  },
  { name: 'beside', value: 'EPISODE', help: 'an episode that another instance plays at the same time' },
];

export interface PlayRequest {
  readonly conditions: Conditions;
  /** `undefined`: none were given. */
  readonly actions: readonly string[] | undefined;
  readonly after: readonly string[];
  readonly policy: Policy | undefined;
  readonly finding: { readonly code: string; readonly nth: number } | undefined;
}

/** @throws UsageError */
export async function requestOf(args: Arguments, terminal: Terminal): Promise<PlayRequest> {
  const actions = await actionsOf(args, terminal);
  const policy = args.choice('policy', POLICIES);
  const finding = findingOf(args);
  const after = args.texts('after');
  if (finding && (actions || policy || after.length > 0))
    throw new UsageError(
      '--finding brings its own actions; leave --action, --actions, --after and --policy out.',
    );
  if (actions && policy && policy !== 'hand')
    throw new UsageError(`Actions were given, and --policy ${policy} makes its own. Give one of the two.`);
  if (after.length > 0 && policy)
    throw new UsageError('--after goes with --action or --actions, not with a policy.');
  return {
    conditions: conditionsOf(args),
    actions: actions ?? (after.length > 0 ? [] : undefined),
    after,
    policy,
    finding,
  };
}

function conditionsOf(args: Arguments): Conditions {
  const numbers = {
    maxTurns: args.integer('max-turns', 1),
    constructorSeed: args.integer('constructor-seed', Number.MIN_SAFE_INTEGER),
    hashSeed: args.integer('hash-seed', 0, 1),
    entropy: args.integer('entropy', 0),
    clock: args.integer('clock', 0),
    draws: args.integer('draws', 0, 1_000_000),
  };
  const given = Object.entries(numbers).filter(([, value]) => value !== undefined);
  const earlier = args.texts('earlier').map((text) => episodeOf(text, 'earlier'));
  const beside = args.text('beside');
  return {
    seed: args.text('seed') === 'none' ? null : (args.integer('seed', Number.MIN_SAFE_INTEGER) ?? 0),
    ...(Object.fromEntries(given) as Partial<Play>),
    ...(earlier.length > 0 ? { earlier } : {}),
    ...(beside === undefined ? {} : { beside: episodeOf(beside, 'beside') }),
  };
}

const episode = z.strictObject({ seed: z.number().int().nullable(), actions: z.array(z.string()) });

function episodeOf(text: string, option: string): z.infer<typeof episode> {
  const parsed = episode.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${option} takes an episode as JSON: {"seed": 1, "actions": ["first", "second"]}`);
}

function findingOf(args: Arguments): PlayRequest['finding'] {
  const text = args.text('finding');
  if (text === undefined) return undefined;
  const match = /^(SP\d{3})(?::([1-9]\d*))?$/i.exec(text);
  if (!match) throw new UsageError(`--finding takes a rule's code, as SP501 or SP501:2; not "${text}".`);
  return { code: (match[1] ?? '').toUpperCase(), nth: Number(match[2] ?? 1) };
}

async function actionsOf(args: Arguments, terminal: Terminal): Promise<readonly string[] | undefined> {
  const file = args.text('actions');
  if (file === undefined) return args.has('action') ? args.texts('action') : undefined;
  if (args.has('action')) throw new UsageError('Give actions with --action or with --actions, not both.');
  return parseActions(await readText(file, terminal.stdin, terminal.cwd), file);
}

async function readText(file: string, stdin: Readable, cwd: string): Promise<string> {
  if (file !== '-') {
    try {
      return readFileSync(resolve(cwd, file), 'utf8');
    } catch (error) {
      throw new UsageError(fileProblem(file, error));
    }
  }
  const read = await readStream(stdin, 'the standard input');
  if ('fault' in read) throw new UsageError(read.fault);
  return read.text;
}

/** A JSON array of strings, or lines. @throws UsageError */
export function parseActions(text: string, file: string): string[] {
  if (!/^\s*\[/.test(text)) return text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const parsed = z.array(z.string()).safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${file}: it begins like JSON and is no array of texts: ["first", "second"]`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
