/** All static rules over one document. */
import { analyse } from '../analysis/facts.ts';
import type { SourceDocument } from '../analysis/parse.ts';
import type { Finding } from '../protocol/finding.ts';
import { DEFAULT_LINT_SETTINGS, LintContext, type LintSettings } from './rule.ts';
import { LINT_RULES } from './rules/index.ts';

/**
 * Findings by reading, in source order; suppressions are not looked at (suppression.ts). Never throws on any text.
 * The same document gives the same findings, so callers may keep them by document.
 */
export function lint(document: SourceDocument, settings: LintSettings = DEFAULT_LINT_SETTINGS): Finding[] {
  const facts = analyse(document);
  const context = new LintContext(facts, settings);
  for (const rule of LINT_RULES) {
    if (rule.profile && rule.profile !== context.profile) continue;
    if (!rule.anywhere && !facts.environment) continue;
    context.ask(rule);
  }
  return context.findings.sort(
    (a, b) =>
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column ||
      a.code.localeCompare(b.code),
  );
}
