/**
 * How a child process is started: with a large stack, an empty environment, and, where the machine allows it,
 * in a network namespace of its own and dying with its parent.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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

/** What stands before the child's command here; empty when nothing works (Windows: always). Probed once. */
export function launchPrefix(): readonly string[] {
  prefix ??= (PREFIXES[process.platform] ?? []).find(works) ?? [];
  return prefix;
}

function works([program = '', ...rest]: readonly string[]): boolean {
  return (
    spawnSync(program, [...rest, process.execPath, '--version'], { stdio: 'ignore', env: {} }).status === 0
  );
}

const ENTRY = fromSource
  ? join(import.meta.dirname, 'child.ts')
  : join(import.meta.dirname, 'sandbox-child.mjs');

export interface LaunchImage {
  readonly folder: string;
  readonly meta: ImageMeta;
}

export function launch({ folder, meta }: LaunchImage): ChildProcess {
  const own = [process.execPath, '--no-node-snapshot', '--no-warnings', ENTRY, folder, JSON.stringify(meta)];
  const [program = '', ...rest] = [...launchPrefix(), ...own];
  return spawn(program, rest, {
    cwd: '/',
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
}
