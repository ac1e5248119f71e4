/** Replaces a source by another text: all of it or nothing, and only what was read before. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileProblem } from '../../workspace/usage-error.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Symbolic links stay: what they lead to is replaced. Mode and byte order mark are kept.
 * @param before the bytes that the new text was made from.
 * @returns why it was not done, if it was not.
 */
export function replaceSource(
  path: string,
  shown: string,
  before: Uint8Array,
  text: string,
): string | undefined {
  let part: string | undefined;
  try {
    const target = realpathSync(path);
    if (!readFileSync(target).equals(before))
      return `${shown}: it was changed while it was being read, so its fixes were not written. Run the command again.`;
    const { mode } = statSync(target);
    // Hidden, so that nobody who lists or watches the folder takes it for an environment.
    part = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
    const bytes = Buffer.from(text);
    writeWhole(
      part,
      mode,
      BYTE_ORDER_MARK.equals(before.subarray(0, 3)) ? [BYTE_ORDER_MARK, bytes] : [bytes],
    );
    renameSync(part, target);
    return undefined;
  } catch (error) {
    if (part !== undefined) rmSync(part, { force: true });
    return `the fixes could not be written. ${fileProblem(shown, error)}`;
  }
}

function writeWhole(path: string, mode: number, pieces: readonly Uint8Array[]): void {
  const file = openSync(path, 'w', mode);
  try {
    // The mode given to `openSync` loses what the process's mask forbids.
    fchmodSync(file, mode);
    for (const piece of pieces) for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
