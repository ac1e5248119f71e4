/**
 * Python of this machine with packages, for tests that speak with others' real clients and servers. A virtual
 * environment is made once under `.spade-cache/python` and kept; where it cannot be had, the reason is a sentence.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const CACHE = join(dirname(import.meta.dirname), '.spade-cache', 'python');
/** Milliseconds. For the packages of one environment, downloads included. */
const PATIENCE = 480_000;
/** Milliseconds. */
const POLL = 250;
const READY = 'spade-ready.json';
/** Kept of what pip says, in characters: its last lines hold the reason. */
const TAIL = 2_000;

type Version = readonly [major: number, minor: number];

export interface PythonNeeds {
  /** Packages that are installed without what they depend on: for those that ask for much more than is used. */
  readonly alone?: readonly string[];
  /** The oldest Python that the packages run on. */
  readonly min: Version;
  /** The newest that they are known to run on. */
  readonly max?: Version;
}

interface Found {
  readonly command: string;
  readonly version: Version;
}

/**
 * The Python of a virtual environment that has `requirements` (as pip spells them, with versions). Slow on its first
 * use on a machine. Several processes may ask at once: one installs, the others wait.
 */
export async function pythonEnvironment(
  name: string,
  requirements: readonly string[],
  needs: PythonNeeds,
): Promise<{ readonly python: string } | { readonly missing: string }> {
  const found = findPython(needs);
  if (found === undefined) {
    const most = needs.max === undefined ? ' or newer' : ` to ${needs.max.join('.')}`;
    return {
      missing: `Python ${needs.min.join('.')}${most} with venv was not found. Install it, or name it in SPADE_PYTHON.`,
    };
  }
  const key = createHash('sha256')
    .update(JSON.stringify([found.command, found.version, requirements, needs.alone ?? []]))
    .digest('hex')
    .slice(0, 12);
  const folder = join(CACHE, `${name}-${key}`);
  const python = join(
    folder,
    ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']),
  );
  await mkdir(CACHE, { recursive: true });
  const release = await lock(`${folder}.lock`);
  if (release === undefined)
    return { missing: `Another process has been installing ${folder} for too long.` };
  try {
    if (existsSync(join(folder, READY)) && existsSync(python)) return { python };
    await rm(folder, { recursive: true, force: true });
    const problem = await install(found, folder, python, requirements, needs.alone ?? []);
    if (problem !== undefined) {
      await rm(folder, { recursive: true, force: true });
      return { missing: problem };
    }
    await writeFile(join(folder, READY), JSON.stringify({ requirements, version: found.version }));
    return { python };
  } finally {
    await release();
  }
}

/** What is wrong; nothing when the packages are there. */
async function install(
  found: Found,
  folder: string,
  python: string,
  requirements: readonly string[],
  alone: readonly string[],
): Promise<string | undefined> {
  const made = await run(found.command, ['-m', 'venv', folder]);
  if (made.status !== 0) return `Python's venv made no environment: ${made.tail}`;
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--prefer-binary'];
  const wanted = [
    ...(requirements.length > 0 ? [requirements] : []),
    ...(alone.length > 0 ? [['--no-deps', ...alone]] : []),
  ];
  for (const packages of wanted) {
    const installed = await run(python, ['-m', 'pip', 'install', ...options, ...packages]);
    if (installed.status !== 0) return `pip could not install ${packages.join(', ')}: ${installed.tail}`;
  }
  return undefined;
}

function run(
  command: string,
  args: readonly string[],
): Promise<{ readonly status: number | null; readonly tail: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE });
    let tail = '';
    const keep = (chunk: Buffer): void => {
      tail = (tail + chunk.toString('utf8')).slice(-TAIL);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (problem) => resolve({ status: null, tail: problem.message }));
    child.on('close', (status, signal) =>
      resolve({ status, tail: signal === null ? tail.trim() : `stopped after ${PATIENCE / 60_000} minutes` }),
    );
  });
}

/** The first of this machine's Pythons that will do; 3.12 before others, since most packages have wheels for it. */
function findPython(needs: PythonNeeds): Found | undefined {
  const named = process.env.SPADE_PYTHON;
  const commands = named
    ? [named]
    : [
        'python3.12',
        ...ofPyenv('3.12'),
        'python3.13',
        ...ofPyenv('3.13'),
        'python3',
        'python',
        ...ofPyenv('3.'),
      ];
  for (const command of commands) {
    const version = versionOf(command);
    if (version === undefined || isBefore(version, needs.min)) continue;
    if (needs.max !== undefined && isBefore(needs.max, version)) continue;
    return { command, version };
  }
  return undefined;
}

function ofPyenv(prefix: string): string[] {
  const folder = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((version) => version.startsWith(prefix))
    .toSorted()
    .toReversed()
    .map((version) => join(folder, version, 'bin', 'python3'));
}

/** Nothing where there is no such program, or where it cannot make virtual environments. */
function versionOf(command: string): Version | undefined {
  const asked = 'import sys, venv, ensurepip; print(sys.version_info[0], sys.version_info[1])';
  const { status, stdout } = spawnSync(command, ['-c', asked], { encoding: 'utf8', timeout: 30_000 });
  const match = status === 0 ? /^(\d+) (\d+)/u.exec(stdout) : null;
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

function isBefore(one: Version, other: Version): boolean {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
}

/** Takes the lock and gives what releases it. A lock whose process is gone counts for nothing. */
async function lock(path: string): Promise<(() => Promise<void>) | undefined> {
  for (let waited = 0; waited < PATIENCE * 2; waited += POLL) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (problem) {
      if (!(problem instanceof Error && 'code' in problem && problem.code === 'EEXIST')) throw problem;
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    // An empty file belongs to a process that is about to write its number.
    if (owner > 0 && !isAlive(owner)) await rm(path, { force: true });
    else await wait(POLL);
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return problem instanceof Error && 'code' in problem && problem.code === 'EPERM';
  }
}
