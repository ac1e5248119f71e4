/** The report for people: by environment, the unsound first, then what it all comes to and what to do next. */

import { evidenceLines } from '../../contract/evidence-text.ts';
import { count, folded, inline, shorten } from '../../contract/visible.ts';
import type { Report, Severity, Verdict } from '../../protocol/finding.ts';
import type { Colour, Paint } from '../text/paint.ts';
import type { Reporter } from './reporter.ts';
import { summaryLines } from './summary.ts';
import type { RunFacts, Tally } from './tally.ts';
import { isChecked, lineOf, type Told, type ToldEnvironment, type ToldFinding } from './told.ts';

export const LETTERS: Readonly<Record<Severity, string>> = { error: 'E', warning: 'W', information: 'I' };
export const COLOURS: Readonly<Record<Severity, Colour>> = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
};

const VERDICTS: Readonly<Record<Verdict, Colour>> = { unsound: 'red', undecided: 'yellow', sound: 'green' };

export const MESSAGE_LENGTH = 1_000;
/** Sound environments without findings are named one by one only while they are few. */
const NAMED = 20;
/** Characters of a command that is pleasant to read. */
const SHORT = 100;

export interface TextOptions {
  readonly paint: Paint;
  /** Findings and one line of summary. */
  readonly quiet: boolean;
  /** Of a terminal that people read: messages are folded. Elsewhere a finding's message stands on its line. */
  readonly columns?: number | undefined;
}

export class TextReporter implements Reporter {
  readonly #paint: Paint;
  readonly #quiet: boolean;
  readonly #columns: number | undefined;
  readonly #groups = {
    unsound: [] as string[],
    undecided: [] as string[],
    faults: [] as string[],
    noted: [] as string[],
  };
  readonly #sound: string[] = [];
  #replay: string | undefined;

  constructor({ paint, quiet, columns }: TextOptions) {
    this.#paint = paint;
    this.#quiet = quiet;
    this.#columns = columns;
  }

  begin(): string {
    return '';
  }

  /** Kept until all are known, since the unsound come first; sound environments cost no memory. */
  environment(told: Told): string {
    if (!isChecked(told)) {
      this.#groups.faults.push(
        `${this.#paint('red', 'not checked')}  ${inline(told.path)}: ${inline(told.fault)}\n`,
      );
      return '';
    }
    const { report, findings, path } = told;
    const quietly = report.verdict === 'sound' && findings.length === 0;
    if (!quietly) {
      const group = report.verdict === 'sound' ? 'noted' : report.verdict;
      this.#groups[group].push(this.#section(told));
      if (report.verdict === 'unsound') this.#suggest(findings);
    } else if (this.#sound.length <= NAMED) {
      this.#sound.push(`${this.#paint('green', 'sound')}  ${inline(path)}${figures(report)}\n`);
    }
    return '';
  }

  *end(tally: Tally, run: RunFacts): Iterable<string> {
    const { unsound, undecided, faults, noted } = this.#groups;
    for (const section of [...unsound, ...undecided]) yield `${section}\n`;
    if (faults.length > 0) yield `${faults.join('')}\n`;
    if (!this.#quiet) {
      for (const section of noted) yield `${section}\n`;
      if (this.#sound.length > 0 && this.#sound.length <= NAMED) yield `${this.#sound.join('')}\n`;
    }
    yield* summaryLines(tally, run, this.#paint, { quiet: this.#quiet, replay: this.#replay });
  }

  /** A short command to begin with, a long one only until a short one comes. */
  #suggest(findings: readonly ToldFinding[]): void {
    const commands = findings.flatMap(({ replay }) => replay.slice(0, 1));
    const short = commands.find((command) => command.length <= SHORT);
    if (short !== undefined && (this.#replay === undefined || this.#replay.length > SHORT))
      this.#replay = short;
    else this.#replay ??= commands[0];
  }

  #section(told: ToldEnvironment): string {
    const { report } = told;
    const name = report.className ?? 'no environment class';
    const head = `${this.#paint('bold', inline(name))}  ${this.#paint(VERDICTS[report.verdict], report.verdict)}${figures(report)}`;
    const open = report.undecided.map(
      ({ code, name: rule, severity, reason }) =>
        `${inline(told.path)}  ${this.#paint('yellow', '?')} ${code} ${rule}  undecided${severity === 'error' ? '' : ` (${severity})`}: ${shorten(reason, MESSAGE_LENGTH)}\n`,
    );
    return `${head}\n${told.findings.map((one) => this.#finding(told, one)).join('')}${open.join('')}`;
  }

  #finding({ path, source, report }: ToldEnvironment, { finding, replay }: ToldFinding): string {
    const { code, name, severity, message, range, evidence } = finding;
    const place = `${inline(path)}:${range.start.line}`;
    const mark = this.#paint(COLOURS[severity], LETTERS[severity]);
    const head = `${place}  ${mark} ${this.#paint('bold', code)} ${name}`;
    const lines = headed(head, shorten(message, MESSAGE_LENGTH), this.#columns);
    const text = lineOf(source, range.start.line);
    if (text && !(report.className && text.startsWith(`class ${report.className}`)))
      lines.push(`    ${this.#paint('dim', '|')} ${shorten(text, 120)}`);
    if (evidence) lines.push(...evidenceLines(evidence).map((line) => `    ${line}`));
    lines.push(...replay.map((line) => `    ${this.#paint('cyan', line)}`));
    return `${lines.join('\n')}\n`;
  }
}

/** A finding's head and message: on one line, or folded below the head where a terminal's width is known. */
export function headed(head: string, message: string, columns: number | undefined): string[] {
  if (columns === undefined) return [`${head}  ${message}`];
  const width = Math.min(Math.max(columns, 50), 120) - 4;
  return [head, ...folded(message, width).map((line) => `    ${line}`)];
}

/** What a playtest measured, in brackets. */
function figures({ profile, measures }: Report): string {
  if (!measures) return '';
  const parts = [profile === 'games' ? 'game' : 'tool use', count(measures.episodes, 'episode')];
  if (measures.shortestWin !== null) parts.push(`shortest win ${count(measures.shortestWin, 'action')}`);
  if (measures.randomWins)
    parts.push(`random play won ${measures.randomWins.wins} of ${measures.randomWins.plays}`);
  return `  (${parts.join(', ')})`;
}
