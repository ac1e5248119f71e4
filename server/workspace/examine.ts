/** One environment, read and played: a finding a fault, without what the author suppressed. */
import { parse } from '../analysis/parse.ts';
import { mergeFindings } from '../contract/merge.ts';
import { retold } from '../contract/selection.ts';
import { lint } from '../lint/lint.ts';
import { LINT_RULES } from '../lint/rules/index.ts';
import { applySuppressions, suppressionsOf } from '../lint/suppression.ts';
import { type Examiner, type Job, PLAYING } from '../playtest/batch.ts';
import { CHECKS } from '../playtest/checks/index.ts';
import type { Report, RuleCode } from '../protocol/finding.ts';

export const READING_AND_PLAYING: Examiner = {
  name: 'read and played',
  async examine(interpreter, job, signal) {
    const played = await PLAYING.examine(interpreter, job, signal);
    const document = parse(job.source);
    const read = lint(document, job.settings).filter(({ code }) => isSelected(job, code));
    const merged = mergeFindings(read, played);
    const { kept } = applySuppressions(merged.findings, suppressionsOf(document), judged(job, played));
    return retold(
      merged,
      kept.filter(({ code }) => isSelected(job, code)),
      merged.undecided,
    );
  },
};

const isSelected = ({ selected }: Job, code: RuleCode): boolean => selected?.has(code) ?? true;

/** The rules that were looked for: a suppression of another one cannot be called unused. */
function judged(job: Job, { measures, undecided }: Report): ReadonlySet<RuleCode> {
  const open = new Set(undecided.map(({ code }) => code));
  const read = LINT_RULES.map(({ code }) => code);
  const played = measures === null ? [] : CHECKS.map(({ code }) => code);
  return new Set([...read, ...played].filter((code) => isSelected(job, code) && !open.has(code)));
}
