/** Vitest's global set-up: builds the sandbox's image once, so that no test's time limit has to cover it. */
import { ensureImage } from '../server/sandbox/ensure.ts';

export default async function setup(): Promise<void> {
  try {
    await ensureImage();
  } catch (error) {
    // Tests that need the sandbox will fail with this same message; the others need not wait for it.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
