/** The example pool is checked as a user checks it, and every verdict is the manifest's. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parse } from '../../server/analysis/parse.ts';
import { mergeFindings } from '../../server/contract/merge.ts';
import { lint } from '../../server/lint/lint.ts';
import { playtest } from '../../server/playtest/playtest.ts';
import { DEFAULT_SETTINGS } from '../../server/playtest/settings.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';

const POOL = fileURLToPath(new URL('../../examples/', import.meta.url));

const manifest = z.object({
  environments: z.array(
    z.object({
      path: z.string(),
      verdict: z.enum(['sound', 'unsound']),
      faults: z.array(z.string()),
      /** What follows from a fault, and may be told as well. */
      also: z.array(z.string()).default([]),
      /** Faults that are there and that no check sees yet: a test fails when one does, so that this list shrinks. */
      missed: z.array(z.string()).default([]),
      /** The verdict that a check comes to where it misses what makes the environment unsound. */
      checked: z.enum(['sound', 'undecided']).optional(),
    }),
  ),
});
const { environments } = manifest.parse(JSON.parse(readFileSync(`${POOL}manifest.json`, 'utf8')));

describe('the example pool', () => {
  let pool: SandboxPool | undefined;
  beforeAll(async () => {
    pool = await createPool();
  });
  afterAll(async () => {
    await pool?.close();
  });

  test.each(environments.map((one) => [one.path, one] as const))(
    '%s',
    { timeout: 180_000 },
    async (path, expected) => {
      if (!pool) throw new Error('the pool is not ready');
      const source = readFileSync(`${POOL}${path}`, 'utf8');
      const played = await pool.use((interpreter) =>
        playtest(interpreter, source, { settings: DEFAULT_SETTINGS }),
      );
      const report = mergeFindings(lint(parse(source)), played);
      const found = new Set(report.findings.map(({ code }) => code));
      expect({
        verdict: report.verdict,
        notFound: expected.faults.filter((code) => !found.has(code)),
        unexpected: report.findings
          .filter(
            ({ code, severity }) =>
              severity !== 'information' && ![...expected.faults, ...expected.also].includes(code),
          )
          .map(({ code, message }) => `${code} ${message}`),
        foundNow: expected.missed.filter((code) => found.has(code)),
      }).toEqual({
        verdict: expected.checked ?? expected.verdict,
        notFound: [],
        unexpected: [],
        foundNow: [],
      });
    },
  );
});
