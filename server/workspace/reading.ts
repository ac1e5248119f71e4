/** One environment, read and not played: what `lint` says of it, and what its fixes make of it. */
import { analyse } from '../analysis/facts.ts';
import { parse, type SourceDocument } from '../analysis/parse.ts';
import { ruleOf } from '../contract/rules.ts';
import { applyPolicy, type RulePolicy } from '../contract/selection.ts';
import { type Fixed, fixAll } from '../lint/fixes.ts';
import { lint } from '../lint/lint.ts';
import type { LintSettings } from '../lint/rule.ts';
import { LINT_RULES } from '../lint/rules/index.ts';
import { applySuppressions, suppressionsOf } from '../lint/suppression.ts';
import type { Finding, Report, RuleCode } from '../protocol/finding.ts';

/** Rules that are seen by reading alone: for any other, a suppression may be about what only playing shows. */
const READ_ONLY = LINT_RULES.map(({ code }) => code).filter((code) => !ruleOf(code).by.includes('dynamic'));

/** The verdict is `unsound` or `undecided`: reading alone cannot tell that an environment is sound. */
export function readingOf(
  source: string | SourceDocument,
  settings: LintSettings,
  policy: RulePolicy,
): Report {
  const document = typeof source === 'string' ? parse(source) : source;
  const { environment } = analyse(document);
  const findings = findingsIn(document, settings, policy);
  return applyPolicy(
    {
      className: environment?.name ?? null,
      profile: settings.profile === 'auto' ? (environment?.profile ?? 'games') : settings.profile,
      verdict: findings.some(({ severity }) => severity === 'error') ? 'unsound' : 'undecided',
      findings,
      undecided: [],
      measures: null,
    },
    policy,
  );
}

/** Applies every fix of what is looked for and neither ignored nor suppressed. */
export function mend(source: string, settings: LintSettings, policy: RulePolicy): Fixed {
  return fixAll(source, (document) =>
    findingsIn(document, settings, policy).filter(({ code }) => !policy.ignored.has(code)),
  );
}

function findingsIn(document: SourceDocument, settings: LintSettings, { selected }: RulePolicy): Finding[] {
  const isSelected = (code: RuleCode): boolean => selected?.has(code) ?? true;
  const { kept } = applySuppressions(
    lint(document, settings).filter(({ code }) => isSelected(code)),
    suppressionsOf(document),
    new Set(READ_ONLY.filter(isSelected)),
  );
  return kept.filter(({ code }) => isSelected(code));
}
