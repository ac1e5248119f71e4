/** What reporters are given: one environment as it is to be told, or a file that could not be checked. */

import type { NotChecked } from '../../protocol/check-report.ts';
import type { Finding, Report } from '../../protocol/finding.ts';

export interface ToldFinding {
  readonly finding: Finding;
  /** Commands that play its evidence again. */
  readonly replay: readonly string[];
}

export interface ToldEnvironment {
  readonly path: string;
  readonly source: string;
  readonly sha256: string;
  readonly report: Report;
  /** The report's findings, in the order of their codes and places. */
  readonly findings: readonly ToldFinding[];
  readonly cached: boolean;
  /** Findings that were there before and whose fixes were written to the file. */
  readonly fixed?: readonly Finding[];
}

export type Told = ToldEnvironment | NotChecked;

export const isChecked = (told: Told): told is ToldEnvironment => 'report' in told;

/** The order in which findings are told: by code, then by place. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) =>
      a.code.localeCompare(b.code) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column,
  );
}

/** The source line that a finding points at, without its indentation. */
export function lineOf(source: string, line: number): string {
  return (source.split('\n', line)[line - 1] ?? '').trim();
}
