/** Runs the real command line in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../../trainer/cli/main.ts');

/** Milliseconds: a test starts several processes, and on a busy machine each takes many seconds. */
export const PATIENCE = 240_000;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits until the standard output contains the text. */
  until(text: string): Promise<void>;
}

export function start(cwd: string, args: readonly string[], input = ''): Running {
  const child = spawn(process.execPath, ['--no-warnings', MAIN, ...args], {
    cwd,
    env: { ...process.env, SPADE_CACHE_DIR: join(cwd, '.cache') },
    stdio: 'pipe',
  });
  const said = { out: '', err: '' };
  let look = () => undefined as undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
    look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, ...said }));
  });
  const until = (text: string) =>
    new Promise<void>((resolve, reject) => {
      look = () => {
        if (said.out.includes(text)) resolve();
        return undefined;
      };
      look();
      void ended.then(({ err }) => reject(new Error(`it ended before it said ${text}: ${err}`)));
    });
  return { child, ended, until };
}

export const spade = (cwd: string, args: readonly string[], input?: string): Promise<Ended> =>
  start(cwd, args, input).ended;

/** A folder that is gone after the test, with these files. */
export function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'spade-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** The same task for every seed, and a crash; what it says tries to drive the terminal. */
export const FAULTY = `class FaultyEnv:
    def __init__(self, max_turns=5):
        self.max_turns = max_turns
        self.turn = 0
        self.reset()

    def reset(self, seed=None):
        self.turn = 0
        return "Guess from 1 to 9 with \\\\boxed{5}.\\x1b[2J\\n::error::no\\u202e", {}

    def step(self, action):
        self.turn += 1
        if "7" in action:
            return "Right.", 1.0, True, False, {}
        if len(action) > 5000:
            raise ValueError("too long\\x1b[31m")
        return "No.", 0.0, False, self.turn >= self.max_turns, {}

    def solution(self):
        return "\\\\boxed{7}"
`;

/** Nothing in a text can drive a terminal. */
export const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
