/** The end of the text report: verdicts, rules, how long it took, and what to do next. */
import { findRule } from '../../contract/rules.ts';
import { count, inline } from '../../contract/visible.ts';
import type { Paint } from '../text/paint.ts';
import type { RunFacts, Tally } from './tally.ts';

export interface SummaryOptions {
  readonly quiet: boolean;
  /** A command that replays a finding. */
  readonly replay?: string | undefined;
}

export function* summaryLines(
  tally: Tally,
  run: RunFacts,
  paint: Paint,
  options: SummaryOptions,
): Iterable<string> {
  yield `${verdicts(tally, paint)}\n`;
  if (options.quiet) {
    if (!run.complete) yield `${paint('yellow', 'Interrupted')}: there were more environments.\n`;
    return;
  }
  yield* ruleTable(tally, paint);
  yield `${effort(tally, run)}\n`;
  if (run.leftOut > 0) yield `Left out: ${count(run.leftOut, 'Python file')} without an environment class.\n`;
  if (run.configs.length > 0) yield `Settings: ${run.configs.map(inline).join(', ')}\n`;
  if (run.cacheProblem) yield `Results are not kept: ${inline(run.cacheProblem)}\n`;
  if (!run.complete) {
    const keeps = run.cacheProblem === undefined;
    yield `${paint('yellow', 'Interrupted')}: there were more environments. Run the same command again to go on` +
      `${keeps ? '; what is done is kept' : ''}.\n`;
  }
  const advice = [...next(tally, options.replay)];
  if (advice.length > 0) yield `\nNext:\n${advice.map((line) => `  ${line}\n`).join('')}`;
}

function verdicts(tally: Tally, paint: Paint): string {
  const parts = [
    paint('green', `${tally.sound} sound`),
    tally.unsound > 0 ? paint('red', `${tally.unsound} unsound`) : '0 unsound',
    tally.undecided > 0 ? paint('yellow', `${tally.undecided} undecided`) : '0 undecided',
    ...(tally.notChecked > 0 ? [paint('red', `${tally.notChecked} not checked`)] : []),
  ];
  return `${paint('bold', count(tally.environments, 'environment'))}: ${parts.join(', ')}.`;
}

/** A line a rule: how often it was found, and in how many environments. */
export function* ruleTable(tally: Tally, paint: Paint): Iterable<string> {
  const rows = tally.rules.map(([code, { findings, environments }]) => ({
    code,
    name: findRule(code)?.name ?? '',
    findings: String(findings),
    where: `in ${count(environments, 'environment')}`,
  }));
  const name = Math.max(0, ...rows.map((row) => row.name.length));
  const findings = Math.max(0, ...rows.map((row) => row.findings.length));
  for (const row of rows)
    yield `  ${paint('bold', row.code)}  ${row.name.padEnd(name)}  ${row.findings.padStart(findings)}  ${row.where}\n`;
}

function effort(tally: Tally, run: RunFacts): string {
  const fresh = tally.environments - run.cached - tally.notChecked;
  const seconds = `${run.seconds < 10 ? run.seconds.toFixed(1) : Math.round(run.seconds)} s`;
  if (fresh === 0 && run.cached > 0) return `All results come from the cache (${seconds}).`;
  const rate = run.seconds > 0 ? `, ${(fresh / run.seconds).toFixed(1)} a second` : '';
  const kept = run.cached > 0 ? `; ${run.cached.toLocaleString('en')} from the cache` : '';
  return `Checked ${fresh.toLocaleString('en')} with ${count(tally.played, 'episode')} in ${seconds}${rate}${kept}.`;
}

function* next(tally: Tally, replay: string | undefined): Iterable<string> {
  if (replay) yield `${replay}    plays a finding again`;
  const [first] = tally.rules;
  if (first) yield `spade rules ${first[0]}    explains the rule and shows how to mend it`;
  if (tally.undecided > 0) yield 'spade check … --budget 1600    looks longer at what is undecided';
}
