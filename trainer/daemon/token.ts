/** The daemon's token: made, renewed, compared. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { fileProblem, UsageError } from '../../server/workspace/usage-error.ts';
import { existingToken } from '../client/token.ts';

const BYTES = 32;

/** Reads the token, and makes one where there is none. @throws TokenProblem when others could read it. */
export function ensureToken(file: string): string {
  return existingToken(file) ?? renewToken(file);
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

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In a time that depends on neither text. */
export const sameToken = (given: string, token: string): boolean =>
  timingSafeEqual(digest(given), digest(token));
