import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_CLIENT_SETTINGS, startOptions } from '../protocol/language.ts';
import { Sandbox, type SandboxHost, Unavailable } from './sandbox.ts';

const HOST: SandboxHost = {
  trusted: true,
  settings: { ...DEFAULT_CLIENT_SETTINGS, check: { onSave: true, episodes: null, jobs: 1 } },
  start: startOptions.parse({}),
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('children are started by the first play, ended when nothing is played, and started again', async () => {
  const told: string[] = [];
  const sandbox: Sandbox = new Sandbox(HOST, () => told.push(sandbox.status.playing), 100);
  onTestFinished(() => sandbox.close());
  expect(await sandbox.processes()).toEqual([]);
  const draw = () => sandbox.use((interpreter) => interpreter.run([{ op: 'draw', count: 1 }]));
  expect(await draw()).toMatchObject({ kind: 'ok' });
  const [child = 0] = await sandbox.processes();
  while (isAlive(child)) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toEqual(['starting', 'ready', 'idle']);
  expect(await draw()).toMatchObject({ kind: 'ok' });
  await sandbox.close();
  expect(await sandbox.processes()).toEqual([]);
  await expect(draw()).rejects.toThrow(Unavailable);
});

test('nothing is started in a workspace that is not trusted', async () => {
  const sandbox = new Sandbox({ ...HOST, trusted: false }, () => undefined);
  await expect(sandbox.lease()).rejects.toThrow('not trusted');
  expect(sandbox.status).toEqual({ playing: 'untrusted' });
});
