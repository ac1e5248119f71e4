/** The daemon's token: 256 bits in a file that only its owner can read. Whoever has it may do everything. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { fileProblem, UsageError } from '../../server/workspace/usage-error.ts';

const BYTES = 32;
const FORM = /^[\w-]{43}$/;

/** Reads the token, and makes one where there is none. @throws UsageError when others could read it. */
export function ensureToken(file: string): string {
  return existing(file) ?? renewToken(file);
}

/** @throws UsageError when there is none, or when others could read it. */
export function readToken(file: string): string {
  const token = existing(file);
  if (token === undefined)
    throw new UsageError(`${file}: there is no token. \`spade daemon start\` makes one.`);
  return token;
}

/** Replaces the token: a running daemon goes on with the old one until it is started again. */
export function renewToken(file: string): string {
  const token = randomBytes(BYTES).toString('base64url');
  const part = `${file}.${process.pid}.part`;
  try {
    const descriptor = openSync(part, 'wx', 0o600);
    try {
      writeSync(descriptor, `${token}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(part, file);
  } catch (error) {
    throw new UsageError(`The token cannot be written. ${fileProblem(file, error)}`);
  }
  return token;
}

function existing(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new UsageError(
      `${file}: others than its owner can read the token. Run \`chmod 600 ${file}\`, and \`spade daemon token --renew\` if somebody may have.`,
    );
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`The token cannot be read. ${fileProblem(file, error)}`);
  }
  if (!FORM.test(text))
    throw new UsageError(`${file}: this is no token. \`spade daemon token --renew\` makes a new one.`);
  return text;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In a time that depends on neither text. */
export const sameToken = (given: string, token: string): boolean =>
  timingSafeEqual(digest(given), digest(token));
