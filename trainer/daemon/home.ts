/** The daemon's folder: where it is, and what lies where in it. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { asStoreError } from '../store/failure.ts';

const NAME = 'spade-studio';

/** How a running daemon is reached. */
export const address = z.object({
  url: z.url(),
  pid: z.number().int(),
  started: z.iso.datetime(),
  version: z.string(),
});
export type Address = z.infer<typeof address>;

export class Home {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  readonly #in = (name: string): string => join(this.folder, name);

  get exists(): boolean {
    return existsSync(this.folder);
  }

  get token(): string {
    return this.#in('token');
  }

  get database(): string {
    return this.#in('daemon.db');
  }

  get runs(): string {
    return this.#in('runs');
  }

  get log(): string {
    return this.#in('daemon.log');
  }

  /** Makes the folder, for its owner alone. @throws StoreError */
  make(): void {
    try {
      mkdirSync(this.runs, { recursive: true, mode: 0o700 });
      if (process.platform !== 'win32') chmodSync(this.folder, 0o700);
    } catch (error) {
      throw asStoreError(error, this.folder);
    }
  }

  /** What the last daemon wrote; whether one is running is for the lock to say. */
  readAddress(): Address | undefined {
    try {
      return address.parse(JSON.parse(readFileSync(this.#in('daemon.json'), 'utf8')));
    } catch {
      return undefined;
    }
  }

  writeAddress(value: Address): void {
    writeFileSync(this.#in('daemon.json'), `${JSON.stringify(value, null, 1)}\n`, { mode: 0o600 });
  }

  removeAddress(): void {
    rmSync(this.#in('daemon.json'), { force: true });
  }
}

/** `SPADE_HOME`, else where programs of a user keep their data. */
export function defaultHome(env: Readonly<Record<string, string | undefined>>): string {
  if (env.SPADE_HOME) return env.SPADE_HOME;
  if (process.platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, NAME, 'Data');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', NAME);
  return join(
    env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(homedir(), '.local', 'share'),
    NAME,
  );
}
