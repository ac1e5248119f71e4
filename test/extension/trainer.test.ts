/** A trainer as the editor sees it, over a real daemon: its runs live, kept while it is away, and news told once. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandOf, reachLocal } from '../../extension/trainer/local-daemon.ts';
import { LOCAL } from '../../extension/trainer/profile.ts';
import { reachOverSsh, readSshAddress, readSshToken } from '../../extension/trainer/ssh.ts';
import { Trainer } from '../../extension/trainer/trainer.ts';
import type { RunState } from '../../server/protocol/run-records.ts';
import { DaemonClient } from '../../trainer/client/client.ts';
import { readToken } from '../../trainer/client/token.ts';
import { scripted, startRun, type TestDaemon, testDaemon, until } from '../../trainer/daemon/testing.ts';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await testDaemon({ kinds: [scripted({ pace: 5 })] });
});
afterEach(() => daemon.close());

const settings = (home: string) => ({ home, command: '', node: '' });

function trainerOn(home: () => string) {
  const news: [state: RunState, before: RunState | undefined][] = [];
  const started: number[] = [];
  const trainer = new Trainer({
    profile: LOCAL,
    name: 'a test',
    pauses: [10, 50],
    reach: async () => reachLocal(settings(home()), {}),
    start: async () => {
      started.push(1);
      await daemon.restart();
    },
    onChange: () => {},
    onRun: (_, run, before) => news.push([run.state, before?.state]),
  });
  return { trainer, news, started };
}

describe('a trainer', () => {
  test('has its runs live, keeps them while it is away, and goes on when it is back', async () => {
    const { trainer, news } = trainerOn(() => daemon.home);
    await trainer.connect({ start: false });
    expect(trainer.listed).toBe(true);
    const other = await daemon.connect('another editor');
    const run = await startRun(other, 30);
    await until(() => (trainer.run(run)?.steps ?? 0) > 1, 'steps are told');
    expect(trainer.holder).toBe('another editor');
    const restarted = daemon.restart();
    await until(() => trainer.link.state.kind === 'stale', 'it is stale');
    expect(trainer.run(run)?.id).toBe(run);
    await restarted;
    await until(() => trainer.run(run)?.state === 'finished', 'the run has finished');
    expect(news.filter(([state, before]) => state === 'finished' && before !== 'finished')).toHaveLength(1);
    expect(news[0]).toEqual(['queued', undefined]);
    await trainer.disconnect();
    expect(trainer.runs).toEqual([]);
  });

  test('is started when it is asked for and none is running, and not by looking', async () => {
    let home = '/nowhere';
    const { trainer, started } = trainerOn(() => home);
    await expect(trainer.connect({ start: false })).rejects.toThrow('No trainer is running on this machine');
    expect(started).toEqual([]);
    const connecting = trainer.connect({ start: true });
    home = daemon.home;
    await connecting;
    expect(trainer.link.state.kind).toBe('open');
    await trainer.disconnect();
  });
});

test('the command line is the extension’s own, else the person’s, else there is a word about it', () => {
  const bundled = { script: import.meta.filename, node: '/nowhere/node' };
  expect(commandOf(settings(''), bundled, {})).toEqual([process.execPath, import.meta.filename]);
  expect(commandOf({ ...settings(''), command: '/opt/spade' }, bundled, {})).toEqual(['/opt/spade']);
  expect(() => commandOf({ ...settings(''), command: 'spade' }, bundled, {})).toThrow('absolute path');
  const none = { script: '/nowhere/spade.mjs', node: '/nowhere/node' };
  expect(() => commandOf(settings(''), none, { PATH: '/nowhere' })).toThrow('spade.trainer.command');
});

/** Does for `ssh` what the far machine would: runs the command here, and forwards a port. */
const SSH = `#!${process.execPath}
const words = process.argv.slice(2);
const host = words[words.indexOf('--') + 1];
const command = words.slice(words.indexOf('--') + 2);
if (host === 'closed') { console.error('ada@closed: Permission denied (publickey).'); process.exit(255); }
const forward = words[words.indexOf('-L') + 1];
if (words.includes('-L')) {
  const [, local, name, port] = forward.split(':');
  const { createServer, connect } = require('node:net');
  createServer((near) => {
    const far = connect(Number(port), name);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  }).listen(Number(local), '127.0.0.1');
} else require('node:child_process').execFileSync(command[0], command.slice(1), { stdio: 'inherit' });
`;

describe('behind SSH', () => {
  let ssh: string;
  let spade: string;
  beforeEach(() => {
    const folder = join(daemon.home, '../bin');
    mkdirSync(folder, { recursive: true });
    ssh = join(folder, 'ssh.cjs');
    spade = join(folder, 'spade');
    writeFileSync(ssh, SSH);
    const status = JSON.stringify({ url: daemon.daemon.url });
    writeFileSync(
      spade,
      `#!/bin/sh\nif [ "$2" = token ]; then cat "${daemon.home}/token"; else echo '${status}'; fi\n`,
    );
    for (const file of [ssh, spade]) chmodSync(file, 0o755);
  });

  test('the token is read there, and the tunnel leads to the daemon', async () => {
    const place = { host: 'gpu', command: spade };
    const token = await readSshToken(ssh, place);
    expect(token).toBe(readToken(join(daemon.home, 'token')));
    expect(await readSshAddress(ssh, place)).toBe(daemon.daemon.url);
    const reached = await reachOverSsh(ssh, place, token);
    expect(reached.url).not.toBe(daemon.daemon.url);
    const client = await DaemonClient.connect({ url: reached.url, token: reached.token, name: 'a test' });
    expect((await client.request('run/list', {})).runs).toEqual([]);
    const { closed } = client;
    reached.release?.();
    await closed;
  });

  test('what ssh says is told, with what to try', async () => {
    await expect(readSshToken(ssh, { host: 'closed', command: spade })).rejects.toThrow(
      /cannot reach closed: .*Permission denied.* works in a terminal/s,
    );
    await expect(readSshToken('/nowhere/ssh', { host: 'gpu', command: spade })).rejects.toThrow(
      'There is no program /nowhere/ssh',
    );
  });
});
