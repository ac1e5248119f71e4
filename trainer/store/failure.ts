/** What can go wrong with a run's files, in words: what happened, that nothing committed is lost, what to do. */
import { existsSync } from 'node:fs';
import { fileProblem } from '../../server/workspace/usage-error.ts';

/**
 * `busy`: another process has it. `newer`: a newer version of Spade Studio wrote it. `damaged`: what is on disk is
 * not what was written. `size-limit`: the run's own `maxBytes`. `missing`: no run is there.
 */
export type StoreProblem =
  | 'disk-full'
  | 'size-limit'
  | 'read-only'
  | 'damaged'
  | 'busy'
  | 'newer'
  | 'missing'
  | 'io';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** Primary result codes of SQLite. */
const SQLITE = {
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  10: 'io',
  11: 'damaged',
  13: 'disk-full',
  26: 'damaged',
} as const satisfies Readonly<Record<number, StoreProblem>>;

const CANNOT_OPEN = 14;

const WORDS: Readonly<Record<StoreProblem, (file: string, detail: string) => string>> = {
  'disk-full': (file) =>
    `${file}: the disk is full. Everything committed is safe; the step at work was not stored. Free some space, then resume the run.`,
  'size-limit': (file) =>
    `${file}: the run has reached its own limit, maxBytes. Everything committed is safe. Export the run, and start the next one with a higher maxBytes or with null.`,
  'read-only': (file) =>
    `${file}: it cannot be written (read-only disk or missing permission). Everything committed is safe. Make it writable, then try again.`,
  damaged: (file, detail) =>
    `${file}: the file is damaged (${detail}). Keep a copy of the folder and restore it from a backup; \`spade run export\` saves what can still be read.`,
  busy: (file) =>
    `${file}: another process is working on it. Stop that one (\`spade daemon status\` names it), or wait until it has ended.`,
  newer: (file, detail) =>
    `${file}: a newer version of Spade Studio wrote it (${detail}). Update Spade Studio to open it; nothing was changed.`,
  missing: (file) => `${file}: there is no run here, or it cannot be opened. Check the path.`,
  io: (file, detail) =>
    `${file}: the disk failed (${detail}). Everything committed before is safe if the disk is; check the disk, then resume the run.`,
};

export const storeError = (problem: StoreProblem, file: string, detail = '', cause?: unknown): StoreError =>
  new StoreError(problem, WORDS[problem](file, detail), { cause });

/** Turns what SQLite or the file system threw into a StoreError; what is no failure of the store stays as it is. */
export function asStoreError(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  if ('errcode' in error && typeof error.errcode === 'number') {
    const primary = error.errcode & 0xff;
    // It cannot be opened: not there, or a file that it needs beside itself cannot be made.
    if (primary === CANNOT_OPEN)
      return storeError(existsSync(file) ? 'read-only' : 'missing', file, '', error);
    const problem = Object.entries(SQLITE).find(([code]) => Number(code) === primary)?.[1];
    return problem ? storeError(problem, file, error.message, error) : error;
  }
  if (!('code' in error)) return error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return storeError('disk-full', file, '', error);
  if (error.code === 'EROFS' || error.code === 'EACCES' || error.code === 'EPERM')
    return storeError('read-only', file, '', error);
  if (error.code === 'ENOENT') return storeError('missing', file, '', error);
  if (error.code === 'EIO') return storeError('io', file, fileProblem(file, error), error);
  return error;
}
