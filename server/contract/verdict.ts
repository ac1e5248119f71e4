/** From findings to a verdict: fail closed. */
import type { Finding, Undecided, Verdict } from '../protocol/finding.ts';

/** Sound: no error, and no error rule left undecided. */
export function decide(findings: readonly Finding[], open: readonly Undecided[]): Verdict {
  if (findings.some((finding) => finding.severity === 'error')) return 'unsound';
  return open.some((rule) => rule.severity === 'error') ? 'undecided' : 'sound';
}
