/** Runs in the extension host: each case in turn, and what came of it into a file that the test outside reads. */
import { writeFileSync } from 'node:fs';

export type Cases = Readonly<Record<string, () => Promise<void>>>;

export interface CaseResult {
  readonly name: string;
  readonly milliseconds: number;
  /** Left out: it passed. */
  readonly problem?: string;
}

/** Milliseconds for one case. */
const LIMIT = 60_000;

/** Writes to SPADE_TEST_RESULTS. @throws when a case fails, so that the exit code says so too. */
export async function runCases(cases: Cases): Promise<void> {
  const results: CaseResult[] = [];
  for (const [name, work] of Object.entries(cases)) {
    const begun = performance.now();
    const problem = await problemOf(work);
    const milliseconds = performance.now() - begun;
    results.push({ name, milliseconds, ...(problem === undefined ? {} : { problem }) });
  }
  const file = process.env.SPADE_TEST_RESULTS;
  if (file !== undefined) writeFileSync(file, JSON.stringify(results));
  const failed = results.filter(({ problem }) => problem !== undefined);
  if (failed.length > 0) throw new Error(failed.map(({ name, problem }) => `${name}: ${problem}`).join('\n'));
}

async function problemOf(work: () => Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not done within ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    await Promise.race([work(), late]);
    return undefined;
  } catch (problem) {
    return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  } finally {
    clearTimeout(timer);
  }
}
