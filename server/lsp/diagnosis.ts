/** What is to be said about a version of an environment: what reading finds now, and what the last playtest found. */
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import { findRule } from '../contract/rules.ts';
import { inline } from '../contract/visible.ts';
import type { Finding, Report, Severity, Undecided } from '../protocol/finding.ts';
import type { DiagnosticData } from '../protocol/language.ts';
import { readingOf } from '../workspace/reading.ts';
import { pageFile } from '../workspace/rule-page.ts';
import type { Settings } from '../workspace/settings.ts';
import type { Checked } from './checks.ts';
import { unreached } from './coverage.ts';
import { lineMap } from './lines.ts';
import { toLspRange } from './ranges.ts';
import type { Snapshot } from './snapshot.ts';
import { uriOf } from './uri.ts';

export const SOURCE = 'spade';

/** Code of the hint on lines that no play reached; there is no rule of this name. */
export const NOT_REACHED = 'not-reached';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

/** A finding where it stands now. */
export interface Shown {
  readonly finding: Finding;
  /** Play found it in an earlier version of the source. */
  readonly stale: boolean;
}

/** What reading finds. */
export const readingIn = (snapshot: Snapshot, { playtest, policy }: Settings): Report =>
  readingOf(snapshot.document, playtest, policy);

/**
 * The findings of a version. After a check of just this text they are the check's own; later those that play found
 * stand as long as their line does, without their fixes, which were made for other offsets.
 */
export function shownIn(snapshot: Snapshot, read: readonly Finding[], checked: Checked | undefined): Shown[] {
  if (!checked) return read.map((finding) => ({ finding, stale: false }));
  if (checked.text === snapshot.text)
    return checked.report.findings.map((finding) => ({ finding, stale: false }));
  const moved = lineMap(checked.text, snapshot.text);
  const played = checked.report.findings
    .filter(({ by }) => by !== 'static')
    .flatMap((finding) => movedTo(finding, moved));
  const taken = new Set<Finding>();
  const now = read.map((finding): Shown => {
    const seen = played.find(
      (one) =>
        !taken.has(one) && one.code === finding.code && one.range.start.line === finding.range.start.line,
    );
    if (!seen) return { finding, stale: false };
    taken.add(seen);
    return {
      finding: { ...finding, ...pick(seen) },
      stale: true,
    };
  });
  const rest = played.filter((finding) => !taken.has(finding)).map((finding) => ({ finding, stale: true }));
  return [...now, ...rest];
}

const pick = ({ severity, message, by, evidence }: Finding) => ({
  severity,
  message,
  by,
  ...(evidence ? { evidence } : {}),
});

function movedTo({ fix: _, ...finding }: Finding, moved: (line: number) => number | undefined): Finding[] {
  const { start, end } = finding.range;
  const [first, last] = [moved(start.line), moved(end.line)];
  if (first === undefined) return [];
  const sure = last !== undefined && last - first === end.line - start.line;
  const range = {
    start: { ...start, line: first },
    end: sure ? { ...end, line: last } : { line: first, column: Math.max(start.column + 1, 1000) },
  };
  return [{ ...finding, range }];
}

/**
 * All diagnostics of a version.
 * @param reads false: only what a check found is told.
 */
export function diagnosticsOf(
  snapshot: Snapshot,
  settings: Settings,
  checked: Checked | undefined,
  reads: boolean,
): Diagnostic[] {
  const fresh = checked?.text === snapshot.text ? checked : undefined;
  const read = fresh || !reads ? [] : readingIn(snapshot, settings).findings;
  return [
    ...shownIn(snapshot, read, checked).map(toDiagnostic),
    ...(fresh ? [...openIn(snapshot, fresh.report), ...fadedIn(snapshot, fresh.report)] : []),
  ];
}

function toDiagnostic({ finding, stale }: Shown): Diagnostic {
  const data: DiagnosticData = { finding };
  const href = pageLink(finding.code);
  return {
    range: toLspRange(finding.range),
    severity: SEVERITIES[finding.severity],
    code: finding.code,
    ...(href === undefined ? {} : { codeDescription: { href } }),
    source: SOURCE,
    message: stale ? `${inline(finding.message)} (Found before your last changes.)` : inline(finding.message),
    data,
  };
}

const links = new Map<string, string | undefined>();

/** Where the rule's page stands; `undefined` when there is none. */
export function pageLink(code: string): string | undefined {
  if (!links.has(code)) {
    const rule = findRule(code);
    const file = rule && pageFile(rule);
    links.set(code, file === undefined ? undefined : uriOf(file));
  }
  return links.get(code);
}

/** Rules whose violation would be an error and that could not be decided: one remark for each reason. */
function openIn(snapshot: Snapshot, { undecided, className }: Report): Diagnostic[] {
  const errors = undecided.filter(({ severity }) => severity === 'error');
  const byReason = Map.groupBy(errors, ({ reason }) => reason);
  const range = toLspRange(headOf(snapshot, className));
  return [...byReason].map(([reason, rules]) => {
    const data: DiagnosticData = { undecided: 'error' };
    return {
      range,
      severity: DiagnosticSeverity.Information,
      code: rules.length === 1 ? (rules[0]?.code ?? '') : 'undecided',
      source: SOURCE,
      message: `Not decided: ${named(rules)}: ${inline(reason)}`,
      data,
    };
  });
}

const NAMED = 4;

function named(rules: readonly Undecided[]): string {
  const names = rules.slice(0, NAMED).map(({ code, name }) => `${code} ${name}`);
  return rules.length > NAMED ? `${names.join(', ')} and ${rules.length - NAMED} more` : names.join(', ');
}

/** The class's name, the place for what concerns all of it. */
export function headOf({ facts, document }: Snapshot, className: string | null) {
  const cls =
    facts.environment?.cls ?? facts.classes.find(({ name }) => className === null || name === className);
  if (cls) return facts.range({ start: cls.node.nameStart, end: cls.node.nameStart + cls.node.name.length });
  return facts.range({ start: 0, end: document.text.indexOf('\n') < 0 ? document.text.length : 0 });
}

function fadedIn({ document }: Snapshot, { measures }: Report): Diagnostic[] {
  if (!measures || measures.episodes === 0) return [];
  return unreached(document, measures.linesReached).map((range) => ({
    range: toLspRange(range),
    severity: DiagnosticSeverity.Hint,
    code: NOT_REACHED,
    source: SOURCE,
    message: `No play reached this (${measures.episodes} plays).`,
    tags: [DiagnosticTag.Unnecessary],
  }));
}
