// @ts-check
/**
 * The launcher: makes sure that a task has what it needs (packages, a Node that fits, dist/), then runs it.
 * Plain JavaScript that any Node from 18 on runs and that needs no package, since it is what installs them.
 */
import { ensureInstalled } from './install.mjs';
import { isCheckout, LauncherError, say } from './project.mjs';
import { endLike } from './run.mjs';
import { findNode } from './runtime.mjs';
import { TASKS } from './tasks.mjs';

/**
 * @param {string[]} words A task's name and its arguments.
 */
export async function main([name = '', ...args]) {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task) {
    say(
      `${name ? `There is no task "${name}".` : 'Which task?'} There are: ${Object.keys(TASKS).join(', ')}.`,
    );
    process.exitCode = 2;
    return;
  }
  try {
    if (isCheckout) ensureInstalled();
    endLike(await task(findNode(), args));
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
