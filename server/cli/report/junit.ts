/** JUnit's XML: an environment is a suite, each of its findings a test case that fails. */

import { evidenceLines } from '../../contract/evidence-text.ts';
import { inline, visible } from '../../contract/visible.ts';
import type { FailOn, Reporter } from './reporter.ts';
import type { RunFacts, Tally } from './tally.ts';
import { isChecked, lineOf, type Told, type ToldEnvironment, type ToldFinding } from './told.ts';

export class JunitReporter implements Reporter {
  readonly #failOn: FailOn;
  readonly #command: 'check' | 'lint';

  constructor(failOn: FailOn, command: 'check' | 'lint' = 'check') {
    this.#failOn = failOn;
    this.#command = command;
  }

  begin(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="spade ${this.#command}">\n`;
  }

  environment(told: Told): string {
    if (!isChecked(told)) {
      const fault = `<error type="not-checked" message="${attribute(told.fault)}"/>`;
      return suite(told.path, [{ name: 'checked', body: fault, kind: 'error' }]);
    }
    return suite(told.path, this.#cases(told));
  }

  *end(_: Tally, run: RunFacts): Iterable<string> {
    if (!run.complete)
      yield suite('spade', [
        {
          name: 'complete',
          kind: 'error',
          body: '<error type="interrupted" message="The run was interrupted: there were more environments."/>',
        },
      ]);
    yield '</testsuites>\n';
  }

  #cases(told: ToldEnvironment): Case[] {
    const found = told.findings.map((one) => this.#findingCase(told, one));
    const open = told.report.undecided.map(({ code, name, severity, reason }): Case => {
      const fails = severity === 'error' && this.#failOn !== 'error';
      const message = attribute(`undecided: ${reason}`);
      return {
        name: `${code} ${name}`,
        kind: fails ? 'error' : 'skipped',
        body: fails ? `<error type="undecided" message="${message}"/>` : `<skipped message="${message}"/>`,
      };
    });
    const cases = [...found, ...open];
    const name = this.#command === 'lint' ? 'nothing found by reading' : 'sound';
    return cases.length > 0 ? cases : [{ name, body: '', kind: 'passed' }];
  }

  #findingCase({ path, source }: ToldEnvironment, { finding, replay }: ToldFinding): Case {
    const { code, name, severity, message, range, evidence } = finding;
    const fails = severity === 'error' || (severity === 'warning' && this.#failOn === 'warning');
    const details = [
      `${inline(path)}:${range.start.line}: ${lineOf(source, range.start.line)}`,
      ...(evidence ? evidenceLines(evidence) : []),
      ...replay,
    ].join('\n');
    const body = fails
      ? `<failure type="${severity}" message="${attribute(message)}">${text(details)}</failure>`
      : `<system-out>${text(`${severity}: ${message}\n${details}`)}</system-out>`;
    return { name: `${code} ${name}`, body, kind: fails ? 'failure' : 'passed', line: range.start.line };
  }
}

interface Case {
  readonly name: string;
  readonly body: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly line?: number;
}

function suite(path: string, cases: readonly Case[]): string {
  const name = attribute(path);
  const number = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length;
  const inner = cases.map((one) => {
    const line = one.line === undefined ? '' : ` line="${one.line}"`;
    return `    <testcase classname="${name}" name="${attribute(one.name)}" file="${name}"${line}>${one.body}</testcase>\n`;
  });
  const counts = `tests="${cases.length}" failures="${number('failure')}" errors="${number('error')}" skipped="${number('skipped')}"`;
  return `  <testsuite name="${name}" ${counts}>\n${inner.join('')}  </testsuite>\n`;
}

/** XML 1.0 has no form for most control characters, so they are shown as text. */
const text = (raw: string): string =>
  visible(raw)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const attribute = (raw: string): string => text(inline(raw)).replaceAll('"', '&quot;');
