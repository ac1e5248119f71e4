/** SARIF 2.1.0, for code scanning. Results are written as they come; what counts them stands at the end. */

import { createHash } from 'node:crypto';
import { isAbsolute, posix } from 'node:path';
import { describePlay, evidenceLines } from '../../contract/evidence-text.ts';
import { RULES, type Rule } from '../../contract/rules.ts';
import { visible } from '../../contract/visible.ts';
import type { Finding, Severity, Undecided } from '../../protocol/finding.ts';
import { safeJson } from '../text/safe-json.ts';
import type { Reporter } from './reporter.ts';
import type { RunFacts, Tally } from './tally.ts';
import { isChecked, lineOf, type Told, type ToldEnvironment, type ToldFinding } from './told.ts';

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
};
const INDEX = new Map(RULES.map(({ code }, index) => [code, index]));

export class SarifReporter implements Reporter {
  readonly #version: string;
  /** The markdown page of a rule, where there is one. */
  readonly #page: (rule: Rule) => string | undefined;
  readonly #faults: { path: string; fault: string }[] = [];
  readonly #prints = new Map<string, number>();
  #first = true;

  constructor(version: string, page: (rule: Rule) => string | undefined) {
    this.#version = version;
    this.#page = page;
  }

  begin(): string {
    const driver = {
      name: 'Spade Studio',
      semanticVersion: this.#version,
      rules: RULES.map((rule) => this.#rule(rule)),
    };
    return (
      '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{' +
      `"tool":${safeJson({ driver })},"columnKind":"utf16CodeUnits","results":[`
    );
  }

  environment(told: Told): string {
    if (!isChecked(told)) {
      this.#faults.push(told);
      return '';
    }
    const results = [
      ...told.findings.map((one) => this.#result(told, one)),
      ...told.report.undecided.map((one) => open(told, one)),
    ];
    const text = results.map((result) => safeJson(result)).join(',\n');
    if (text === '') return '';
    const comma = this.#first ? '\n' : ',\n';
    this.#first = false;
    return comma + text;
  }

  *end(_: Tally, run: RunFacts): Iterable<string> {
    const notifications = this.#faults.map(({ path, fault }) => ({
      level: 'error',
      message: { text: visible(`could not be checked: ${fault}`) },
      locations: [{ physicalLocation: { artifactLocation: location(path) } }],
    }));
    if (!run.complete)
      notifications.push({ level: 'error', message: { text: 'The run was interrupted.' }, locations: [] });
    const invocation = {
      executionSuccessful: notifications.length === 0,
      toolExecutionNotifications: notifications,
    };
    yield `\n],"invocations":${safeJson([invocation])}}]}\n`;
  }

  #rule(rule: Rule) {
    const page = this.#page(rule);
    return {
      id: rule.code,
      name: pascal(rule.name),
      shortDescription: { text: `${rule.name}: ${rule.summary}` },
      help: {
        text: page ?? `${rule.summary}. \`spade rules ${rule.code}\` tells more.`,
        ...(page ? { markdown: page } : {}),
      },
      defaultConfiguration: { level: LEVELS[rule.severity] },
    };
  }

  #result(told: ToldEnvironment, { finding, replay }: ToldFinding) {
    const { evidence, range } = finding;
    const { start, end } = range;
    return {
      ruleId: finding.code,
      ruleIndex: INDEX.get(finding.code) ?? -1,
      level: LEVELS[finding.severity],
      message: {
        text: visible([finding.message, ...(evidence ? evidenceLines(evidence) : [])].join('\n')),
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: location(told.path),
            region: {
              startLine: start.line,
              startColumn: start.column + 1,
              endLine: end.line,
              endColumn: end.column + 1,
            },
          },
        },
      ],
      partialFingerprints: { 'spadeFinding/v1': this.#fingerprint(told, finding) },
      properties: {
        by: finding.by,
        ...(evidence?.play ? { play: evidence.play, playText: describePlay(evidence.play) } : {}),
        ...(replay.length > 0 ? { replay } : {}),
      },
    };
  }

  /** Stays the same when lines move: rule, class and the line's text, and a number where all of these occur again. */
  #fingerprint({ path, source, report }: ToldEnvironment, finding: Finding): string {
    const what = [finding.code, path, report.className ?? '', lineOf(source, finding.range.start.line)];
    const print = createHash('sha256').update(what.join('\0')).digest('hex').slice(0, 24);
    const nth = (this.#prints.get(print) ?? 0) + 1;
    this.#prints.set(print, nth);
    return `${print}:${nth}`;
  }
}

/** `kind: open`: there was too little to go by, neither a pass nor a failure. */
function open({ path }: ToldEnvironment, { code, reason }: Undecided) {
  return {
    ruleId: code,
    ruleIndex: INDEX.get(code) ?? -1,
    kind: 'open',
    level: 'none',
    message: { text: visible(`Undecided: ${reason}`) },
    locations: [{ physicalLocation: { artifactLocation: location(path) } }],
  };
}

/** A relative path becomes a URI reference under the checkout; percent-encoding keeps any file name harmless. */
function location(path: string): { uri: string; uriBaseId?: string } {
  const encoded = path.replaceAll('\\', '/').toWellFormed().split('/').map(encodeURIComponent).join('/');
  if (isAbsolute(path))
    return { uri: `file://${encoded.startsWith('/') ? '' : '/'}${encoded.replace(/^([A-Za-z])%3A/, '$1:')}` };
  return { uri: posix.normalize(encoded), uriBaseId: '%SRCROOT%' };
}

const pascal = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
