/** The daemon's token, read: 256 bits in a file that only its owner can read. Whoever has it may do everything. */
import { readFileSync, statSync } from 'node:fs';

const FORM = /^[\w-]{43}$/;

/** The token cannot be used; the message says what to do. */
export class TokenProblem extends Error {
  override readonly name = 'TokenProblem';
}

/** Is this the form of a token? */
export const isToken = (text: string): boolean => FORM.test(text);

/** @throws TokenProblem when there is none, or when others could read it. */
export function readToken(file: string): string {
  const token = existingToken(file);
  if (token === undefined)
    throw new TokenProblem(`${file}: there is no token. \`spade daemon start\` makes one.`);
  return token;
}

/** `undefined`: there is none. @throws TokenProblem when it cannot be used, or others could read it. */
export function existingToken(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new TokenProblem(
      `${file}: others than its owner can read the token. Run \`chmod 600 ${file}\`, and \`spade daemon token --renew\` if somebody may have.`,
    );
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TokenProblem(`The token cannot be read (${reason}). Check that you may read ${file}.`);
  }
  if (!isToken(text))
    throw new TokenProblem(`${file}: this is no token. \`spade daemon token --renew\` makes a new one.`);
  return text;
}
