/** What the tests of checks share: a pool, two sound environments to break, and the codes that a playtest reports. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Report, RuleCode } from '../protocol/finding.ts';
import { createPool, type SandboxPool } from '../sandbox/pool.ts';
import { playtest } from './playtest.ts';
import { DEFAULT_SETTINGS, type PlaytestSettings } from './settings.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

/** A sound game: five levers in a hidden order. */
export const GAME = fixture('lever_panel.py');
/** A sound tool-use environment: an order desk with three instructions. */
export const TOOLS = fixture('order_desk.py');

/** `source` with each `[from, to]` replaced once. Throws when a `from` is missing: the test would test nothing. */
export function variant(source: string, ...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the fixture has no ${JSON.stringify(from)}`);
    return text.replace(from, () => to);
  }, source);
}

/** One pool of one child for a test file; gives a function that playtests a source. */
export function usePlaytest(): (source: string, settings?: Partial<PlaytestSettings>) => Promise<Report> {
  let pool: SandboxPool | undefined;
  beforeAll(async () => {
    pool = await createPool({ children: 1 });
  });
  afterAll(async () => {
    await pool?.close();
  });
  return async (source, settings = {}) => {
    if (!pool) throw new Error('the pool is not ready');
    return pool.use((interpreter) =>
      playtest(interpreter, source, { settings: { ...DEFAULT_SETTINGS, ...settings } }),
    );
  };
}

export interface Example {
  readonly title: string;
  readonly source: string;
  readonly settings?: Partial<PlaytestSettings>;
}

export interface BadExample extends Example {
  /** What the finding must say beyond its code: part of the message, the line, the severity. */
  readonly says?: string | RegExp;
  readonly line?: number;
  readonly severity?: Finding['severity'];
  /** Codes that must not be reported beside it: echoes of the same cause. */
  readonly without?: readonly RuleCode[];
}

/** The tests of one check: every bad example is found with evidence that replays, every good one passes. */
export function describeCheck(
  code: RuleCode,
  examples: { readonly bad: readonly BadExample[]; readonly good: readonly Example[] },
): void {
  describe(code, () => {
    const run = usePlaytest();
    it.each(examples.bad.map((example) => [example.title, example] as const))(
      'finds: %s',
      async (_, example) => {
        const report = await run(example.source, example.settings);
        const found = report.findings.find((finding) => finding.code === code);
        if (!found) expect.fail(`not found; the report says ${summary(report)}`);
        if (example.says !== undefined) expect(found.message).toMatch(example.says);
        if (example.line !== undefined) expect(found.range.start.line).toBe(example.line);
        if (example.severity !== undefined) expect(found.severity).toBe(example.severity);
        for (const echo of example.without ?? [])
          expect(report.findings.map((finding) => finding.code)).not.toContain(echo);
      },
    );
    it.each(examples.good.map((example) => [example.title, example] as const))(
      'passes: %s',
      async (_, example) => {
        const report = await run(example.source, example.settings);
        expect(report.findings.filter((finding) => finding.code === code)).toEqual([]);
        expect(report.undecided.filter((open) => open.code === code)).toEqual([]);
      },
    );
  });
}

/** A report in a line, for a failing test's message. */
export function summary(report: Report): string {
  const found = report.findings.map(
    (finding) => `${finding.code} (line ${finding.range.start.line}: ${finding.message})`,
  );
  const open = report.undecided.map((rule) => `${rule.code} undecided (${rule.reason})`);
  return `${report.verdict}: ${[...found, ...open].join('; ') || 'nothing'}`;
}
