import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { manifest } from '../../server/protocol/manifest.ts';
import type { EnvironmentDetail } from '../../server/protocol/run-records.ts';
import { withEnvironment } from './pool-entry.ts';

const source = 'class TideEnv: ...\n';
const hash = createHash('sha256').update(source).digest('hex');
const detail: EnvironmentDetail = {
  id: 4,
  hash,
  step: 3,
  slot: 0,
  attempt: 1,
  skill: 'Optimization',
  className: 'TideEnv',
  verdict: 'sound',
  accepted: true,
  rejection: null,
  rules: [],
  document: 'tides.md',
  source,
  hint: null,
  profile: 'games',
  findings: [],
  undecided: [],
  measures: null,
};

const add = (text: string | undefined, taken: string[] = []) =>
  withEnvironment(text, 'my-pool', detail, 'run-1', 'tide.py', new Set(taken));

test('a new pool has its manifest, and the environment says where it comes from', () => {
  const added = add(undefined);
  if (!('text' in added)) throw new Error('nothing was added');
  const { name, environments } = manifest.parse(JSON.parse(added.text));
  expect(name).toBe('my-pool');
  expect(environments).toEqual([
    {
      path: 'tide.py',
      profile: 'games',
      skill: 'Optimization',
      source_run: 'run-1',
      step: 3,
      document: 'tides.md',
      sha256: hash,
      verdict: 'sound',
      findings: 0,
    },
  ]);
});

test('what other makers wrote stays as it is, and no file is written over', () => {
  const before = `{\n    "maker": "somebody",\n    "environments": [{ "path": "tide.py", "odd": [1] }]\n}\n`;
  const added = add(before, ['tide_2.py']);
  if (!('text' in added)) throw new Error('nothing was added');
  expect(added.path).toBe('tide_3.py');
  expect(added.text).toContain('\n    "maker": "somebody"');
  expect(JSON.parse(added.text).environments[0]).toEqual({ path: 'tide.py', odd: [1] });
});

test('the same source is not added twice, and a manifest that cannot be read is left alone', () => {
  const once = add(undefined);
  if (!('text' in once)) throw new Error('nothing was added');
  expect(add(once.text)).toEqual({ there: 'tide.py' });
  for (const text of ['{', '[]', '{"environments": 3}']) expect(add(text)).toHaveProperty('problem');
});
