/** `spade check`: are these environments sound? */

import { rootsOf } from '../../workspace/files/listing.ts';
import { SettingsFinder } from '../../workspace/settings.ts';
import { UsageError } from '../../workspace/usage-error.ts';
import type { Arguments, CommandSpec } from '../arguments.ts';
import { jobsOf, LOOKING, overridesOf, replaySettingsOf, TELLING } from '../check-options.ts';
import { Checking, type CheckingOptions, type Passed } from '../checking.ts';
import { openOutput } from '../output.ts';
import { FAIL_ON, type FailOn, FORMATS } from '../report/reporter.ts';
import { reporterFor } from '../report/reporters.ts';
import type { Tally } from '../report/tally.ts';
import { tellAll } from '../report/tell-all.ts';
import type { Told } from '../report/told.ts';
import { columnsOf, paintOf, type Terminal } from '../terminal.ts';

export const checkSpec: CommandSpec = {
  name: 'check',
  summary: 'check environments by playing them, with evidence for every finding',
  usage: 'PATH… [options]',
  options: [
    ...LOOKING,
    ...TELLING,
    { name: 'resume', help: 'go on with an interrupted run; fails when no results can be kept' },
    { name: 'format', value: FORMATS.join('|'), help: 'the form of the report; text by default' },
    { name: 'output', value: 'FILE', help: 'write the report to a file, which appears whole or not at all' },
    {
      name: 'fail-on',
      value: 'error|undecided|warning',
      help: 'what makes the exit code 1: errors; errors and undecided environments (the default); warnings as well',
    },
  ],
  notes: [
    'PATH is a .py file, a folder (with all that is below it; files without an environment class are left out and counted), a pool with a manifest.json, or - for the standard input.',
    'Settings are read from [tool.spade] of the nearest pyproject.toml; options win over them. Results are kept in the cache folder (SPADE_CACHE_DIR) by content, rules and settings, so that a second run, or one that goes on after Ctrl-C, only does what is left.',
    'Exit codes: 0 nothing that --fail-on names; 1 something was found; 2 the command, a file or the sandbox failed, so that something was not checked; 130 interrupted, with what was done reported.',
  ],
  examples: [
    'spade check environment.py',
    'spade check pool/ --format sarif --output findings.sarif',
    'spade check . --select SP3,SP5 --fail-on warning',
  ],
};

/** Runs the command and gives its exit code. @throws UsageError */
export async function check(
  args: Arguments,
  terminal: Terminal,
  engine?: CheckingOptions['engine'],
): Promise<number> {
  const failOn = args.choice('fail-on', FAIL_ON) ?? 'undecided';
  const format = args.choice('format', FORMATS) ?? 'text';
  if (args.words.length === 0)
    throw new UsageError(
      'spade check needs a path: a .py file, a folder, a pool, or - for the standard input.',
    );
  if (args.has('resume') && args.has('no-cache'))
    throw new UsageError(
      '--resume goes on from kept results, and --no-cache keeps none. Give one of the two.',
    );
  const settings = new SettingsFinder(overridesOf(args), terminal.cwd);
  const roots = await rootsOf(args.words, terminal.cwd);
  const checking = new Checking(terminal, {
    roots,
    settings,
    replay: replaySettingsOf(args),
    jobs: jobsOf(args),
    cache: !args.has('no-cache'),
    resume: args.has('resume'),
    quiet: args.has('quiet'),
    ...(engine ? { engine } : {}),
  });
  const output = await openOutput(terminal, args.text('output'));
  try {
    const paint = paintOf(terminal, args.has('no-color') || args.has('output'));
    const columns = columnsOf(terminal, args.has('output'));
    const reporter = reporterFor(format, { failOn, paint, columns, quiet: args.has('quiet') });
    const tally = await tellAll(output, reporter, toldOf(checking.run()), (all) => checking.facts(all));
    return exitCode(tally, failOn);
  } catch (error) {
    output.abandon();
    throw error;
  }
}

async function* toldOf(all: AsyncIterable<Passed>): AsyncGenerator<Told> {
  for await (const { told } of all) yield told;
}

/** Something that was not checked weighs more than what was found: nobody knows what it hides. */
export function exitCode(tally: Tally, failOn: FailOn): 0 | 1 | 2 {
  if (tally.notChecked > 0) return 2;
  const found =
    tally.unsound > 0 ||
    (failOn !== 'error' && tally.undecided > 0) ||
    (failOn === 'warning' && tally.warnings > 0);
  return found ? 1 : 0;
}
