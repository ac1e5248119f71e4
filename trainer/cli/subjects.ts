/** The environments that a command names, checked. */

import type { Arguments } from '../../server/cli/arguments.ts';
import { jobsOf } from '../../server/cli/check-options.ts';
import { Checking } from '../../server/cli/checking.ts';
import { isChecked } from '../../server/cli/report/told.ts';
import type { Terminal } from '../../server/cli/terminal.ts';
import { rootsOf } from '../../server/workspace/files/listing.ts';
import { SettingsFinder } from '../../server/workspace/settings.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { Subject } from '../rollout/subject.ts';
import { hashOf } from '../store/environments.ts';

export interface Subjects {
  /** Each once, however many files hold it. */
  readonly all: readonly Subject[];
  /** Files that could not be read. */
  readonly faults: readonly string[];
}

/** @throws UsageError where nothing is found; the signal's reason. */
export async function subjectsOf(
  paths: readonly string[],
  args: Arguments,
  terminal: Terminal,
): Promise<Subjects> {
  const checking = new Checking(terminal, {
    roots: await rootsOf(paths, terminal.cwd),
    settings: new SettingsFinder({}, terminal.cwd),
    replay: { play: [], check: [] },
    jobs: jobsOf(args),
    cache: true,
    resume: false,
    quiet: args.has('quiet'),
  });
  const all = new Map<string, Subject>();
  const faults: string[] = [];
  for await (const { told, manifest } of checking.run()) {
    if (!isChecked(told)) {
      faults.push(told.fault);
      continue;
    }
    const { path, source, report } = told;
    const hash = hashOf(source);
    if (all.has(hash)) continue;
    all.set(hash, {
      ...{ path, source, hash, report },
      skill: manifest?.skill ?? '',
      hint: manifest?.hint ?? undefined,
    });
  }
  terminal.signal.throwIfAborted();
  if (all.size === 0)
    throw new UsageError(
      faults.length > 0
        ? faults.join('\n')
        : `${paths.join(', ')}: there is no environment, which is a class whose name ends in Env with reset and step.`,
    );
  return { all: [...all.values()], faults };
}
