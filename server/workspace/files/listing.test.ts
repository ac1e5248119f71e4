import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environment, folderWith } from '../testing.ts';
import { Ahead } from './ahead.ts';
import { entriesOf, rootsOf } from './listing.ts';
import { LARGEST_SOURCE, looksLikeEnvironment, readSource } from './source.ts';

async function listed(cwd: string, ...paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of entriesOf(await rootsOf(paths, cwd)))
    found.push(entry.fault ? `${entry.path}!` : entry.path);
  return found;
}

describe('what is listed', () => {
  test('a folder in the order of names, without hidden and foreign parts, each file once', async () => {
    const root = folderWith({
      'b/z.py': '',
      'b/a.py': '',
      'a.py': '',
      'notes.md': '',
      '.hidden/x.py': '',
      'node_modules/x.py': '',
      'b/__pycache__/x.py': '',
    });
    symlinkSync(join(root, 'b'), join(root, 'circle'));
    expect(await listed(root, '.')).toEqual(['a.py', join('b', 'a.py'), join('b', 'z.py')]);
    expect(await listed(root, 'b/z.py', 'b', 'b/../b/z.py')).toEqual(['b/z.py', join('b', 'a.py')]);
  });

  test.each([
    ['nothing.py', 'nothing.py: there is no such file'],
    ['notes.md', 'notes.md: it is no Python file'],
  ])('%s is refused', async (path, message) => {
    const root = folderWith({ 'notes.md': '' });
    await expect(listed(root, path)).rejects.toThrow(message);
  });

  test('the standard input can be read once', async () => {
    await expect(rootsOf(['-', '-'], '.')).rejects.toThrow('once only');
  });
});

describe('a pool', () => {
  const pool = (manifest: string, more: Record<string, string> = {}) =>
    folderWith({
      'manifest.json': manifest,
      'environments/r/a.py': environment('A'),
      'other.py': environment('B'),
      ...more,
    });

  test('lists what its manifest names, and keys of other makers do no harm', async () => {
    const root = pool(
      '{"name": "p", "made_by": {"x": 1}, "environments": [{"path": "environments/r/a.py", "step": 12, "zeal": 3}]}',
    );
    expect(await listed(root, '.')).toEqual([join('environments', 'r', 'a.py')]);
    expect(await listed(root, 'manifest.json')).toEqual([join('environments', 'r', 'a.py')]);
  });

  test('a manifest about something else makes no pool', async () => {
    const root = pool('{"manifest_version": 3}');
    expect(await listed(root, '.')).toEqual([join('environments', 'r', 'a.py'), 'other.py']);
    await expect(listed(root, 'manifest.json')).rejects.toThrow('lists no "environments"');
  });

  test.each([
    ['{', 'manifest.json: it is not valid JSON'],
    ['{"environments": 3}', 'manifest.json: environments:'],
    ['{"environments": [{"path": "a.py"}, {"file": "b.py"}]}', 'environments.1.path'],
    [
      '{"environments": [{"path": "a.py", "sha256": "abc"}]}',
      'environments.0.sha256: must be 64 hexadecimal digits',
    ],
    ['{"environments": [{"path": "../../etc/passwd"}]}', 'does not stay inside the pool'],
    ['{"environments": [{"path": "/etc/passwd"}]}', 'does not stay inside the pool'],
    ['{"environments": [{"path": "C:\\\\x.py"}]}', 'does not stay inside the pool'],
  ])('%s is refused', async (manifest, message) => {
    await expect(listed(pool(manifest), '.')).rejects.toThrow(message);
  });

  test('a link out of the pool and a missing file are faults of that entry only', async () => {
    const outside = folderWith({ 'secret.py': environment('Secret') });
    const root = pool('{"environments": [{"path": "out.py"}, {"path": "gone.py"}, {"path": "other.py"}]}');
    symlinkSync(join(outside, 'secret.py'), join(root, 'out.py'));
    expect(await listed(root, '.')).toEqual(['out.py!', 'gone.py!', 'other.py']);
  });
});

describe('what is read', () => {
  test('is UTF-8 text of a reasonable size, without its byte order mark', () => {
    const root = folderWith({ 'bom.py': '\ufeffx = 1\n', 'large.py': '#'.repeat(LARGEST_SOURCE + 1) });
    expect(readSource(join(root, 'bom.py'), 'bom.py')).toMatchObject({ text: 'x = 1\n' });
    expect(readSource(join(root, 'large.py'), 'large.py')).toEqual({
      fault: "large.py: it is larger than 1 MB, which is no environment's source",
    });
    expect(readSource(root, 'folder.py')).toHaveProperty('fault');
  });

  test.skipIf(process.platform === 'win32')('a named pipe does not keep anybody waiting', () => {
    const root = folderWith();
    execFileSync('mkfifo', [join(root, 'pipe.py')]);
    expect(readSource(join(root, 'pipe.py'), 'pipe.py')).toEqual({
      fault: 'pipe.py: it is no ordinary file',
    });
  });
});

test('environments are told from helpers, broken ones included', () => {
  expect(looksLikeEnvironment(environment('Maze'))).toBe(true);
  expect(looksLikeEnvironment('class ShopEnv(ToolUseBaseEnv):\n  def reset(self, seed=None): pass\n')).toBe(
    true,
  );
  expect(looksLikeEnvironment('```python\nclass AEnv:\n    def step(self, a): return (\n```')).toBe(true);
  expect(looksLikeEnvironment('class Environment:\n    def reset(self): pass\n')).toBe(false);
  expect(looksLikeEnvironment('class MazeEnv:\n    size = 3\n')).toBe(false);
});

test('what is read ahead comes in order, and a failure after what came before it', async () => {
  async function* source() {
    yield 1;
    yield 2;
    throw new Error('enough');
  }
  const ahead = new Ahead(source());
  await new Promise((resolve) => setImmediate(resolve));
  expect(ahead.found).toBe(2);
  const found: number[] = [];
  const read = async () => {
    for await (const item of ahead) found.push(item);
  };
  await expect(read()).rejects.toThrow('enough');
  expect(found).toEqual([1, 2]);
});
