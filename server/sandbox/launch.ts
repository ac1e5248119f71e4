/**
 * How a child process is started: with a large stack, an empty environment, and, where the machine allows it,
 * in a network namespace of its own and dying with its parent.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fromSource } from './image.ts';
import type { ImageMeta } from './meta.ts';

/** Kilobytes. CPython overflows its own limit, and says so, before it reaches the end of such a stack. */
const STACK = 65_536;

const LARGE_STACK = ['sh', '-c', `ulimit -s ${STACK} && exec "$@"`, 'sh'];
const DIES_WITH_PARENT = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];

/** Command prefixes, the strictest first. Each is tried once on a program that does nothing. */
const PREFIXES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  linux: [
    ['unshare', '--map-current-user', '--net', ...DIES_WITH_PARENT, ...LARGE_STACK],
    ['unshare', '--map-root-user', '--net', ...DIES_WITH_PARENT, ...LARGE_STACK],
    ['unshare', '--map-root-user', '--net', ...LARGE_STACK],
    [...DIES_WITH_PARENT, ...LARGE_STACK],
    LARGE_STACK,
  ],
  darwin: [['sh', '-c', 'ulimit -s 65520 && exec "$@"', 'sh']],
};

let prefix: readonly string[] | undefined;

/**
 * What stands before the child's command here; empty when nothing works (Windows: always). Probed once.
 * @param node the Node that children run under.
 */
export function launchPrefix(node: string = process.execPath): readonly string[] {
  prefix ??= (PREFIXES[process.platform] ?? []).find((one) => works(one, node)) ?? [];
  return prefix;
}

/** Finds the prefix without holding up the thread; `launchPrefix` then has it. */
export async function prepareLaunch(node: string = process.execPath): Promise<void> {
  for (const one of prefix ? [] : (PREFIXES[process.platform] ?? [])) {
    if (!(await worksLater(one, node))) continue;
    prefix ??= one;
    return;
  }
  prefix ??= [];
}

function worksLater([program = '', ...rest]: readonly string[], node: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, [...rest, node, '--version'], { env: {} }, (error) => resolve(error === null));
  });
}

function works([program = '', ...rest]: readonly string[], node: string): boolean {
  return spawnSync(program, [...rest, node, '--version'], { stdio: 'ignore', env: {} }).status === 0;
}

const ENTRY = fromSource
  ? join(import.meta.dirname, 'child.ts')
  : join(import.meta.dirname, 'sandbox-child.mjs');

export interface LaunchImage {
  readonly folder: string;
  readonly meta: ImageMeta;
  /** The Node that the child runs under; by default the one that runs this. */
  readonly node?: string | undefined;
}

export function launch({ folder, meta, node = process.execPath }: LaunchImage): ChildProcess {
  const own = [node, '--no-node-snapshot', '--no-warnings', ENTRY, folder, JSON.stringify(meta)];
  const [program = '', ...rest] = [...launchPrefix(node), ...own];
  return spawn(program, rest, {
    cwd: '/',
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}
