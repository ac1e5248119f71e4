/** The editor's server on a profile of its own, in a folder that goes when it stops. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EDITOR } from '../../scripts/launcher/editor.mjs';
import { settingsFor, type Theme } from './settings.ts';

export interface ServerOptions {
  readonly theme?: Theme;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Packages to install before the start. */
  readonly extensions?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Milliseconds for a start on a busy machine. */
const START_LIMIT = 60_000;

/** Milliseconds between asking the server to end and making it. */
const PATIENCE = 5_000;

export class CodeServer {
  readonly port: number;
  /** Private to this server: profile, extensions, home. Tests may keep their workspaces in it. */
  readonly folder: string;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, port: number, folder: string) {
    this.#process = child;
    this.port = port;
    this.folder = folder;
    process.once('exit', this.#end);
  }

  static async start({ theme = 'dark', settings, extensions = [], env }: ServerOptions): Promise<CodeServer> {
    const folder = mkdtempSync(join(tmpdir(), 'spade-editor-'));
    try {
      const profile = join(folder, 'profile');
      for (const name of ['home', 'tmp', 'extensions', 'profile/User'])
        mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(
        join(profile, 'User', 'settings.json'),
        JSON.stringify({ ...settingsFor(theme), ...settings }, null, 1),
      );
      writeFileSync(join(folder, 'config.yaml'), 'auth: none\n');
      for (const vsix of extensions) await install(folder, vsix);
      const port = await freePort();
      const log = openSync(join(folder, 'server.log'), 'w');
      const options = ['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
      const more = ['--disable-getting-started-override', '--disable-proxy'];
      // Without this option the workbench takes no paths of extensions under test, and exposes no driver.
      const driver = ['--vscode-option', 'enable-smoke-test-driver'];
      const child = spawn(
        process.execPath,
        [
          EDITOR,
          ...profileOptions(folder),
          ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
          ...options,
          ...more,
          ...driver,
        ],
        // A group of its own, so that what it starts ends with it.
        { env: { ...environment(folder), ...env }, stdio: ['ignore', log, log], detached: true },
      );
      const server = new CodeServer(child, port, folder);
      await server.#answers();
      return server;
    } catch (problem) {
      rmSync(folder, { recursive: true, force: true });
      throw problem;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** How the workbench names a file of this machine. */
  resource(path: string): string {
    return `vscode-remote://127.0.0.1:${this.port}${path}`;
  }

  get log(): string {
    return readFileSync(join(this.folder, 'server.log'), 'utf8');
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(PATIENCE, undefined, { ref: false })]);
    }
    process.off('exit', this.#end);
    this.#end();
  }

  /** Whatever still runs ends, and the folder goes; also when the tests are stopped. */
  readonly #end = (): void => {
    if (this.#process.pid !== undefined) {
      try {
        process.kill(-this.#process.pid, 'SIGKILL');
      } catch {
        // The whole group has ended already.
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  };

  async #answers(): Promise<void> {
    const deadline = Date.now() + START_LIMIT;
    while (Date.now() < deadline) {
      if (this.#process.exitCode !== null) throw new Error(`The editor's server has ended.\n${this.log}`);
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(50);
    }
    throw new Error(`The editor's server did not answer within ${START_LIMIT / 1000} s.\n${this.log}`);
  }
}

async function install(folder: string, vsix: string): Promise<void> {
  const words = [EDITOR, ...profileOptions(folder), '--install-extension', vsix];
  const options = { env: environment(folder) };
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, words, options, (problem, _, errors) => {
      if (!problem) return resolve();
      // The rest is about log files that are not written here.
      const told = errors.split('\n').filter((line) => /^(Error|Failed)/.test(line));
      reject(new Error(`${vsix} could not be installed.\n${told.join('\n')}`));
    });
  });
}

function profileOptions(folder: string): string[] {
  return [
    ...['--config', join(folder, 'config.yaml')],
    ...['--user-data-dir', join(folder, 'profile')],
    ...['--extensions-dir', join(folder, 'extensions')],
  ];
}

/** The person's own folders and the gallery are out of reach. */
function environment(folder: string): NodeJS.ProcessEnv {
  const home = join(folder, 'home');
  return {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    TMPDIR: join(folder, 'tmp'),
    EXTENSIONS_GALLERY: '{}',
    NODE_OPTIONS: '',
    // Set by Vitest; it would put React and others into another mode.
    NODE_ENV: 'production',
    VITEST: undefined,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
