/** What tests need of the machine beyond packages. Where it is missing they say so: they fail in CI, and are left out elsewhere. */
import { describe, test } from 'vitest';
import { ensureEditor } from '../scripts/launcher/editor.mjs';
import { LauncherError } from '../scripts/launcher/project.mjs';
import { CHROMIUM_MISSING, findChromium } from './chromium.ts';

/** A sentence that says what is missing and what to do; nothing when all is there. */
type Missing = string | undefined;

export const withoutChromium = (): Missing => (findChromium() === undefined ? CHROMIUM_MISSING : undefined);

/** Installs the editor when it is not there yet: 40 s. */
export function withoutEditor(): Missing {
  if (process.platform === 'win32')
    return 'The tests in the editor run on Linux and macOS, since code-server does not start on Windows.';
  const missing = withoutChromium();
  if (missing !== undefined) return missing;
  try {
    ensureEditor();
    return undefined;
  } catch (problem) {
    if (problem instanceof LauncherError) return problem.message;
    throw problem;
  }
}

/** `describe` where nothing is missing. */
export function describeWith(missing: Missing, name: string, tests: () => void): void {
  if (missing === undefined) {
    describe(name, tests);
    return;
  }
  if (!process.env.CI) console.warn(`Left out: ${name}. ${missing}`);
  test.skipIf(!process.env.CI)(name, () => {
    throw new Error(missing);
  });
}
