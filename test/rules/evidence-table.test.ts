/** The table of evidence says what the rules do now. What playing finds is judged by test/examples/verdicts.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidenceTable, readCodes, readKept, TABLE } from '../../scripts/evidence.ts';
import { examples, readManifest } from '../../scripts/examples-table.ts';

const AGAIN = 'run `node --no-node-snapshot scripts/evidence.ts --play`';
const manifest = readManifest();
const kept = readKept();

test('what was kept is about the environments as they are', () => {
  const now = manifest.environments.map(({ path, sha256 }) => [path, sha256]);
  expect(
    kept.map(({ path, sha256 }) => [path, sha256]),
    AGAIN,
  ).toEqual(now);
});

test.each(kept.map((one) => [one.path, one] as const))(
  'reading finds in %s what was kept',
  (path, { read }) => {
    expect(readCodes(readFileSync(examples + path, 'utf8')), AGAIN).toEqual(read);
  },
);

test('the table is the one that was found', () => {
  const written = readFileSync(join(import.meta.dirname, '../..', TABLE), 'utf8');
  expect(written, 'run `node scripts/evidence.ts`').toBe(evidenceTable(kept, manifest));
});

test('no sound environment has an error, and what was planted is found or known to be missed', () => {
  for (const { path, verdict, faults, missed = [], checked } of manifest.environments) {
    const found = kept.find((one) => one.path === path);
    expect([path, found?.verdict]).toEqual([path, checked ?? verdict]);
    const seen = [...(found?.read ?? []), ...(found?.played ?? []), ...missed];
    expect([path, faults.filter((code) => !seen.includes(code))]).toEqual([path, []]);
  }
});
