/** Lints mutants, and says of each what it is before it begins, so that whoever waits knows where it hung. */
import { parentPort } from 'node:worker_threads';
import fc from 'fast-check';
import { z } from 'zod';
import { parse } from '../../server/analysis/parse.ts';
import { policyOf } from '../../server/contract/selection.ts';
import { applyFixes } from '../../server/lint/fixes.ts';
import { DEFAULT_LINT_SETTINGS } from '../../server/lint/rule.ts';
import type { Finding } from '../../server/protocol/finding.ts';
import { readingOf } from '../../server/workspace/reading.ts';
import { mutant } from './mutants.ts';

const request = z.object({ seed: z.number(), runs: z.number() });
const policy = policyOf({});

function look(text: string): void {
  parentPort?.postMessage({ begins: text });
  const { findings } = readingOf(text, DEFAULT_LINT_SETTINGS, policy);
  const lines = text.split('\n');
  for (const finding of findings) {
    for (const range of [finding.range, ...(finding.fix?.edits ?? []).map((edit) => edit.range)])
      if (!isInside(range, lines)) throw new Error(`${finding.code} marks a place that is not there`);
  }
  parse(applyFixes(text, findings).source);
}

function isInside({ start, end }: Finding['range'], lines: readonly string[]): boolean {
  const within = ({ line, column }: typeof start) =>
    line >= 1 && column >= 0 && column <= (lines[line - 1]?.length ?? -1);
  return (
    within(start) &&
    within(end) &&
    (start.line < end.line || (start.line === end.line && start.column <= end.column))
  );
}

parentPort?.on('message', (raw: unknown) => {
  const { seed, runs } = request.parse(raw);
  const result = fc.check(fc.property(mutant, look), { seed, numRuns: runs });
  parentPort?.postMessage({
    done: result.numRuns,
    ...(result.failed
      ? { failure: String(result.errorInstance ?? ''), counterexample: result.counterexample?.[0] ?? '' }
      : {}),
  });
});
