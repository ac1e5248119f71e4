/** The environments of a path, checked, as they are served: the sound ones, unless all are wanted. */
import { dirname } from 'node:path';
import { Checking, type CheckingOptions, type Passed } from '../../server/cli/checking.ts';
import { isChecked } from '../../server/cli/report/told.ts';
import type { Terminal } from '../../server/cli/terminal.ts';
import type { Config } from '../../server/contract/config.ts';
import { count, inline } from '../../server/contract/visible.ts';
import { rootsOf } from '../../server/workspace/files/listing.ts';
import { SettingsFinder } from '../../server/workspace/settings.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { Catalogue, type Served } from '../openenv/catalogue.ts';

export interface PoolWishes {
  readonly path: string;
  /** What the command line says of how environments are looked at. */
  readonly overrides: Config;
  readonly jobs: number;
  readonly cache: boolean;
  readonly quiet: boolean;
  /** Serve what is unsound or undecided as well. */
  readonly all: boolean;
}

export interface CheckedPool {
  readonly name: string;
  readonly catalogue: Catalogue;
  /** What was left out and why, a line each. */
  readonly leftOut: readonly string[];
}

/** @throws UsageError when nothing is left to serve. */
export async function checkedPool(
  wishes: PoolWishes,
  terminal: Terminal,
  engine?: CheckingOptions['engine'],
): Promise<CheckedPool> {
  const { path, overrides, jobs, cache, quiet, all } = wishes;
  const settings = new SettingsFinder(overrides, terminal.cwd);
  const [root] = await rootsOf([path], terminal.cwd);
  if (!root) throw new UsageError('spade serve needs a path.');
  const checking = new Checking(terminal, {
    roots: [root],
    settings,
    replay: { play: [], check: [] },
    jobs,
    cache,
    resume: false,
    quiet,
    ...(engine ? { engine } : {}),
  });
  const kept: Served[] = [];
  const leftOut: string[] = [];
  for await (const passed of checking.run()) {
    const why = reasonAgainst(passed, all);
    if (why === undefined) kept.push(servedOf(passed, settings, terminal.cwd));
    else leftOut.push(`${inline(passed.told.path)}: ${why}`);
  }
  terminal.signal.throwIfAborted();
  if (kept.length === 0) throw new UsageError(nothingLeft(path, leftOut));
  const name = root.kind === 'pool' ? (root.pool.manifest.name ?? path) : path;
  return { name, catalogue: new Catalogue(named(kept)), leftOut };
}

function reasonAgainst({ told }: Passed, all: boolean): string | undefined {
  if (!isChecked(told)) return told.fault;
  const { verdict, findings, undecided, className } = told.report;
  if (className === null) return 'it has no environment class';
  if (verdict === 'sound' || all) return undefined;
  const codes =
    verdict === 'unsound'
      ? findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
      : undecided.map(({ code }) => code);
  return `${verdict} (${[...new Set(codes)].slice(0, 5).join(', ')})`;
}

function servedOf({ told, absolute }: Passed, settings: SettingsFinder, cwd: string): Served {
  if (!isChecked(told)) throw new Error('an environment that was not checked is not served');
  const { compat } = settings.of(absolute === undefined ? cwd : dirname(absolute)).playtest;
  const { source, sha256, path, report } = told;
  const { className, profile, verdict } = report;
  return { name: path, source, sha256, className: className ?? undefined, profile, compat, verdict };
}

/** By the file's name where that is one's own, else by the path. */
function named(environments: readonly Served[]): Served[] {
  const short = ({ name }: Served): string => name.replace(/^.*[/\\]/s, '').replace(/\.py$/, '');
  const counts = new Map<string, number>();
  for (const one of environments) counts.set(short(one), (counts.get(short(one)) ?? 0) + 1);
  return environments.map((one) => (counts.get(short(one)) === 1 ? { ...one, name: short(one) } : one));
}

const SHOWN = 10;

function nothingLeft(path: string, leftOut: readonly string[]): string {
  if (leftOut.length === 0) return `${inline(path)} holds no environment.`;
  const more = leftOut.length - SHOWN;
  return [
    `None of ${count(leftOut.length, 'environment')} of ${inline(path)} can be served:`,
    ...leftOut.slice(0, SHOWN).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    'What is not sound teaches a model something else than it seems to. `spade check` shows what is wrong; --allow-unsound serves it all the same.',
  ].join('\n');
}
