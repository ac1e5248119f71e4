/** `spade serve`: a checked pool as a server of OpenEnv. */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Arguments } from '../../server/cli/arguments.ts';
import { jobsOf, overridesOf } from '../../server/cli/check-options.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { count } from '../../server/contract/visible.ts';
import { isLoopback } from '../../server/protocol/loopback.ts';
import { createPool } from '../../server/sandbox/pool.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { Tls } from '../daemon/server.ts';
import { LIMITS } from '../openenv/connection.ts';
import { EPISODE_LIMITS, Serving } from '../openenv/serving.ts';
import { readText } from './reach.ts';
import { type CheckedPool, checkedPool } from './serve-pool.ts';

const TOKEN_VARIABLE = 'SPADE_SERVE_TOKEN';
/** Bytes of a token that is made here. */
const TOKEN_BYTES = 24;
/** Characters of the shortest token that is taken. */
const SHORTEST_TOKEN = 16;
const CAPACITY = 256;
/** Seconds. The client's own patience ends after 60. */
const LONGEST_STEP = 55;
/** Files that are named one by one. */
const SHOWN = 5;

export async function serveCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const [path, ...more] = args.words;
  if (path === undefined || more.length > 0)
    throw new UsageError('spade serve needs one path: a .py file, a folder, or a pool with a manifest.json.');
  const host = args.text('host') ?? '127.0.0.1';
  const tls = tlsOf(args, terminal);
  const token = tokenOf(args, terminal);
  checkExposure(host, tls, token, args.has('no-tls'));
  const jobs = jobsOf(args);
  const capacity = args.integer('capacity', 1, 10_000) ?? CAPACITY;
  const step = (args.integer('step-timeout', 1, LONGEST_STEP) ?? EPISODE_LIMITS.step / 1_000) * 1_000;
  const idle = (args.integer('idle-timeout', 1, 7 * 86_400) ?? LIMITS.idle / 1_000) * 1_000;
  const checked = await checkedPool(
    {
      path,
      overrides: overridesOf(args),
      jobs,
      cache: !args.has('no-cache'),
      quiet: args.has('quiet'),
      all: args.has('allow-unsound'),
    },
    terminal,
  );
  const pool = await createPool({ children: jobs });
  try {
    const serving = await Serving.start({
      name: checked.name,
      catalogue: checked.catalogue,
      pool,
      lanes: jobs,
      host,
      port: args.integer('port', 0, 65_535) ?? 8_000,
      token,
      tls,
      hosts: args.texts('allow-host'),
      origins: args.texts('allow-origin'),
      capacity,
      limits: { step },
      connections: { idle },
    });
    await write(terminal.stdout, beginning(checked, serving, { jobs, capacity }));
    await interrupted(terminal.signal);
    await write(terminal.stdout, `Ending: ${count(serving.gauges.sessions, 'session')} open.\n`);
    await serving.close();
    const { steps } = serving.metrics;
    await write(terminal.stdout, `The server has ended. It played ${count(steps, 'step')}.\n`);
    return 0;
  } finally {
    await pool.close();
  }
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** @throws UsageError for a token that others could guess, or that no address can carry. */
function tokenOf(args: Arguments, { env }: Terminal): string | undefined {
  const given = args.text('token') ?? env[TOKEN_VARIABLE];
  if (args.has('no-token')) {
    if (args.has('token'))
      throw new UsageError('--token and --no-token say opposite things. Give one of the two.');
    return undefined;
  }
  if (given === undefined || given === '') return randomBytes(TOKEN_BYTES).toString('base64url');
  if (given.length < SHORTEST_TOKEN || !/^[\w.~-]+$/.test(given))
    throw new UsageError(
      `A token has at least ${SHORTEST_TOKEN} characters, each a letter, a digit or one of - . _ ~, since it is part of an address.`,
    );
  return given;
}

function tlsOf(args: Arguments, { cwd }: Terminal): Tls | undefined {
  const [cert, key] = [args.text('tls-cert'), args.text('tls-key')];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new UsageError('--tls-cert and --tls-key belong together: give both.');
  return { cert: readText(cert, cwd), key: readText(key, cwd) };
}

/** @throws UsageError where strangers could play, or read the token on its way. */
function checkExposure(host: string, tls: Tls | undefined, token: string | undefined, plain: boolean): void {
  if (isLoopback(host)) return;
  if (token === undefined)
    throw new UsageError(
      `On ${host} whoever reaches the machine could play. --no-token is for 127.0.0.1 only.`,
    );
  if (!tls && !plain)
    throw new UsageError(
      `On ${host} others on the network could read the token. Give --tls-cert and --tls-key, keep to 127.0.0.1 and reach it through \`ssh -L\`, or say with --no-tls that the network is your own.`,
    );
}

function beginning(
  { catalogue, leftOut, name }: CheckedPool,
  serving: Serving,
  { jobs, capacity }: { readonly jobs: number; readonly capacity: number },
): string {
  const { environments } = catalogue;
  const unsound = environments.filter(({ verdict }) => verdict !== 'sound').length;
  const more = leftOut.length - SHOWN;
  return [
    `Serving ${count(environments.length, 'environment')} of ${name} over OpenEnv${unsound > 0 ? `, ${unsound} of them not sound` : ''}.`,
    ...(leftOut.length > 0
      ? [`Left out: ${leftOut.length}, for want of soundness (--allow-unsound serves them).`]
      : []),
    ...leftOut.slice(0, SHOWN).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `Address:  ${serving.url}`,
    `Metrics:  ${serving.url}/metrics`,
    `Up to ${count(capacity, 'session')} at once; ${count(jobs, 'process', 'processes')} of the sandbox.`,
    ...(availableParallelism() < jobs ? ['That is more processes than this machine has cores.'] : []),
    '',
    '  from openenv.core import GenericEnvClient',
    `  with GenericEnvClient(base_url="${serving.url}").sync() as env:`,
    '      print(env.reset(seed=1).observation["message"])',
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}
