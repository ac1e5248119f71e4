/** Trainers behind SSH, by the person's own `ssh` with its configuration and agent: their token, address and tunnel. */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Reached } from '../../trainer/client/link.ts';
import { isToken } from '../../trainer/client/token.ts';
import { jsonOf } from './json.ts';
import type { SshProfile } from './profile.ts';
import { type Ended, runProgram } from './program.ts';

/** Milliseconds for an answer, and for the tunnel to stand. */
const PATIENCE = 30_000;
/** Nobody is there to type a password, so that a question must fail rather than wait. */
const QUIET = ['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=15'];
/** Exit code of `spade daemon status` where none is running, and of `ssh` itself. */
const NONE = 1;
const SSH_FAILED = 255;

export type SshPlace = Pick<SshProfile, 'host' | 'command'>;

const status = z.looseObject({ url: z.url().nullable() });

/** @param ssh the program. @throws with a sentence for the person. */
export async function readSshToken(ssh: string, place: SshPlace): Promise<string> {
  const { code, stdout, stderr } = await there(ssh, place, ['daemon', 'token']);
  const token = stdout.trim();
  if (code === 0 && isToken(token)) return token;
  throw new Error(
    `${place.host}: \`${place.command} daemon token\` gave no token. ${stderr.trim() || 'Start a trainer there once: `spade daemon start`.'}`,
  );
}

/** Where the daemon listens on its machine; `null`: none is running. */
export async function readSshAddress(ssh: string, place: SshPlace): Promise<string | null> {
  const { code, stdout, stderr } = await there(ssh, place, ['daemon', 'status', '--format', 'json']);
  const read = status.safeParse(jsonOf(stdout));
  if (read.success && (code === 0 || code === NONE)) return read.data.url;
  throw new Error(
    `${place.host}: \`${place.command} daemon status\` could not be read. ${stderr.trim() || stdout.trim()}`,
  );
}

export async function startOverSsh(ssh: string, place: SshPlace): Promise<void> {
  const { code, stderr } = await there(ssh, place, ['daemon', 'start', '--background']);
  if (code !== 0) throw new Error(`${place.host}: the trainer did not start. ${stderr.trim()}`);
}

/** Finds the daemon and makes a tunnel to it, which `release` ends. @throws with a sentence for the person. */
export async function reachOverSsh(ssh: string, place: SshPlace, token: string): Promise<Reached> {
  const address = await readSshAddress(ssh, place);
  if (address === null) throw new Error(`No trainer is running on ${place.host}.`);
  const { protocol, hostname, port } = new URL(address);
  if (protocol === 'wss:')
    throw new Error(
      `The trainer on ${place.host} listens with TLS on ${address}: add it by that address instead.`,
    );
  const local = await freePort();
  const release = await tunnel(ssh, place.host, local, `${hostname}:${port}`);
  return { url: `ws://127.0.0.1:${local}`, token, release };
}

async function there(ssh: string, { host, command }: SshPlace, words: readonly string[]): Promise<Ended> {
  const ended = await runProgram(ssh, [...QUIET, '--', host, command, ...words], { patience: PATIENCE });
  if (ended.code === SSH_FAILED)
    throw new Error(
      `ssh cannot reach ${host}: ${lastLine(ended.stderr)} Check that \`ssh ${host}\` works in a terminal without asking for a password.`,
    );
  return ended;
}

async function tunnel(ssh: string, host: string, local: number, target: string): Promise<() => void> {
  const words = ['-N', '-o', 'ExitOnForwardFailure=yes', '-o', 'ServerAliveInterval=15'];
  const child = spawn(ssh, [...QUIET, ...words, '-L', `127.0.0.1:${local}:${target}`, '--', host], {
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let said = '';
  let ended = false;
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  for (const event of ['exit', 'error']) child.on(event, () => (ended = true));
  const end = () => void child.kill();
  process.once('exit', end);
  const until = Date.now() + PATIENCE;
  while (!ended && Date.now() < until) {
    if (await answers(local))
      return () => {
        process.off('exit', end);
        end();
      };
    await sleep(50);
  }
  end();
  throw new Error(`The tunnel to ${host} could not be made. ${lastLine(said)}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
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

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
