// @ts-check
/** Keeps dist/ (the bundles and the sandbox's image) as new as the sources. scripts/build.ts makes it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError, root, say } from './project.mjs';
import { run } from './run.mjs';

/** The command line's bundle: it starts five times as fast as its sources do. */
export const SPADE = join(root, 'dist', 'spade.mjs');

/** V8's code for the bundle, kept by Node between runs. */
export const COMPILE_CACHE = join(root, 'dist', 'compile-cache');

/** What dist/ was made from: size and time of change of each file, by path. Written last by scripts/build.ts. */
const RECORD = join(root, 'dist', 'build.json');

/**
 * Builds unless dist/ is fresh.
 * @param {string} node
 * @throws {LauncherError} when the build fails.
 */
export async function ensureBuilt(node) {
  const record = readRecord();
  if (record && isFresh(record)) return;
  say(record ? 'Building dist: the sources have changed.' : 'Building dist: it is not there yet.');
  const { code } = await run(node, [join(root, 'scripts', 'build.ts')], { cwd: root, output: 'stderr' });
  if (code !== 0) throw new LauncherError('The build failed; its own message is above.');
}

/** @typedef {Record<string, [size: number, changed: number]>} Inputs */

/** @returns {Inputs | undefined} */
function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')).inputs;
  } catch {
    return undefined;
  }
}

/**
 * A file that appears can only matter once a listed file or folder changes: bundles grow by imports, and folders
 * that are read whole are listed themselves.
 * @param {Inputs} inputs
 * @param {string} [folder] What the paths start from.
 */
export function isFresh(inputs, folder = root) {
  return Object.entries(inputs).every(([file, [size, changed]]) => {
    const now = statSync(`${folder}/${file}`, { throwIfNoEntry: false }); // join would cost more than stat
    return now?.size === size && now.mtimeMs === changed;
  });
}
