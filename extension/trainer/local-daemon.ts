/** The daemon of this machine: found through its folder, started when it is asked for. */
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { defaultHome, Home } from '../../trainer/client/home.ts';
import type { Reached } from '../../trainer/client/link.ts';
import { readToken } from '../../trainer/client/token.ts';
import { runProgram } from './program.ts';

/** Milliseconds for a start. */
const PATIENCE = 45_000;

export interface LocalSettings {
  /** The daemon's folder; empty: the usual one. */
  readonly home: string;
  /** The command line `spade`; empty: the one that came with the extension, else the one on PATH. */
  readonly command: string;
  /** A Node of the person's choice; empty: none. */
  readonly node: string;
}

/** What the extension's package brings, where it does. */
export interface Bundled {
  readonly script: string;
  readonly node: string;
}

export const homeOf = ({ home }: LocalSettings, env: NodeJS.ProcessEnv): Home =>
  new Home(home === '' ? defaultHome(env) : home);

/** @throws when none has been started on the folder, TokenProblem. */
export function reachLocal(settings: LocalSettings, env: NodeJS.ProcessEnv): Reached {
  const home = homeOf(settings, env);
  const address = home.readAddress();
  if (!address) throw new Error('No trainer is running on this machine.');
  return { url: address.url, token: readToken(home.token) };
}

/** Starts the daemon, without tying it to the editor. @throws with what it said when it did not start. */
export async function startLocal(
  settings: LocalSettings,
  bundled: Bundled,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [program, ...first] = commandOf(settings, bundled, env);
  const words = [...first, 'daemon', 'start', '--background', '--home', homeOf(settings, env).folder];
  const { code, stderr } = await runProgram(program, words, { patience: PATIENCE, env: cleanOf(env) });
  if (code !== 0) throw new Error(`The trainer did not start. ${stderr.trim() || `${program} ended.`}`);
}

/** @throws when there is no command line to start it with. */
export function commandOf(
  { command, node }: LocalSettings,
  bundled: Bundled,
  env: NodeJS.ProcessEnv,
): readonly [program: string, ...words: string[]] {
  if (command !== '') {
    if (!isAbsolute(command))
      throw new Error(`The setting spade.trainer.command must be an absolute path; it is “${command}”.`);
    return [command];
  }
  if (existsSync(bundled.script)) return [nodeOf(node, bundled), bundled.script];
  const found = onPath('spade', env);
  if (found !== undefined) return [found];
  throw new Error(
    'A trainer needs the command line `spade`, which this package does not bring. Install Spade Studio’s command line, and name it in the setting spade.trainer.command.',
  );
}

/** An editor's Electron is no Node that a trainer could run on. */
function nodeOf(chosen: string, bundled: Bundled): string {
  if (chosen !== '') return chosen;
  if (existsSync(bundled.node)) return bundled.node;
  return 'electron' in process.versions ? 'node' : process.execPath;
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.cmd`, `${name}.exe`] : [name];
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => names.map((one) => join(folder, one)))
    .find((file) => existsSync(file));
}

/** The editor's own variables would change what its Node does. */
export function cleanOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(ELECTRON_|VSCODE_|NODE_OPTIONS$)/.test(name)),
  );
}
