// @ts-check
/**
 * Runs a program under a Node that fits, or in this process when this is one.
 *
 * Without --no-node-snapshot, which costs 100 ms a start: only processes that load isolated-vm need it, and
 * whoever starts those (the sandbox, Vitest's configuration) says so.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LauncherError } from './project.mjs';

/**
 * A shell's code for a program that a signal ended is 128 and the signal's number.
 * @typedef {{ code: number, signal: NodeJS.Signals | null }} End
 */

/**
 * Runs a script to its end, with signals passed on.
 * @param {string} node
 * @param {string[]} args The script and its arguments.
 * @param {{ cwd?: string, output?: 'inherit' | 'stderr', env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<End>}
 */
export function run(node, args, { cwd = process.cwd(), output = 'inherit', env = {} } = {}) {
  const child = spawn(node, args, {
    cwd,
    env: { ...environment(node), ...env },
    stdio: ['inherit', output === 'stderr' ? 2 : 'inherit', 'inherit'],
  });
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // A terminal sends SIGINT to the child as well; a second one would look like impatience.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      reject(
        new LauncherError(
          `${node} could not be started (${error.message}). Install Node 24, put it first on PATH and try again.`,
        ),
      );
    });
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), signal });
    });
  });
}

/**
 * Ends this process as the child ended, so that whoever waits for us sees the same.
 * @param {End} end
 */
export function endLike({ code, signal }) {
  process.exitCode = code;
  if (signal && process.platform !== 'win32') process.kill(process.pid, signal);
}

/**
 * Runs a module in this process, as if it had been started with these arguments: saves the second start of Node.
 * The module's work is done when its import is.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<End>}
 */
export async function runHere(file, args) {
  process.argv = [process.execPath, file, ...args];
  Object.assign(process.env, environment(process.execPath));
  await import(pathToFileURL(file).href);
  return { code: Number(process.exitCode ?? 0), signal: null };
}

/**
 * The environment with this Node first on PATH, for what the task itself starts.
 * @param {string} node
 */
function environment(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const folder = dirname(node);
  const rest = process.env[name] ?? '';
  if (rest === folder || rest.startsWith(folder + delimiter)) return process.env;
  return { ...process.env, [name]: rest ? folder + delimiter + rest : folder };
}
