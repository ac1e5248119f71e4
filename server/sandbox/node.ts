/**
 * Finds a Node that can run the sandbox's children. isolated-vm has binaries for the ABIs of Node 24 and 26 only, and
 * the process that asks may be an editor's Electron, or a Node of another version.
 */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** process.versions.modules of Node 24 and Node 26. */
const ABIS = ['137', '147'];

/** Milliseconds that a program may take to tell its version. */
const PATIENCE = 10_000;

export interface NodeWishes {
  /** The user's own choice; empty: none. When it does not fit, nothing else is tried. */
  readonly chosen: string;
  /** Of the package that this code was shipped with. */
  readonly bundled: string | undefined;
  readonly path: string | undefined;
  /** The program that runs now, and what it says of itself. */
  readonly current: {
    readonly path: string;
    readonly versions: Readonly<Record<string, string | undefined>>;
  };
}

/** The path of a Node that fits, or why there is none and what to do. */
export type NodeChoice = { readonly node: string } | { readonly reason: string };

const ADVICE =
  'Install Node 24 from https://nodejs.org and name its program in the setting `spade.node.path`';

/** In the order: the user's choice, the bundled one, the one that runs, `node` on PATH. Starts processes to ask them. */
export async function findNode({ chosen, bundled, path, current }: NodeWishes): Promise<NodeChoice> {
  if (chosen !== '') {
    if (!isAbsolute(chosen))
      return { reason: `The setting \`spade.node.path\` must be an absolute path; it is "${chosen}".` };
    const found = await versionOf(chosen);
    if (fits(found)) return { node: chosen };
    return {
      reason: `The program of the setting \`spade.node.path\` (${chosen}) ${told(found)}; the sandbox needs Node 24 or 26. Correct the setting, or clear it so that one is looked for.`,
    };
  }
  if (bundled !== undefined && fits(await versionOf(bundled))) return { node: bundled };
  const running = { abi: current.versions.modules ?? '', electron: 'electron' in current.versions };
  if (fits(running)) return { node: current.path };
  const onPath = programOn(path);
  const found = onPath === undefined ? undefined : await versionOf(onPath);
  if (onPath !== undefined && fits(found)) return { node: onPath };
  const seen =
    onPath === undefined ? 'there is no `node` on PATH' : `\`node\` on PATH (${onPath}) ${told(found)}`;
  return { reason: `Environments cannot be played: that needs Node 24 or 26, and ${seen}. ${ADVICE}.` };
}

interface Version {
  readonly abi: string;
  readonly electron: boolean;
  readonly version?: string;
}

/** Electron's ABI numbers can be the same while its binaries are not. */
const fits = (found: Version | undefined): boolean =>
  found !== undefined && !found.electron && ABIS.includes(found.abi);

function told(found: Version | undefined): string {
  if (!found) return 'does not run as Node';
  return found.electron ? 'is an Electron' : `is Node ${found.version ?? 'of another version'}`;
}

/** `undefined` when the program does not run, or is no Node. */
function versionOf(program: string): Promise<Version | undefined> {
  const script =
    'process.stdout.write([process.versions.modules, process.versions.electron ?? "", process.versions.node].join(" "))';
  // An Electron that is not told to be a Node would open a window.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' };
  return new Promise((resolve) => {
    execFile(program, ['-e', script], { timeout: PATIENCE, env }, (error, stdout) => {
      const [, abi, electron, version] = /^(\d+) (\S*) (\S+)$/.exec(stdout.trim()) ?? [];
      if (error || abi === undefined || version === undefined) resolve(undefined);
      else resolve({ abi, electron: electron !== '', version });
    });
  });
}

function programOn(path: string | undefined): string | undefined {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return (path ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find((program) => {
      try {
        accessSync(program, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
