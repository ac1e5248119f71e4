/** Makes the reporter of a format. */
import { rulesVersion } from '../../playtest/batch/rules-version.ts';
import { rulePage } from '../../workspace/rule-page.ts';
import type { Paint } from '../text/paint.ts';
import { VERSION } from '../version.ts';
import { GithubReporter } from './github.ts';
import { JsonReporter } from './json.ts';
import { JunitReporter } from './junit.ts';
import { LintTextReporter } from './lint-text.ts';
import type { FailOn, Format, Reporter } from './reporter.ts';
import { SarifReporter } from './sarif.ts';
import { TextReporter } from './text.ts';

export interface ReporterOptions {
  readonly failOn: FailOn;
  readonly paint: Paint;
  readonly quiet: boolean;
  /** Of the terminal that the report goes to, if it goes to one. */
  readonly columns?: number | undefined;
  /** What the environments went through: a full check unless something else is said. */
  readonly command?: 'check' | 'lint';
}

export function reporterFor(
  format: Format,
  { failOn, paint, quiet, columns, command = 'check' }: ReporterOptions,
): Reporter {
  switch (format) {
    case 'text':
      return command === 'lint'
        ? new LintTextReporter({ paint, quiet, columns })
        : new TextReporter({ paint, quiet, columns });
    case 'json':
      return new JsonReporter(VERSION, rulesVersion());
    case 'sarif':
      return new SarifReporter(VERSION, rulePage);
    case 'junit':
      return new JunitReporter(failOn, command);
    case 'github':
      return new GithubReporter(command);
  }
}
