/** The machine's report: one JSON document, an environment a line. Its schema is protocol/check-report.ts. */

import {
  CHECK_REPORT_VERSION,
  type CheckedEnvironment,
  type CheckReport,
} from '../../protocol/check-report.ts';
import { safeJson } from '../text/safe-json.ts';
import type { Reporter } from './reporter.ts';
import type { RunFacts, Tally } from './tally.ts';
import { isChecked, type Told, type ToldEnvironment } from './told.ts';

export class JsonReporter implements Reporter {
  readonly #tool: CheckReport['tool'];
  #first = true;

  constructor(version: string, rules: string) {
    this.#tool = { name: 'spade', version, rules };
  }

  begin(): string {
    return `{"version":${CHECK_REPORT_VERSION},"tool":${safeJson(this.#tool)},"environments":[`;
  }

  environment(told: Told): string {
    const comma = this.#first ? '' : ',';
    this.#first = false;
    return `${comma}\n${safeJson(isChecked(told) ? environmentOf(told) : told)}`;
  }

  *end(tally: Tally, run: RunFacts): Iterable<string> {
    const rest: Omit<CheckReport, 'version' | 'tool' | 'environments'> = {
      complete: run.complete,
      summary: tally.summary(run.leftOut),
      run: { seconds: Math.round(run.seconds * 1000) / 1000, cached: run.cached },
    };
    yield `\n],${safeJson(rest).slice(1)}\n`;
  }
}

function environmentOf({ path, sha256, report, findings, fixed }: ToldEnvironment): CheckedEnvironment {
  return {
    path,
    sha256,
    className: report.className,
    profile: report.profile,
    verdict: report.verdict,
    findings: findings.map(({ finding, replay }) => ({
      ...finding,
      ...(replay.length > 0 ? { replay: [...replay] } : {}),
    })),
    undecided: report.undecided,
    measures: report.measures,
    ...(fixed ? { fixed: [...fixed] } : {}),
  };
}
