/**
 * A lock on a folder that the operating system lifts when its holder ends, however it ends: an open write transaction
 * of SQLite on a file of its own. A number of a process in a file would outlive a killed one.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asStoreError, StoreError, storeError } from './failure.ts';

const NAME = 'lock';

export interface Lock {
  release(): void;
}

/** @throws StoreError `busy` when another process, or another part of this one, holds it. */
export function lockFolder(folder: string): Lock {
  const file = join(folder, NAME);
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 0 });
    // Without a journal file nothing is left behind, and nothing is ever written.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    const held = connection;
    return { release: () => held.close() };
  } catch (error) {
    connection?.close();
    const failure = asStoreError(error, folder);
    throw failure instanceof StoreError && failure.problem === 'busy'
      ? storeError('busy', folder, '', error)
      : failure;
  }
}

/** Is the folder held by a process? */
export function isLocked(folder: string): boolean {
  try {
    lockFolder(folder).release();
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.problem === 'busy') return true;
    throw error;
  }
}
