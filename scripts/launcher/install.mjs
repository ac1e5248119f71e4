// @ts-check
/**
 * Installs the packages when they are missing or the lock file has changed. npm runs no pre or post scripts here
 * (.npmrc has ignore-scripts), so a task has to do this itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { LauncherError, root, say } from './project.mjs';

/** Holds the size and time of change that the lock file had when node_modules was last seen to agree with it. */
const STAMP = '.spade-install';

/** npm's own record of what it installed; written last, so an interrupted install has none. */
const INSTALLED = '.package-lock.json';

/**
 * @param {string} [folder] With a package.json and its lock file: the project, or a set of tools of its own.
 * @throws {LauncherError} when npm cannot be run or fails.
 */
export function ensureInstalled(folder = root) {
  const lock = join(folder, 'package-lock.json');
  const modules = join(folder, 'node_modules');
  const stampFile = join(modules, STAMP);
  const installed = join(modules, INSTALLED);
  const { size, mtimeMs } = statSync(lock);
  const stamp = `${size} ${mtimeMs}`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const where = folder === root ? '' : ` in ${relative(root, folder)}`;
  if (!existsSync(installed)) install(folder, `the packages${where} are not installed yet`);
  else if (!agrees(packagesOf(lock), packagesOf(installed)))
    install(folder, `package-lock.json${where} has changed since the last install`);
  writeFileSync(stampFile, stamp);
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

/**
 * @param {string} folder
 * @param {string} reason
 */
function install(folder, reason) {
  say(`Installing packages with npm ci: ${reason}.`);
  rmSync(join(folder, 'node_modules', STAMP), { force: true });
  npmCi(folder, ['--include=dev', '--include=optional']);
}

/**
 * Installs what the folder's lock file says. No package's own script runs.
 * @param {string} folder
 * @param {string[]} options
 * @throws {LauncherError} when npm cannot be run or fails.
 */
export function npmCi(folder, options) {
  const [program, ...first] = npmCommand();
  const always = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(program, [...first, 'ci', ...options, ...always], {
    cwd: folder,
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
        `(npm config get registry), then try again, or run npm ci in ${folder}.`,
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
