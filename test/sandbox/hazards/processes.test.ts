import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inStep, play, useHazards } from './support.ts';

const hazards = useHazards({ childMayDie: true });

const FOREVER = play(inStep('sum(iter(int, 1))'), 'go');

describe('a child that is killed', () => {
  it('in mid-call is our error, and the next environment runs in another', async () => {
    const [before] = hazards.pool.processes;
    const running = hazards.run(FOREVER, { milliseconds: 60_000 });
    await delay(300);
    process.kill(before ?? 0, 'SIGKILL');
    expect(await running).toMatchObject({
      kind: 'internalError',
      message: expect.stringContaining('SIGKILL'),
    });
    expect(await hazards.step('answer = 1')).toHaveProperty('ok');
    expect(hazards.pool.processes).not.toEqual([before]);
  });

  it('while idle is replaced unnoticed', async () => {
    process.kill(hazards.pool.processes[0] ?? 0, 'SIGKILL');
    while (hazards.pool.processes.length > 0) await delay(5); // until the news has arrived
    expect(await hazards.step('answer = 1')).toHaveProperty('ok');
  });

  it('takes its interpreter along: what follows in the same work needs a restore', async () => {
    const results = await hazards.pool.use(async (interpreter) => {
      const running = interpreter.run(FOREVER, { milliseconds: 60_000 });
      await delay(300);
      process.kill(hazards.pool.processes[0] ?? 0, 'SIGKILL');
      const lost = await interpreter.run(FOREVER).then(async () => running);
      const orphaned = await interpreter.run([{ op: 'solution', id: 'env' }]);
      await interpreter.restore();
      return [lost, orphaned, await interpreter.run(play(inStep('answer = 1'), 'go'))];
    });
    expect(results.map(({ kind }) => kind)).toEqual(['internalError', 'internalError', 'ok']);
  });

  it('by the kernel for memory, or stopped for ever, never leaves a caller waiting', async () => {
    const pid = hazards.pool.processes[0] ?? 0;
    const running = hazards.run(FOREVER, { milliseconds: 200 });
    process.kill(pid, 'SIGSTOP'); // neither its isolate nor its watchdog runs: only the parent's is left
    expect(await running).toMatchObject({ kind: 'limit', breach: { limit: 'time', line: null } });
    expect(await isGone(pid)).toBe(true);
  });
});

describe('a parent that is killed', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'by %s leaves no child, not even one in an endless loop',
    async (signal) => {
      const parent = spawn(
        process.execPath,
        ['--no-warnings', join(import.meta.dirname, 'orphan-parent.ts')],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const child = await new Promise<number>((resolve, reject) => {
        parent.stdout.once('data', (text) => resolve(Number(text)));
        parent.once('exit', () => reject(new Error('the parent ended early')));
      });
      await delay(300);
      expect(isAlive(child)).toBe(true);
      parent.kill(signal);
      for (let waited = 0; isAlive(child) && waited < 10_000; waited += 50) await delay(50);
      expect(isAlive(child)).toBe(false);
    },
  );
});

describe('what a child is given', () => {
  const linux = process.platform === 'linux';

  it.runIf(linux)('is an empty environment and no folder of its own', () => {
    const pid = hazards.pool.processes[0];
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0])
      .filter((name) => name !== '' && !/^(TZ|NODE_CHANNEL_.*|PWD|OLDPWD|SHLVL|_)$/.test(name ?? ''));
    expect(names).toEqual([]);
  });

  it.runIf(linux && existsSync('/usr/bin/unshare'))(
    'is a network namespace without a network, where the kernel allows it',
    async () => {
      const { launchPrefix } = await import('../../../server/sandbox/launch.ts');
      if (!launchPrefix().includes('--net')) return;
      const interfaces = readFileSync(`/proc/${hazards.pool.processes[0]}/net/dev`, 'utf8').match(
        /^\s*\w+(?=:)/gm,
      );
      expect(interfaces?.map((name) => name.trim())).toEqual(['lo']);
    },
  );
});

async function isGone(pid: number): Promise<boolean> {
  for (let waited = 0; isAlive(pid) && waited < 10_000; waited += 50) await delay(50);
  return !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended but is not yet reaped by its new parent counts as gone.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
