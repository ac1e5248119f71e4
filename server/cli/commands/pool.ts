/** `spade pool`: what does a pool hold, and a clean copy of it. */

import { basename, dirname, resolve } from 'node:path';
import { count, inline } from '../../contract/visible.ts';
import { rulesVersion } from '../../playtest/batch/rules-version.ts';
import type { Provenance } from '../../protocol/manifest.ts';
import { POOL_REPORT_VERSION, type PoolReport } from '../../protocol/pool-report.ts';
import { type Root, rootsOf } from '../../workspace/files/listing.ts';
import { readCompanion } from '../../workspace/files/pool-manifest.ts';
import { SettingsFinder } from '../../workspace/settings.ts';
import { UsageError } from '../../workspace/usage-error.ts';
import type { Arguments, CommandSpec } from '../arguments.ts';
import { jobsOf, LOOKING, overridesOf, replaySettingsOf, TELLING } from '../check-options.ts';
import { Checking, type CheckingOptions, type Passed } from '../checking.ts';
import { openOutput } from '../output.ts';
import { PoolExport } from '../pool/export.ts';
import { Overview } from '../pool/overview.ts';
import { poolText } from '../pool/pool-text.ts';
import { FAIL_ON } from '../report/reporter.ts';
import type { RunFacts } from '../report/tally.ts';
import { isChecked } from '../report/told.ts';
import { paintOf, type Terminal } from '../terminal.ts';
import { safeJson } from '../text/safe-json.ts';
import { VERSION } from '../version.ts';
import { exitCode } from './check.ts';

const FORMATS = ['text', 'json'] as const;
const INCLUDES = ['undecided', 'unsound'] as const;

export const poolSpec: CommandSpec = {
  name: 'pool',
  summary: 'check a whole pool: counts by verdict, skill and rule, duplicates, and a clean copy',
  usage: 'PATH [options]',
  options: [
    { name: 'export', value: 'DIR', help: 'write the sound environments and a manifest into a new folder' },
    { name: 'include', value: INCLUDES.join('|'), repeatable: true, help: 'export these as well' },
    { name: 'unique', help: 'leave environments out of the export that repeat another one' },
    { name: 'format', value: FORMATS.join('|'), help: 'the form of the overview; text by default' },
    { name: 'output', value: 'FILE', help: 'write the overview to a file' },
    {
      name: 'fail-on',
      value: FAIL_ON.join('|'),
      help: 'make the exit code 1 for such environments; by default they are counted only',
    },
    ...LOOKING,
    ...TELLING,
  ],
  notes: [
    'PATH is a folder, or a pool: a folder with a manifest.json whose "environments" have a "path" each, and may have "skill", "source_run", "model_scale", "recipe", "step", "document" and "sha256" (which is then compared). A .json file beside a .py file may tell the same of it.',
    'Exit codes: 0 the pool was read; 1 with --fail-on, something was found; 2 a file could not be checked, or the command failed; 130 interrupted.',
  ],
  examples: ['spade pool environments/', 'spade pool downloaded/ --export clean/ --unique'],
};

