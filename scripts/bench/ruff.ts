/** Ruff, the yardstick for linters: the one on PATH, else one that is installed beside the caches with pip. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const VERSION = '0.17.6';
const FOLDER = join(dirname(dirname(import.meta.dirname)), '.spade-cache', 'bench', `ruff-${VERSION}`);
/** Milliseconds. */
const PATIENCE = 120_000;

export interface Ruff {
  readonly command: string;
  /** `ruff 0.17.6` */
  readonly version: string;
}

/** Ruff, or why there is none. */
export function findRuff(): Ruff | { readonly missing: string } {
  const own = join(FOLDER, 'bin', process.platform === 'win32' ? 'ruff.exe' : 'ruff');
  for (const command of ['ruff', own]) {
    const version = versionOf(command);
    if (version !== undefined) return { command, version };
  }
  const python = ['python3', 'python'].find(
    (name) => spawnSync(name, ['-m', 'pip', '--version']).status === 0,
  );
  if (python === undefined) return { missing: 'not on PATH, and no Python with pip to install it with' };
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--target', FOLDER];
  const installed = spawnSync(python, ['-m', 'pip', 'install', ...options, `ruff==${VERSION}`], {
    timeout: PATIENCE,
    encoding: 'utf8',
  });
  const version = existsSync(own) ? versionOf(own) : undefined;
  return version === undefined
    ? { missing: `pip could not install it: ${installed.stderr.trim().split('\n').at(-1) ?? ''}` }
    : { command: own, version };
}

function versionOf(command: string): string | undefined {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
