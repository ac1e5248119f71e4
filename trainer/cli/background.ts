/** A daemon that goes on without the terminal it was started from. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../server/cli/terminal.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { Address } from '../client/home.ts';
import type { OwnHome } from '../daemon/own-home.ts';
import { running } from './reach.ts';

/** Milliseconds for its start. */
const PATIENCE = 30_000;

/** Starts this same command line without `--background`. @throws UsageError with what it said when it did not start. */
export async function startInBackground(home: OwnHome, { cwd, env }: Terminal): Promise<Address> {
  home.make();
  if (running(home)) {
    const at = home.readAddress();
    throw new UsageError(
      `A daemon is running already on ${home.folder}${at ? `: ${at.url}, process ${at.pid}` : ''}.`,
    );
  }
  const log = openSync(home.log, 'a', 0o600);
  const from = statSync(home.log).size;
  const [program = '', ...words] = process.argv.slice(1);
  const child = spawn(
    process.execPath,
    [...process.execArgv, program, ...words.filter((word) => word !== '--background')],
    { cwd, env: { ...env }, detached: true, stdio: ['ignore', log, log], windowsHide: true },
  );
  closeSync(log);
  let ended = false;
  child.on('exit', () => {
    ended = true;
  });
  child.on('error', () => {
    ended = true;
  });
  const until = Date.now() + PATIENCE;
  while (!ended && Date.now() < until) {
    const at = home.readAddress();
    if (at?.pid === child.pid && at !== undefined) {
      child.unref();
      return at;
    }
    await sleep(50);
  }
  if (!ended) child.kill();
  const said = readFileSync(home.log).subarray(from).toString('utf8').trim();
  throw new UsageError(`The daemon did not start.${said === '' ? '' : ` It said:\n${said}`}`);
}