/** Runs the command and gives its exit code. @throws UsageError */
export async function pool(
  args: Arguments,
  terminal: Terminal,
  engine?: CheckingOptions['engine'],
): Promise<number> {
  const [path, ...more] = args.words;
  if (path === undefined || more.length > 0)
    throw new UsageError('spade pool needs one path: a folder or a pool.');
  const include = includesOf(args);
  const format = args.choice('format', FORMATS) ?? 'text';
  const failOn = args.choice('fail-on', FAIL_ON);
  if (!args.has('export') && (include.length > 0 || args.has('unique')))
    throw new UsageError('--include and --unique say what --export writes, and there is no --export.');
  const settings = new SettingsFinder(overridesOf(args), terminal.cwd);
  const [root] = await rootsOf([path], terminal.cwd);
  if (!root || root.kind === 'stdin') throw new UsageError('spade pool needs a folder or a pool.');
  const name = nameOf(root, path, terminal.cwd);
  const target = args.has('export') ? exportOf(args, root, path, name, terminal) : undefined;
  const checking = new Checking(terminal, {
    roots: [root],
    settings,
    replay: replaySettingsOf(args),
    jobs: jobsOf(args),
    cache: !args.has('no-cache'),
    resume: false,
    quiet: args.has('quiet'),
    ...(engine ? { engine } : {}),
  });
  const overview = new Overview();
  for await (const passed of checking.run()) {
    const { told } = passed;
    const provenance = await provenanceOf(passed);
    const duplicate = overview.add(told, passed.opening, provenance);
    if (!target || !isChecked(told) || !passed.raw) continue;
    const wanted = told.report.verdict === 'sound' || include.includes(told.report.verdict);
    if (wanted && !(duplicate && args.has('unique'))) target.add(passed, told, passed.raw, provenance);
  }
  const run = checking.facts(overview.tally);
  if (run.complete) target?.finish();
  await tell(args, terminal, name, overview, run, format, target);
  return overview.tally.notChecked > 0 ? 2 : failOn ? exitCode(overview.tally, failOn) : 0;
}

function includesOf(args: Arguments): string[] {
  const wanted = args.list('include');
  const odd = wanted.find((word) => !INCLUDES.some((known) => known === word));
  if (odd !== undefined) throw new UsageError(`--include takes ${INCLUDES.join(', ')}; not "${odd}".`);
  return wanted;
}

function nameOf(root: Root, path: string, cwd: string): string {
  return (root.kind === 'pool' ? root.pool.manifest.name : undefined) ?? basename(resolve(cwd, path));
}

function exportOf(args: Arguments, root: Root, path: string, name: string, terminal: Terminal): PoolExport {
  const shown = args.text('export') ?? '';
  const absolute = resolve(terminal.cwd, path);
  return new PoolExport({
    folder: resolve(terminal.cwd, shown),
    shown,
    root: root.kind === 'file' ? dirname(absolute) : absolute,
    name,
    licence: (root.kind === 'pool' ? root.pool.manifest.licence : undefined) ?? undefined,
    rules: rulesVersion(),
  });
}

/** The manifest's entry, else the `.json` file beside the source. */
async function provenanceOf({ manifest, absolute }: Passed): Promise<Provenance | undefined> {
  return manifest ?? (absolute === undefined ? undefined : readCompanion(absolute));
}

async function tell(
  args: Arguments,
  terminal: Terminal,
  name: string,
  overview: Overview,
  run: RunFacts,
  format: (typeof FORMATS)[number],
  target: PoolExport | undefined,
): Promise<void> {
  const folder = args.text('export') ?? '';
  const output = await openOutput(terminal, args.text('output'));
  if (format === 'json') {
    const report: PoolReport = {
      version: POOL_REPORT_VERSION,
      tool: { name: 'spade', version: VERSION, rules: rulesVersion() },
      name,
      complete: run.complete,
      summary: overview.tally.summary(run.leftOut),
      skills: Object.fromEntries(overview.skills),
      duplicates: overview.duplicates,
      notChecked: overview.notChecked,
      ...(target && run.complete ? { exported: { folder, environments: target.size } } : {}),
    };
    await output.write(`${safeJson(report)}\n`);
  } else {
    const paint = paintOf(terminal, args.has('no-color') || args.has('output'));
    for (const part of poolText(name, overview, run, paint, args.has('quiet'))) await output.write(part);
    if (target) await output.write(exportLine(folder, overview, run, target));
  }
  await output.finish();
}

function exportLine(folder: string, { tally }: Overview, run: RunFacts, target: PoolExport): string {
  if (!run.complete)
    return `The export is not complete: ${inline(folder)} has no manifest. Delete it before the next try.\n`;
  const out = tally.environments - target.size;
  return `Exported ${count(target.size, 'environment')} to ${inline(folder)}; ${out} were left out.\n`;
}
