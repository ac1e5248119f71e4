import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFresh } from '../scripts/launcher/dist.mjs';
import { agrees } from '../scripts/launcher/install.mjs';

const scripts = join(import.meta.dirname, '../scripts');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spade-launcher-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function start(script: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(scripts, script), ...args], { cwd: folder, encoding: 'utf8' });
}

describe('the command spade', () => {
  test('takes paths from the caller’s folder', () => {
    writeFileSync(join(folder, 'mine.py'), 'x = 1\n');
    const { stdout, stderr } = start('spade.mjs', 'check', 'mine.py', '--no-cache', '--quiet');
    expect(stdout + stderr).toContain('mine.py');
    expect(stdout + stderr).not.toContain('no such file');
  });

  test('keeps the exit code, and standard output for the report', () => {
    const { status, stdout, stderr } = start('spade.mjs', 'check', 'absent.py');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('absent.py');
  });
});

test('an unknown task is answered with those that there are', () => {
  const { status, stderr } = start('task.mjs', 'tset');
  expect(status).toBe(2);
  expect(stderr).toMatch(/no task "tset".*\btest\b/);
});

describe('whether dist is fresh', () => {
  const seen = () => {
    const { size, mtimeMs } = statSync(join(folder, 'a.ts'));
    return { 'a.ts': [size, mtimeMs] } satisfies Record<string, [number, number]>;
  };

  beforeEach(() => writeFileSync(join(folder, 'a.ts'), 'one'));

  test('it is while nothing changes', () => {
    expect(isFresh(seen(), folder)).toBe(true);
  });

  test('it is not after a change, even to an older file', () => {
    const before = seen();
    utimesSync(join(folder, 'a.ts'), 1, 1);
    expect(isFresh(before, folder)).toBe(false);
  });

  test('it is not when a file has gone', () => {
    const before = seen();
    rmSync(join(folder, 'a.ts'));
    expect(isFresh(before, folder)).toBe(false);
  });
});

describe('whether the installed packages are those of the lock file', () => {
  const lock = {
    '': {},
    'node_modules/a': { integrity: 'one' },
    'node_modules/b': { integrity: 'two', optional: true },
  };

  test('an optional package of another platform may be absent', () => {
    expect(agrees(lock, { 'node_modules/a': { integrity: 'one' } })).toBe(true);
  });

  test('another version or a missing package means to install', () => {
    expect(agrees(lock, { 'node_modules/a': { integrity: 'other' } })).toBe(false);
    expect(agrees(lock, { 'node_modules/b': { integrity: 'two' } })).toBe(false);
  });
});
