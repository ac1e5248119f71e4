// @ts-check
/**
 * Installs the packages when they are missing or the lock file has changed. npm runs no pre or post scripts here
 * (.npmrc has ignore-scripts), so a task has to do this itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LauncherError, root, say } from './project.mjs';

const MODULES = join(root, 'node_modules');
const LOCK = join(root, 'package-lock.json');

/** Holds the size and time of change that the lock file had when node_modules was last seen to agree with it. */
const STAMP = join(MODULES, '.spade-install');

/** npm's own record of what it installed; written last, so an interrupted install has none. */
const INSTALLED = join(MODULES, '.package-lock.json');

/** @throws {LauncherError} when npm cannot be run or fails. */
export function ensureInstalled() {
  const { size, mtimeMs } = statSync(LOCK);
  const stamp = `${size} ${mtimeMs}`;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  if (!existsSync(INSTALLED)) install('the packages are not installed yet');
  else if (!agrees(packagesOf(LOCK), packagesOf(INSTALLED)))
    install('package-lock.json has changed since the last install');
  writeFileSync(STAMP, stamp);
}

/**
 * A lock file's packages by their place; npm keeps the same for what it has installed.
 * @typedef {Record<string, { integrity?: string, optional?: boolean }>} Packages
 */

/**
 * Whether what is installed is what the lock file asks for: it was only touched, or somebody has run npm by hand.
 * @param {Packages} wanted
 * @param {Packages} present
 */
export function agrees(wanted, present) {
  return Object.entries(wanted).every(([place, { integrity, optional }]) => {
    if (place === '') return true; // the project itself
    const installed = present[place];
    return installed ? installed.integrity === integrity : optional === true;
  });
}

/** @param {string} file */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** @param {string} reason */
function install(reason) {
  say(`Installing packages with npm ci: ${reason}.`);
  rmSync(STAMP, { force: true });
  const [program, ...first] = npmCommand();
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const result = spawnSync(program, [...first, ...options], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && first.length === 0,
  });
  if (result.error)
    throw new LauncherError(
      `npm could not be started (${result.error.message}). Install Node with npm, or put npm on PATH.`,
    );
  if (result.status !== 0)
    throw new LauncherError(
      `npm ci failed; its own message is above. Check that the network and the registry can be reached ` +
        `(npm config get registry), then try again, or run npm ci in ${root}.`,
    );
}

/**
 * The npm that runs us, so that a person with several gets the one they called; else the one on PATH.
 * @returns {[string, ...string[]]}
 */
function npmCommand() {
  const npm = process.env.npm_execpath;
  if (npm && basename(npm) === 'npm-cli.js' && existsSync(npm)) return [process.execPath, npm];
  return ['npm'];
}

/** Without what an outer npm says about the package and the folder that it was called for. */
function environment() {
  const outer = /^npm_(package|lifecycle)_|^npm_config_(global|local_prefix)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
}
