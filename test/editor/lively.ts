/** Starts and ends lively daemons on one folder, and fills in the launch form for their runs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';

const SCRIPT = join(import.meta.dirname, 'lively-daemon.ts');
/** What copies of its environments are called. */
export const FILES = [
  'barge',
  'canal',
  'depot',
  'ferry',
  'harbour',
  'lorry',
  'pier',
  'quay',
  'rail',
  'sluice',
].map((name) => `${name}.py`);

/** Milliseconds of a reply: some seconds a step. */
const PACE = '8';

export class LivelyDaemon {
  readonly home: string;
  #process: ChildProcess | undefined;

  constructor(home: string) {
    this.home = home;
  }

  /** Resolves when it listens. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [SCRIPT, this.home, PACE], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      this.#process = child;
      child.stdout.once('data', () => resolve());
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`the daemon has ended with ${code}`)));
    });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

/** A setting that differs from the pocket preset's. */
export type Setting = readonly [section: string, field: RegExp, value: string];

const SMALL: readonly Setting[] = [
  ['Designing environments', /^Environments of a skill/, '1'],
  ['Designing environments', /^New set every/, '2'],
  ['Designing environments', /^Max tokens/, '4000'],
  ['Playing', /^Plays of an environment/, '4'],
  ['Playing', /^Max tokens/, '100'],
  ['Playing', /^Max turns/, '3'],
  ['Playing', /^Tokens of an episode/, '2000'],
  ['Hints', /^Max tokens/, '100'],
];

/** A long run of small steps, unless told otherwise. */
export async function fillIn(
  form: FrameLocator,
  name: string,
  rollouts = 400,
  settings: readonly Setting[] = SMALL,
): Promise<void> {
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: /^Rollouts/ }).fill(String(rollouts));
  for (const [section, field, value] of settings) {
    const summary = form.locator('summary', { hasText: section });
    const box = summary.locator('..').getByRole('textbox', { name: field });
    if (!(await box.isVisible())) await summary.click();
    await box.fill(value);
  }
}
