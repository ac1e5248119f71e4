// @ts-check
/** What every part of the launcher knows: where the project lies and how it speaks to the person. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** True in a clone, false in an installed package, which brings dist/ and never a lock file. */
export const isCheckout = existsSync(join(root, 'package-lock.json'));

/** A failure that the person can do something about. It is shown without a stack. */
export class LauncherError extends Error {}

/**
 * Progress goes to standard error: standard output belongs to the task, which may be writing JSON.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
