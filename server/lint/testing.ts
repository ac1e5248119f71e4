/** What the tests of static rules share. */
import { describe, expect, it } from 'vitest';
import { parse } from '../analysis/parse.ts';
import type { Finding, RuleCode } from '../protocol/finding.ts';
import { applyFixes } from './fixes.ts';
import { lint } from './lint.ts';
import { DEFAULT_LINT_SETTINGS, type LintSettings } from './rule.ts';

export interface Case {
  readonly title: string;
  readonly source: string;
  readonly settings?: Partial<LintSettings>;
}

export interface BadCase extends Case {
  /** Part of the message. */
  readonly says?: string | RegExp;
  /** The source text that the finding marks. */
  readonly marks?: string;
  readonly line?: number;
  readonly severity?: Finding['severity'];
  /** How many findings of the rule there are; 1 unless said. */
  readonly times?: number;
  /** The source after the rule's fixes. */
  readonly fixed?: string;
  /** What the rule does not understand well enough to mend. */
  readonly unfixed?: true;
}

export const lintText = (source: string, settings: Partial<LintSettings> = {}): Finding[] =>
  lint(parse(source), { ...DEFAULT_LINT_SETTINGS, ...settings });

/** The text that a range marks. */
export function marked(source: string, { start, end }: Finding['range']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  if (lines.length === 1) return (lines[0] ?? '').slice(start.column, end.column);
  return [
    (lines[0] ?? '').slice(start.column),
    ...lines.slice(1, -1),
    (lines.at(-1) ?? '').slice(0, end.column),
  ].join('\n');
}

/** The tests of one rule: every bad case is found, and mended where it says how; no good case is. */
export function describeRule(
  code: RuleCode,
  cases: { readonly bad: readonly BadCase[]; readonly good: readonly Case[] },
): void {
  describe(code, () => {
    it.each(cases.bad.map((one) => [one.title, one] as const))('finds: %s', (_, one) => {
      const all = lintText(one.source, one.settings);
      const found = all.filter((finding) => finding.code === code);
      if (found.length !== (one.times ?? 1))
        expect.fail(
          `found ${found.length} times; all findings: ${all.map((f) => `${f.code} line ${f.range.start.line}: ${f.message}`).join('; ') || 'none'}`,
        );
      const [first] = found;
      if (!first) return;
      if (one.says !== undefined) expect(first.message).toMatch(one.says);
      if (one.marks !== undefined) expect(marked(one.source, first.range)).toBe(one.marks);
      if (one.line !== undefined) expect(first.range.start.line).toBe(one.line);
      if (one.severity !== undefined) expect(first.severity).toBe(one.severity);
      if (one.unfixed) expect(found.filter(({ fix }) => fix)).toEqual([]);
      if (one.fixed === undefined) return;
      const mended = applyFixes(one.source, found).source;
      expect(mended).toBe(one.fixed);
      expect(lintText(mended, one.settings).filter((finding) => finding.code === code)).toEqual([]);
    });
    it.each(cases.good.map((one) => [one.title, one] as const))('passes: %s', (_, one) => {
      expect(lintText(one.source, one.settings).filter((finding) => finding.code === code)).toEqual([]);
    });
  });
}
