import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { parse } from '../../server/analysis/parse.ts';
import { applyFixes } from '../../server/lint/fixes.ts';
import { lint } from '../../server/lint/lint.ts';
import { EXAMPLES } from './mutants.ts';

const CHUNKS = 20;
/** Mutants of a chunk: 10,000 in all. `SPADE_PROPERTY_RUNS` sets the sum. */
const RUNS = Math.ceil(Number(process.env.SPADE_PROPERTY_RUNS ?? 10_000) / CHUNKS);
/** Milliseconds for one source: some hundred times what it takes, on a machine that does other things as well. */
const HANGS = 30_000;

const message = z.union([
  z.object({ begins: z.string() }),
  z.object({
    done: z.number(),
    failure: z.string().optional(),
    counterexample: z.string().optional(),
  }),
]);

/** A thread of its own, since a loop that never ends cannot be stopped from within. */
const worker = new Worker(new URL('./linting.worker.ts', import.meta.url));
afterAll(() => worker.terminate());

function chunk(seed: number): Promise<{ done: number; failure: string | undefined }> {
  return new Promise((resolve, reject) => {
    let last = performance.now();
    let source = '';
    const end = (tell: () => void) => {
      clearInterval(watchdog);
      worker.off('message', listen).off('error', fail);
      tell();
    };
    const watchdog = setInterval(() => {
      if (performance.now() - last < HANGS) return;
      void worker.terminate();
      end(() => reject(new Error(`it hangs on this source:\n${source}`)));
    }, 1_000);
    const listen = (raw: unknown) => {
      const said = message.parse(raw);
      last = performance.now();
      if ('begins' in said) source = said.begins;
      else
        end(() =>
          resolve({ done: said.done, failure: said.failure && `${said.failure}\n${said.counterexample}` }),
        );
    };
    const fail = (cause: unknown) =>
      end(() => reject(new Error(`it ended on this source:\n${source}`, { cause })));
    worker.on('message', listen).on('error', fail);
    worker.postMessage({ seed, runs: RUNS });
  });
}

test.each(Array.from({ length: CHUNKS }, (_, seed) => seed + 1))(
  'never throws, hangs or marks what is not there: mutants %i',
  async (seed) => {
    expect(await chunk(seed)).toEqual({ done: RUNS, failure: undefined });
  },
  900_000,
);

/** The examples, and the rules' own bad examples, which have what fixes are for. */
function sources(): [string, string][] {
  const root = join(import.meta.dirname, '../..');
  const pages = globSync('server/{lint/rules,playtest/checks}/*/*.md', { cwd: root }).sort();
  const bad = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^(```|~~~)python bad\n([\s\S]*?)^\1$/gm)].map(
      ([, , source = '']): [string, string] => [page, source],
    ),
  );
  return [...EXAMPLES, ...bad];
}

test('every fix leaves a source that parses as before and no longer has the fault', () => {
  const fixed = new Set<string>();
  for (const [name, source] of sources()) {
    const document = parse(source);
    const findings = lint(document);
    for (const finding of findings) {
      if (!finding.fix) continue;
      const step = applyFixes(source, [finding]);
      const next = parse(step.source);
      const where = `${name}: ${finding.code} line ${finding.range.start.line}`;
      expect(next.problems.length, where).toBeLessThanOrEqual(document.problems.length);
      const count = (all: typeof findings) => all.filter(({ code }) => code === finding.code).length;
      expect(count(lint(next)), where).toBeLessThan(count(findings));
      fixed.add(finding.code);
    }
  }
  expect(fixed.size).toBeGreaterThan(5);
});
