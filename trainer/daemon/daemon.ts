/**
 * The trainer's daemon: one process a folder, clients over WebSocket (server/protocol/daemon.ts).
 *
 * It begins by taking the folder's lock, reads what runs there are, and lets those go on that worked when it ended
 * last, whichever way that was.
 */
import type { Server } from 'node:http';
import { isLoopback, LOOPBACK } from '../../server/protocol/loopback.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { StoreError } from '../store/failure.ts';
import { type Lock, lockFolder } from '../store/lock.ts';
import { VERSION } from '../version.ts';
import { Admission } from './admission.ts';
import { Core, type CoreOptions } from './core.ts';
import { OwnHome } from './own-home.ts';
import { Pages } from './pages.ts';
import { listen, makeServer, type Tls } from './server.ts';
import { ensureToken } from './token.ts';

export interface DaemonOptions extends CoreOptions {
  readonly home: string;
  /** Loopback by default; another one needs `tls`. */
  readonly host?: string | undefined;
  /** 0, the default: any that is free. */
  readonly port?: number | undefined;
  readonly tls?: Tls | undefined;
  /** Further names under which it is reached. */
  readonly hosts?: readonly string[];
  /** Of pages that may connect. */
  readonly origins?: readonly string[];
  /** The folder of the built pages, where it is not the usual one. */
  readonly pages?: string | undefined;
}

export class Daemon {
  readonly url: string;
  readonly token: string;
  /** Resolves when the daemon has ended. */
  readonly ended: Promise<void>;
  readonly #core: Core;

  private constructor(core: Core, server: Server, url: string, token: string) {
    this.#core = core;
    this.url = url;
    this.token = token;
    this.ended = core.ended;
    void core.ended.then(() => server.close());
  }

  /** @throws UsageError when it cannot be started as asked, StoreError when its folder cannot be used. */
  static async start(options: DaemonOptions): Promise<Daemon> {
    const { host = '127.0.0.1', port = 0, tls } = options;
    const local = isLoopback(host);
    if (!local && !tls)
      throw new UsageError(
        `On ${host} others on the network could listen in. Give --tls-cert and --tls-key, or keep to 127.0.0.1 and reach it through \`ssh -L\`.`,
      );
    const home = new OwnHome(options.home);
    home.make();
    const lock = lockHome(home);
    let core: Core | undefined;
    try {
      const token = ensureToken(home.token);
      const names = [...LOOPBACK, host, ...(options.hosts ?? [])];
      const hosts = names.map((name) => name.toLowerCase());
      const secure = tls !== undefined;
      const admission = new Admission({ token, hosts, origins: options.origins ?? [], secure });
      const pages = new Pages({ admission, token, secure, folder: options.pages });
      const made = new Core(home, lock, options);
      core = made;
      const door = { admission, pages, full: () => made.full(), accept: made.accept.bind(made) };
      const server = makeServer(door, tls);
      const { family, address, port: bound } = await listen(server, host, port);
      const url = `${tls ? 'wss' : 'ws'}://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
      home.writeAddress({ url, pid: process.pid, started: core.started, version: VERSION });
      core.begin();
      return new Daemon(core, server, url, token);
    } catch (error) {
      if (core) await core.close();
      else lock.release();
      if (error instanceof StoreError && error.problem === 'damaged')
        throw new UsageError(
          `${home.database}: the file is damaged. No run is in it: delete it (and the files that begin with its name), and start the daemon again. Only what was remembered of old commands is lost.`,
          { cause: error },
        );
      throw error;
    }
  }

  /** Runs leave the step at work, clients are told, and everything is on disk when it resolves. */
  close(): Promise<void> {
    return this.#core.close();
  }
}

function lockHome(home: OwnHome): Lock {
  try {
    return lockFolder(home.folder);
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'busy') throw error;
    const at = home.readAddress();
    throw new UsageError(
      `A daemon is running already on ${home.folder}${at ? `: ${at.url}, process ${at.pid}` : ''}. \`spade daemon stop\` ends it; another one needs a folder of its own (--home).`,
    );
  }
}
