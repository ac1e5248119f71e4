import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readArguments } from '../../server/cli/arguments.ts';
import { terminalIn } from '../../server/cli/testing.ts';
import { manifest } from '../../server/protocol/manifest.ts';
import { scripted, startRun, type TestDaemon, testDaemon, until } from '../daemon/testing.ts';
import { temporaryFolder } from '../store/testing.ts';
import { daemon, trainingRun } from './commands.ts';
import { overridesOf } from './overrides.ts';
import { daemonSpec, runSpec } from './specs.ts';

/** Runs a command line of the trainer in this process. */
async function spade(cwd: string, ...argv: string[]) {
  const terminal = terminalIn(cwd);
  const [name, ...rest] = argv;
  const [spec, command] = name === 'daemon' ? [daemonSpec, daemon] : [runSpec, trainingRun];
  try {
    const code = await command(readArguments(spec, rest), terminal.terminal);
    return { code, out: terminal.out(), err: terminal.err() };
  } catch (error) {
    // As the command line itself tells it.
    if (!(error instanceof Error) || error.name !== 'UsageError') throw error;
    return { code: 2, out: terminal.out(), err: error.message };
  }
}

describe('spade daemon', () => {
  const folder = temporaryFolder();
  const home = ['--home', 'home'];
  afterEach(() => folder.remove());

  test('starts, tells, stops', async () => {
    expect(await spade(folder.path, 'daemon', 'status', ...home)).toMatchObject({
      code: 1,
      out: expect.stringContaining('No daemon is running'),
    });
    expect((await spade(folder.path, 'daemon', 'stop', ...home)).err).toContain(
      '`spade daemon start` starts one',
    );
    const terminal = terminalIn(folder.path);
    const running = daemon(readArguments(daemonSpec, ['start', ...home]), terminal.terminal);
    await until(() => terminal.out().includes('ws://127.0.0.1:'), 'it is running');
    expect((await spade(folder.path, 'daemon', 'status', ...home)).out).toContain('control: nobody');
    expect((await spade(folder.path, 'daemon', 'start', ...home)).err).toContain(
      'A daemon is running already',
    );
    const { out } = await spade(folder.path, 'daemon', 'token', ...home);
    expect(out.trim()).toBe(readFileSync(join(folder.path, 'home', 'token'), 'utf8').trim());
    expect(await spade(folder.path, 'daemon', 'stop', ...home)).toMatchObject({ code: 0 });
    expect(await running).toBe(0);
    expect(existsSync(join(folder.path, 'home', 'daemon.json'))).toBe(false);
  });

  test('ends when it is interrupted', async () => {
    const terminal = terminalIn(folder.path);
    const running = daemon(readArguments(daemonSpec, ['start', ...home]), terminal.terminal);
    await until(() => terminal.out().includes('ws://127.0.0.1:'), 'it is running');
    terminal.controller.abort();
    expect(await running).toBe(0);
    expect(terminal.out()).toContain('The daemon has ended.');
  });

  test('says what is wrong with an address, before the token goes anywhere', async () => {
    expect((await spade(folder.path, 'run', 'list', '--daemon', 'http://x')).err).toContain(
      '--daemon takes an address',
    );
    expect((await spade(folder.path, 'run', 'list', '--daemon', 'ws://gpu.example.org:1')).err).toContain(
      'without TLS the token could be read',
    );
    expect((await spade(folder.path, 'daemon', 'start', '--tls-cert', 'x')).err).toContain('belong together');
  });
});

describe('spade run', () => {
  let host: TestDaemon;
  afterEach(() => host.close());
  const run = (...argv: string[]) => spade(host.home, 'run', ...argv, '--home', '.');

  test('lists, shows, controls and exports, with the daemon and without', async () => {
    host = await testDaemon({ kinds: [scripted({ pace: 5 })] });
    const client = await host.connect('Ada');
    const id = await startRun(client, 200);
    expect((await run('list')).out).toMatch(new RegExp(`^${id} +running +\\d+ of 200 +pocket`, 'm'));
    expect((await run('pause', id)).err).toContain('Ada controls this daemon');
    expect(await run('pause', id, '--take-control')).toMatchObject({ code: 0 });
    await until(
      async () => (await run('show', id.slice(0, 10))).out.includes('State: paused'),
      'it is paused',
    );
    await client.request('lease/release', {});
    await client.close();
    expect((await run('stop', id)).out).toContain(`${id} is stopped`);
    expect((await run('stop', 'nothing')).err).toContain('There is no run "nothing"');
    await host.daemon.close();

    expect((await run('list')).out).toMatch(new RegExp(`^${id} +stopped`, 'm'));
    expect((await run('resume', id)).err).toContain('No daemon is running');
    const exported = await run('export', id, 'out', '--pool');
    expect(exported).toMatchObject({ code: 0, err: '' });
    const pool = manifest.parse(
      JSON.parse(readFileSync(join(host.home, 'out', 'pool', 'manifest.json'), 'utf8')),
    );
    expect(pool.environments.length).toBeGreaterThan(0);
    expect((await run('export', id, 'out')).err).toContain('is not empty');
  });

  test('logs are followed over a restart of the daemon, each line once', async () => {
    host = await testDaemon({ kinds: [scripted({ pace: 4, logs: 2 })] });
    const client = await host.connect();
    const id = await startRun(client, 30);
    const terminal = terminalIn(host.home);
    const following = trainingRun(
      readArguments(runSpec, ['logs', id, '--follow', '--home', '.']),
      terminal.terminal,
    );
    await until(() => terminal.out().includes('step 3, line 1'), 'it follows');
    await host.restart();
    expect(await following).toBe(0);
    const lines = terminal.out().split('\n').filter(Boolean);
    expect(lines.at(-1)).toContain('finished');
    expect(new Set(lines).size).toBe(lines.length);
    expect(terminal.err()).toContain('The connection is lost');
    // What was begun twice is told twice: once before the restart and once after it.
    const told = new Set(lines.flatMap((line) => /step \d+, line \d/.exec(line)?.[0] ?? []));
    expect(told.size).toBe(60);
    const plain = await run('logs', id, '--level', 'info');
    expect(plain.out.split('\n').filter(Boolean)).toEqual(lines.filter((line) => line.includes(' info ')));
  });
});

test('settings of a run are read as what they look like', () => {
  expect(
    overridesOf([
      'rollouts=100',
      'play.group=8',
      'play.temperature=0.7',
      'curriculum.corpus=null',
      'curriculum.designer=frozen',
      'design.skills=["A"]',
    ]),
  ).toEqual({
    rollouts: 100,
    play: { group: 8, temperature: 0.7 },
    curriculum: { corpus: null, designer: 'frozen' },
    design: { skills: ['A'] },
  });
  expect(() => overridesOf(['rollouts'])).toThrow('KEY=VALUE');
  expect(() => overridesOf(['__proto__.x=1'])).toThrow('KEY=VALUE');
  expect(() => overridesOf(['play=1', 'play.group=2'])).toThrow('play was given a value before');
});
