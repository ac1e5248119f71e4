/** What reading found, for people: a line a finding in the order of the files, then what it all comes to. */

import { count, inline, shorten } from '../../contract/visible.ts';
import type { Finding } from '../../protocol/finding.ts';
import type { Paint } from '../text/paint.ts';
import type { Reporter } from './reporter.ts';
import { ruleTable } from './summary.ts';
import type { RunFacts, Tally } from './tally.ts';
import { COLOURS, headed, LETTERS, MESSAGE_LENGTH, type TextOptions } from './text.ts';
import { isChecked, lineOf, type Told } from './told.ts';

export class LintTextReporter implements Reporter {
  readonly #paint: Paint;
  readonly #quiet: boolean;
  readonly #columns: number | undefined;
  #fixable = 0;
  #fixed = 0;

  constructor({ paint, quiet, columns }: TextOptions) {
    this.#paint = paint;
    this.#quiet = quiet;
    this.#columns = columns;
  }

  begin(): string {
    return '';
  }

  environment(told: Told): string {
    if (!isChecked(told))
      return `${this.#paint('red', 'not checked')}  ${inline(told.path)}: ${inline(told.fault)}\n\n`;
    const { path, source, findings, fixed = [] } = told;
    this.#fixed += fixed.length;
    const places = [...findings].sort(
      ({ finding: a }, { finding: b }) =>
        a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column,
    );
    const lines = [
      ...(fixed.length > 0 ? [`${inline(path)}  ${this.#paint('green', 'fixed')} ${listed(fixed)}\n`] : []),
      ...places.map(({ finding }) => this.#finding(path, source, finding)),
    ];
    return lines.length > 0 ? `${lines.join('')}\n` : '';
  }

  *end(tally: Tally, run: RunFacts): Iterable<string> {
    yield `${this.#verdicts(tally)}\n`;
    if (!run.complete) yield `${this.#paint('yellow', 'Interrupted')}: there were more environments.\n`;
    if (this.#quiet) return;
    yield* ruleTable(tally, this.#paint);
    const rate = run.seconds > 0 ? ` (${Math.round(tally.environments / run.seconds)} a second)` : '';
    yield `Read in ${run.seconds.toFixed(run.seconds < 10 ? 2 : 0)} s${rate}.\n`;
    if (run.leftOut > 0)
      yield `Left out: ${count(run.leftOut, 'Python file')} without an environment class.\n`;
    if (run.configs.length > 0) yield `Settings: ${run.configs.map(inline).join(', ')}\n`;
    yield `\nNext:\n${[...this.#next(tally)].map((line) => `  ${line}\n`).join('')}`;
  }

  #verdicts(tally: Tally): string {
    const findings = tally.rules.reduce((sum, [, counts]) => sum + counts.findings, 0);
    const parts = [
      findings === 0 ? this.#paint('green', 'nothing found by reading') : count(findings, 'finding'),
      ...(tally.unsound > 0 ? [this.#paint('red', `errors in ${tally.unsound}`)] : []),
      ...(this.#fixed > 0 ? [this.#paint('green', `${this.#fixed} fixed`)] : []),
      ...(tally.notChecked > 0 ? [this.#paint('red', `${tally.notChecked} not checked`)] : []),
    ];
    return `${this.#paint('bold', count(tally.environments, 'environment'))}: ${parts.join(', ')}.`;
  }

  *#next(tally: Tally): Iterable<string> {
    if (this.#fixable > 0) yield `spade lint … --fix    mends ${this.#fixable} of these by itself`;
    const [first] = tally.rules;
    if (first) yield `spade rules ${first[0]}    explains the rule and shows how to mend it`;
    yield 'spade check …    plays the environments as well: reading alone cannot tell that one is sound';
  }

  #finding(path: string, source: string, finding: Finding): string {
    const { code, name, severity, message, range, fix } = finding;
    if (fix) this.#fixable += 1;
    const { line, column } = range.start;
    const mark = this.#paint(COLOURS[severity], LETTERS[severity]);
    const fixable = fix ? this.#paint('dim', `  [fix: ${inline(fix.title)}]`) : '';
    const head = `${inline(path)}:${line}:${column + 1}  ${mark} ${this.#paint('bold', code)} ${name}`;
    const lines = headed(head, shorten(message, MESSAGE_LENGTH), this.#columns);
    const text = lineOf(source, line);
    const quoted = text === '' ? '' : `\n    ${this.#paint('dim', '|')} ${shorten(text, 120)}`;
    return `${lines.join('\n')}${fixable}${quoted}\n`;
  }
}

/** `SP103 reset-signature, SP702 fstring-braces (3)`. */
function listed(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { code, name } of findings) {
    const rule = `${code} ${name}`;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return [...counts].map(([rule, times]) => (times > 1 ? `${rule} (${times})` : rule)).join(', ');
}
