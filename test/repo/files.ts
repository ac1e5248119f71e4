/** What the repository's own tests look at: the files that git tracks or would add. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

export const root = dirname(dirname(import.meta.dirname));

/** Paths from the root, with forward slashes. */
export const files: readonly string[] = list();

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const SOURCES = ['.ts', '.tsx', '.mjs'];

export const sources = files.filter((file) => SOURCES.includes(extname(file)));

/** A test, or what supports tests: `testing.ts` beside the code that it helps to test. */
export const isTest = (file: string): boolean =>
  /\.test\.ts$|(^|\/)testing\.ts$/.test(file) || file.startsWith('test/');

function list(): string[] {
  // A clone that another user owns is no danger to a command that only lists.
  const git = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const unique = new Set(output.split('\0'));
  return [...unique].filter((file) => file !== '' && existsSync(join(root, file))).sort();
}
