import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../trainer/store/testing.ts';

/** Mounts of our own need Linux with user namespaces; the same limits are tested without them beside the store. */
const mounts = spawnSync('unshare', ['-rm', 'true']).status === 0;

test.skipIf(!mounts)('a full disk, then a read-only one: nothing committed is lost, and it is said', () => {
  const folder = temporaryFolder();
  const script = join(import.meta.dirname, 'full-disk.ts');
  const said = execFileSync('unshare', ['-rm', process.execPath, '--no-warnings', script, folder.path], {
    encoding: 'utf8',
  });
  const told = z
    .object({
      full: z.string(),
      committed: z.number(),
      kept: z.number(),
      state: z.string(),
      code: z.string(),
      from: z.number(),
      readable: z.number(),
      writing: z.string(),
    })
    .parse(JSON.parse(said));
  expect(told.full).toMatch(/^disk-full: .*Free some space, then resume/);
  expect(told.committed).toBeGreaterThan(3);
  expect(told).toMatchObject({
    kept: told.committed,
    state: 'paused',
    code: 'disk-full',
    from: told.committed,
    readable: told.committed + 1,
  });
  expect(told.writing).toMatch(/^read-only: .*Make it writable/);
  folder.remove();
});
