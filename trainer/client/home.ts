/** A daemon's folder as others see it: where it is, and what lies where in it. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

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

  /** The file that says how the daemon is reached. */
  get address(): string {
    return this.#in('daemon.json');
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

  /** What the last daemon wrote; whether one is running is for the lock to say. */
  readAddress(): Address | undefined {
    try {
      return address.parse(JSON.parse(readFileSync(this.address, 'utf8')));
    } catch {
      return undefined;
    }
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
