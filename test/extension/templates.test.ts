/** What `New Environment` writes is sound, and nothing is found in it but what a name of one's own mends. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/playtest/settings.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { READING_AND_PLAYING } from '../../server/workspace/examine.ts';

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool.close());

describe.each(['games', 'tool_use'])('the template for %s', (profile) => {
  it('is sound, and nothing is found in it', async () => {
    const file = new URL(`../../extension/templates/${profile}.py`, import.meta.url);
    const source = readFileSync(file, 'utf8').replaceAll('TemplateEnv', 'TidePoolEnv');
    const job = { source, settings: DEFAULT_SETTINGS, selected: undefined };
    const examined = await pool.use((interpreter, signal) =>
      READING_AND_PLAYING.examine(interpreter, job, signal),
    );
    const { verdict, findings, undecided, profile: found } = examined;
    expect({ verdict, codes: findings.map(({ code }) => code), undecided, found }).toEqual({
      verdict: 'sound',
      codes: [],
      undecided: [],
      found: profile,
    });
  });
});
