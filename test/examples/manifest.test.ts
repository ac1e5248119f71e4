import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { examples, readManifest, sha256, table, withTable } from '../../scripts/examples-table.ts';
import { ruleOf } from '../../server/contract/rules.ts';

const SKILLS = {
  games: [
    'Causal Inference',
    'Logical Deduction',
    'Mathematical Reasoning',
    'Optimization',
    'Pattern Recognition',
    'Spatial Reasoning',
  ],
  tool_use: [
    'API Orchestration',
    'Data Retrieval',
    'Error Recovery',
    'Multi-Step Workflows',
    'State Modification',
    'Tool Selection',
  ],
};

const { environments } = readManifest();
const documents = readFileSync(`${examples}corpus.jsonl`, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) =>
    z
      .strictObject({ text: z.string(), id: z.string(), domain: z.string(), title: z.string() })
      .parse(JSON.parse(line)),
  );

test('the manifest names exactly the environments that are there', () => {
  const found = readdirSync(`${examples}environments`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .map((name) => `environments/${name.replaceAll('\\', '/')}`);
  expect(environments.map((e) => e.path).toSorted()).toEqual(found.toSorted());
});

test.each(environments.map((e) => [e.path, e.sha256] as const))(
  '%s is the file that was described',
  (path, expected) => {
    expect(sha256(path)).toBe(expected);
  },
);

test.each(['games', 'tool_use'] as const)(
  'every %s skill has a sound and an unsound environment',
  (profile) => {
    for (const verdict of ['sound', 'unsound']) {
      const skills = environments
        .filter((e) => e.profile === profile && e.verdict === verdict)
        .map((e) => e.skill);
      expect([...new Set(skills)].toSorted()).toEqual(SKILLS[profile]);
    }
  },
);

test('a sound environment has no error, an unsound one some fault, and the pool shows many kinds', () => {
  for (const { path, verdict, faults, missed = [] } of environments) {
    const errors = [...faults, ...missed].filter((code) => ruleOf(code).severity === 'error');
    // Some rules are warnings that grow into errors, so an unsound one may list warnings only.
    if (verdict === 'sound') expect([path, errors]).toEqual([path, []]);
    else expect([path, faults.length]).not.toEqual([path, 0]);
  }
  expect(new Set(environments.flatMap((e) => e.faults)).size).toBeGreaterThanOrEqual(40);
});

test('documents are short, distinct, and every environment rests on one', () => {
  const ids = documents.map((d) => d.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, text } of documents) {
    const words = text.split(/\s+/).length;
    expect([id, words >= 80 && words <= 250]).toEqual([id, true]);
  }
  expect(environments.map((e) => e.document).filter((id) => !ids.includes(id))).toEqual([]);
});

test('the table in the README is the one that the manifest gives', () => {
  const readme = readFileSync(`${examples}README.md`, 'utf8');
  expect(readme).toBe(withTable(readme, table({ name: '', licence: '', environments })));
});
