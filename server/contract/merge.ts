/** One finding, two kinds of evidence: what reading and running say of the same rule, told once. */
import type { Finding, Report, RuleCode } from '../protocol/finding.ts';
import { ruleOf } from './rules.ts';
import { decide } from './verdict.ts';

/**
 * A playtest's report with the findings by reading put in.
 *
 * Where both saw a rule, one finding carries the source range and the fix of the one and the evidence of the other.
 * Where running looked for the rule and did not see it, a finding by reading is kept, says so, and is no more than
 * a warning: what never happens in hundreds of plays does not make an environment unsound.
 */
export function mergeFindings(read: readonly Finding[], played: Report): Report {
  const rest = [...played.findings];
  const merged = read.map((finding) => {
    const at = matching(rest, finding);
    if (at >= 0) {
      const [seen] = rest.splice(at, 1);
      return seen ? both(finding, seen) : finding;
    }
    if (played.findings.some(({ code }) => code === finding.code)) return finding;
    return passed(played, finding.code) ? refuted(finding, played) : finding;
  });
  const findings = [...merged, ...rest].sort(
    (a, b) =>
      a.range.start.line - b.range.start.line ||
      a.code.localeCompare(b.code) ||
      a.range.start.column - b.range.start.column,
  );
  return { ...played, findings, verdict: decide(findings, played.undecided) };
}

/** The finding by running that belongs to one by reading: of the same rule, on the same line if there is one. */
function matching(played: readonly Finding[], finding: Finding): number {
  const same = played.findIndex(
    ({ code, range }) => code === finding.code && range.start.line === finding.range.start.line,
  );
  return same >= 0 ? same : played.findIndex(({ code }) => code === finding.code);
}

function both(read: Finding, seen: Finding): Finding {
  return {
    ...read,
    severity: seen.severity,
    message: seen.message,
    by: 'both',
    ...(seen.evidence ? { evidence: seen.evidence } : {}),
  };
}

/** Running looked for the rule, could decide it, and did not see it. */
function passed(played: Report, code: RuleCode): boolean {
  if (played.measures === null || !ruleOf(code).by.includes('dynamic')) return false;
  return !played.undecided.some((open) => open.code === code);
}

function refuted(finding: Finding, played: Report): Finding {
  const plays = played.measures?.episodes ?? 0;
  return {
    ...finding,
    severity: finding.severity === 'error' ? 'warning' : finding.severity,
    message: `${finding.message} (Not seen in ${plays} plays.)`,
    by: 'both',
    evidence: { sample: { shown: 0, of: plays } },
  };
}
