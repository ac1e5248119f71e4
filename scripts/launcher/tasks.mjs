// @ts-check
/** The tasks. Each gets a Node that fits and its arguments, and tells how it ended. */
import module from 'node:module';
import { join } from 'node:path';
import { COMPILE_CACHE, ensureBuilt, SPADE } from './dist.mjs';
import { ensureInstalled } from './install.mjs';
import { isCheckout, LauncherError, root, say } from './project.mjs';
import { run, runHere } from './run.mjs';
import { currentFits } from './runtime.mjs';

/** @typedef {import('./run.mjs').End} End */

/** @type {Record<string, (node: string, args: string[]) => Promise<End>>} */
export const TASKS = {
  start: (node, args) => spade(node, ['train', 'pocket', ...args]),
  spade: (node, args) => {
    // npm changes to the project's folder before it runs a script; the person's own folder is the one that counts.
    if (process.env.npm_lifecycle_event === 'spade' && process.env.INIT_CWD)
      process.chdir(process.env.INIT_CWD);
    return spade(node, args);
  },
  test: async (node, args) => {
    const checked = args.length === 0 ? await inTurn(CHECKS, node) : END_WELL;
    if (checked.signal) return checked;
    const built = await build(node);
    const tested = await runTool(node, ['vitest/vitest.mjs', 'run', ...args]);
    return [tested, built, checked].find(({ code }) => code !== 0) ?? END_WELL;
  },
  check: (node) => inTurn(CHECKS, node),
  format: (node, args) => runTool(node, ['@biomejs/biome/bin/biome', 'check', '--write', ...args]),
  bench: async (node) => {
    await ensureBuilt(node);
    return run(node, [join(root, 'scripts/bench.ts')], { cwd: root });
  },
  build: async (node, args) => run(node, [join(root, 'scripts/build.ts'), ...args], { cwd: root }),
  package: async (node, args) => {
    ensureInstalled(join(root, 'scripts', 'packaging'));
    await ensureBuilt(node);
    return run(node, ['--no-warnings', join(root, 'scripts/package.ts'), ...args], { cwd: root });
  },
  setup: async (node) => {
    await ensureBuilt(node);
    say(`Ready. Spade Studio runs on ${node}.`);
    return END_WELL;
  },
};

/** @type {End} */
const END_WELL = { code: 0, signal: null };

/** @type {{ name: string, command: string[] }[]} */
const CHECKS = [
  { name: 'biome', command: ['@biomejs/biome/bin/biome', 'check'] },
  { name: 'types', command: ['typescript/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the pure folders', command: ['typescript/bin/tsc', '-p', 'tsconfig.pure.json'] },
  { name: 'types of the pages', command: ['typescript/bin/tsc', '-p', 'tsconfig.webviews.json'] },
];

/**
 * The command line. In this process where that is possible, since each start of Node costs some 40 ms.
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<End>}
 */
async function spade(node, args) {
  if (isCheckout) await ensureBuilt(node);
  if (!currentFits) return run(node, [SPADE, ...args], { env: { NODE_COMPILE_CACHE: COMPILE_CACHE } });
  module.enableCompileCache?.(COMPILE_CACHE);
  return runHere(SPADE, args);
}

/**
 * Builds what is stale. The tests of the sources go on without it, and say what is wrong with them.
 * @param {string} node
 * @returns {Promise<End>}
 */
async function build(node) {
  try {
    await ensureBuilt(node);
    return END_WELL;
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    say(error.message);
    return { code: 1, signal: null };
  }
}

/**
 * Runs all checks, whatever the earlier ones say, and names those that failed.
 * @param {typeof CHECKS} checks
 * @param {string} node
 */
async function inTurn(checks, node) {
  let end = END_WELL;
  for (const { name, command } of checks) {
    const one = await runTool(node, command);
    if (one.signal) return one;
    say(one.code === 0 ? `${name}: ok` : `${name}: failed`);
    if (one.code !== 0) end = one;
  }
  return end;
}

/**
 * Runs a development tool of node_modules in the project's folder.
 * @param {string} node
 * @param {string[]} command
 */
function runTool(node, [script = '', ...args]) {
  return run(node, [join(root, 'node_modules', script), ...args], { cwd: root });
}
