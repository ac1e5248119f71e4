/** Workflow commands: GitHub shows them as annotations at the line. */

import { evidenceLines } from '../../contract/evidence-text.ts';
import { count, inline } from '../../contract/visible.ts';
import type { Severity } from '../../protocol/finding.ts';
import type { Reporter } from './reporter.ts';
import type { RunFacts, Tally } from './tally.ts';
import { isChecked, type Told } from './told.ts';

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
};

export class GithubReporter implements Reporter {
  readonly #command: 'check' | 'lint';

  constructor(command: 'check' | 'lint' = 'check') {
    this.#command = command;
  }

  begin(): string {
    return '';
  }

  environment(told: Told): string {
    if (!isChecked(told))
      return command(
        'error',
        { file: told.path, title: 'not checked' },
        `This file could not be checked: ${told.fault}`,
      );
    const { path, report, findings } = told;
    const lines = findings.map(({ finding, replay }) => {
      const { start, end } = finding.range;
      const details = [
        finding.message,
        ...(finding.evidence ? evidenceLines(finding.evidence) : []),
        ...replay.map((line) => `Replay: ${line}`),
      ];
      return command(
        LEVELS[finding.severity],
        {
          file: path,
          line: start.line,
          endLine: end.line,
          // GitHub ignores columns of ranges over several lines.
          ...(end.line === start.line
            ? { col: start.column + 1, endColumn: Math.max(start.column + 1, end.column) }
            : {}),
          title: `${finding.code} ${finding.name}`,
        },
        details.join('\n'),
      );
    });
    const open = report.undecided
      .filter(({ severity }) => severity === 'error')
      .map(({ code, name, reason }) =>
        command(
          'warning',
          { file: path, line: 1, title: `${code} ${name} undecided` },
          `Undecided: ${reason}`,
        ),
      );
    return [...lines, ...open].join('');
  }

  *end(tally: Tally, run: RunFacts): Iterable<string> {
    const { sound, unsound, undecided, notChecked } = tally;
    const stopped = run.complete ? '' : ' (interrupted: there were more)';
    const verdicts =
      this.#command === 'lint'
        ? `${unsound} with errors`
        : `${sound} sound, ${unsound} unsound, ${undecided} undecided`;
    yield `spade: ${count(tally.environments, 'environment')}: ${verdicts}, ${notChecked} not checked${stopped}\n`;
  }
}

function command(
  level: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${level} ${list.join(',')}::${escapeData(message)}\n`;
}

/** Line breaks are the only thing that may end a command; the rest of what does not print is shown as its escape. */
const escapeData = (text: string): string =>
  text
    .split('\n')
    .map((line) => inline(line).replaceAll('%', '%25'))
    .join('%0A');

/** File names are kept as they are but for what would end the property or does not print. */
const escapeProperty = (text: string): string =>
  text
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, inline);
