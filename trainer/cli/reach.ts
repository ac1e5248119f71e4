/** From options to a daemon: the one of a folder, or the one at an address. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Arguments } from '../../server/cli/arguments.ts';
import type { Terminal } from '../../server/cli/terminal.ts';
import { fileProblem, UsageError } from '../../server/workspace/usage-error.ts';
import { DaemonClient } from '../client/client.ts';
import { defaultHome } from '../client/home.ts';
import { readToken } from '../client/token.ts';
import { OwnHome } from '../daemon/own-home.ts';
import { isLocked } from '../store/lock.ts';

export interface Reached {
  readonly home: OwnHome;
  /** `undefined`: no daemon is running on the folder. */
  readonly url: string | undefined;
}

export function homeOf(args: Arguments, terminal: Terminal): OwnHome {
  const given = args.text('home');
  return new OwnHome(resolve(terminal.cwd, given ?? defaultHome(terminal.env)));
}

/** Where the daemon is. @throws UsageError */
export function reach(args: Arguments, terminal: Terminal): Reached {
  const home = homeOf(args, terminal);
  const url = args.text('daemon');
  if (url === undefined) return { home, url: running(home) ? home.readAddress()?.url : undefined };
  if (!/^wss?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`--daemon takes an address such as wss://gpu.example.org:7777, not "${url}".`);
  const { protocol, hostname: name } = new URL(url);
  if (protocol === 'ws:' && !['localhost', '127.0.0.1', '[::1]'].includes(name))
    throw new UsageError(
      `${url}: without TLS the token could be read on its way. Use wss://, or \`ssh -L\` and ws://localhost.`,
    );
  return { home, url };
}

/** Is a daemon at work on the folder? */
export function running(home: OwnHome): boolean {
  return home.exists && isLocked(home.folder);
}

/** @throws UsageError when no daemon is running, TokenProblem, ConnectionLost, DaemonError */
export async function connect(args: Arguments, terminal: Terminal, id?: string): Promise<DaemonClient> {
  const { home, url } = reach(args, terminal);
  if (url === undefined)
    throw new UsageError(
      `No daemon is running on ${home.folder}. \`spade daemon start\` starts one; --daemon reaches one elsewhere.`,
    );
  const file = args.text('token-file');
  const ca = args.text('ca');
  return DaemonClient.connect({
    url,
    token: readToken(file === undefined ? home.token : resolve(terminal.cwd, file)),
    name: `spade on ${hostname()}`.slice(0, 80),
    ca: ca === undefined ? undefined : readText(ca, terminal.cwd),
    ...(id === undefined ? {} : { id }),
  });
}

/** @throws UsageError when the file cannot be read. */
export function readText(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    throw new UsageError(fileProblem(path, error));
  }
}

/** Takes control for the time of one command. @throws DaemonError when another client has it. */
export async function controlling<T>(
  client: DaemonClient,
  args: Arguments,
  work: () => Promise<T>,
): Promise<T> {
  await client.request('lease/take', { force: args.has('take-control') });
  try {
    return await work();
  } finally {
    await client.request('lease/release', {}).catch(() => {});
  }
}
