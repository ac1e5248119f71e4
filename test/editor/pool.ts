/** The pool that the tests open: the examples, in a folder that may be changed. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeServer } from './code-server.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** Copies the examples into the server's own folder. */
export function pool(server: CodeServer): string {
  const folder = join(server.folder, 'pool');
  cpSync(EXAMPLES, folder, { recursive: true });
  return folder;
}

/** An example with a fault that is seen while typing and has a fix, and others that only playing shows. */
export const FAULTY = {
  path: 'environments/games-studio/cipher_relay.py',
  file: 'cipher_relay.py',
  className: 'CipherRelayEnv',
  /** Where `\boxed` stands in a string that is not raw. */
  line: 82,
};
