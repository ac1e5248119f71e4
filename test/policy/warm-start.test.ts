import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/playtest/settings.ts';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { READING_AND_PLAYING } from '../../server/workspace/examine.ts';
import { FAMILIES } from '../../trainer/policy/pocket/warm-start/families/index.ts';
import { program } from '../../trainer/policy/pocket/warm-start/programs.ts';

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool.close());

const PROGRAMS_EACH = 2;

test.each(FAMILIES.map(({ name }, index) => [name, index] as const))(
  'programs of the family %s are sound',
  async (_, index) => {
    for (let i = 0; i < PROGRAMS_EACH; i++) {
      const { source } = program(index + i * FAMILIES.length);
      const report = await pool.use((interpreter) =>
        READING_AND_PLAYING.examine(
          interpreter,
          { source, settings: DEFAULT_SETTINGS },
          new AbortController().signal,
        ),
      );
      const faults = [...report.findings.filter(({ severity }) => severity === 'error'), ...report.undecided];
      expect(
        faults.map(({ code }) => code),
        source,
      ).toEqual([]);
    }
  },
);
