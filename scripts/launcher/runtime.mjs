// @ts-check
/**
 * Finds a Node that can run Spade Studio: isolated-vm has binaries for the ABIs of Node 24 and 26 only, and the
 * machine's own Node may be another. npm installs one as a plain package (see optionalDependencies).
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LauncherError, root } from './project.mjs';

/** process.versions.modules of Node 24 and Node 26. */
const ABIS = ['137', '147'];

/** Electron's ABI numbers can be the same while its binaries are not. */
export const currentFits = ABIS.includes(process.versions.modules) && !('electron' in process.versions);

/**
 * The path of a Node that fits: the current one, else the one that npm installed.
 * @returns {string}
 * @throws {LauncherError} when there is none.
 */
export function findNode() {
  if (currentFits) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    const folder = packageFolder(name);
    const node = folder && join(folder, 'bin', program);
    if (node && existsSync(node)) return node;
  }
  throw new LauncherError(
    `Spade Studio needs Node 24 or 26; this is Node ${process.versions.node}, and npm installed none for ` +
      `${platform}-${process.arch}. Install Node 24, put it first on PATH and try again.`,
  );
}

/** @param {string} name */
function packageFolder(name) {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
