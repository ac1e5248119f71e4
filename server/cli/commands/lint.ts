/** `spade lint`: what is wrong with these environments, as far as their source shows it? */

import { rootsOf } from '../../workspace/files/listing.ts';
import { SettingsFinder } from '../../workspace/settings.ts';
import { UsageError } from '../../workspace/usage-error.ts';
import type { Arguments, CommandSpec } from '../arguments.ts';
import { overridesOf, READING } from '../check-options.ts';
import { type Known, Linting } from '../linting.ts';
import { openOutput } from '../output.ts';
import { type FailOn, FORMATS } from '../report/reporter.ts';
import { reporterFor } from '../report/reporters.ts';
import { tellAll } from '../report/tell-all.ts';
import { columnsOf, paintOf, type Terminal, write } from '../terminal.ts';
import { watchAndTell } from '../watching.ts';

const FAIL_ON = ['error', 'warning'] as const satisfies readonly FailOn[];

export const lintSpec: CommandSpec = {
  name: 'lint',
  summary: 'read environments without running them, and mend what can be mended',
  usage: 'PATH… [options]',
  options: [
    { name: 'fix', help: 'apply the fixes and tell what is left; a file appears whole or not at all' },
    { name: 'watch', help: 'go on, and read again what changes; Ctrl-C ends it' },
    ...READING,
    { name: 'format', value: FORMATS.join('|'), help: 'the form of the report; text by default' },
    { name: 'output', value: 'FILE', help: 'write the report to a file, which appears whole or not at all' },
    {
      name: 'fail-on',
      value: FAIL_ON.join('|'),
      help: 'what makes the exit code 1: errors (the default); warnings as well',
    },
  ],
  notes: [
    'PATH is a .py file, a folder (with all that is below it; files without an environment class are left out and counted), a pool with a manifest.json, or - for the standard input. `spade lint - --fix` writes the mended source to the standard output and the report to the standard error.',
    'Nothing is run, so nothing is said to be sound: `spade check` reads and plays. A file that Python cannot compile is only given the fixes that mend just that.',
    'Settings are read from [tool.spade] of the nearest pyproject.toml; options win over them.',
    'Exit codes: 0 nothing that --fail-on names; 1 something was found and is left; 2 the command or a file failed, so that something was not read or not written; 130 interrupted.',
  ],
  examples: [
    'spade lint environment.py',
    'spade lint pool/ --select SP6,SP7 --fix',
    'spade lint src/ --watch',
    'spade lint - --format json < environment.py',
  ],
};

/** Runs the command and gives its exit code. @throws UsageError */
export async function lint(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.words.length === 0)
    throw new UsageError(
      'spade lint needs a path: a .py file, a folder, a pool, or - for the standard input.',
    );
  const failOn = args.choice('fail-on', FAIL_ON) ?? 'error';
  const format = args.choice('format', FORMATS) ?? 'text';
  const input = args.words.includes('-');
  if (args.has('fix') && input && args.words.length > 1)
    throw new UsageError('With --fix the standard input goes alone: its mended source is the output.');
  if (args.has('watch') && (input || format !== 'text' || args.has('output')))
    throw new UsageError(
      '--watch shows its report here, as text: it reads no standard input and writes no file.',
    );
  const begin = async (known?: Known): Promise<Linting> =>
    new Linting(terminal, {
      roots: await rootsOf(args.words, terminal.cwd),
      settings: new SettingsFinder(overridesOf(args), terminal.cwd),
      fix: args.has('fix'),
      quiet: args.has('quiet'),
      ...(known ? { known } : {}),
    });
  // The mended source is the output then, so the report goes where it does not disturb.
  const told = args.has('fix') && input ? { ...terminal, stdout: terminal.stderr } : terminal;
  const paint = paintOf(told, args.has('no-color') || args.has('output'));
  const columns = columnsOf(told, args.has('output'));
  const reporter = () =>
    reporterFor(format, { failOn, paint, columns, quiet: args.has('quiet'), command: 'lint' });
  if (args.has('watch')) return watchAndTell(terminal, begin, reporter);
  const linting = await begin();
  const output = await openOutput(told, args.text('output'));
  try {
    const tally = await tellAll(output, reporter(), linting.run(), () => linting.facts());
    if (linting.mendedInput !== undefined) await write(terminal.stdout, linting.mendedInput);
    if (tally.notChecked > 0) return 2;
    return tally.unsound > 0 || (failOn === 'warning' && tally.warnings > 0) ? 1 : 0;
  } catch (error) {
    output.abandon();
    throw error;
  }
}
