// @ts-check
/**
 * Installs the editor that the tests in test/editor drive: code-server, and the two sets of packages that its own
 * install script would fetch. That script refuses to run under most npm versions, and scripts are off here anyway.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, npmCi } from './install.mjs';
import { root, say } from './project.mjs';

/** A package of its own: it is large, and only these tests need it. */
const FOLDER = join(root, 'test', 'editor');
const PACKAGE = join(FOLDER, 'node_modules', 'code-server');
const WORKBENCH = join(PACKAGE, 'lib', 'vscode');

/** What starts the editor under Node. */
export const EDITOR = join(PACKAGE, 'out', 'node', 'entry.js');

/** Written last, with the version that it is about; `npm ci` removes it with everything else. */
const DONE = join(PACKAGE, '.spade-complete');

/** Takes 40 s and 600 MB of disk at first, nothing afterwards.
 * @throws {import('./project.mjs').LauncherError} when npm cannot be run or fails.
 */
export function ensureEditor() {
  ensureInstalled(FOLDER);
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  if (existsSync(DONE) && readFileSync(DONE, 'utf8') === version) return;
  say(`Installing the packages of code-server ${version}, in which the editor's tests run.`);
  for (const folder of [WORKBENCH, join(WORKBENCH, 'extensions')]) {
    copyFileSync(join(folder, 'npm-shrinkwrap.json'), join(folder, 'package-lock.json')); // npm 12 reads only this
    npmCi(folder, ['--omit=dev', '--legacy-peer-deps']);
  }
  writeFileSync(DONE, version);
}
