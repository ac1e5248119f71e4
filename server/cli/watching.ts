/** `lint --watch`: tells anew whenever something about a file has changed, until Ctrl-C. */

import { inline } from '../contract/visible.ts';
import { UsageError } from '../workspace/usage-error.ts';
import { FolderWatch, foldersOf } from './files/watch.ts';
import { Known, type Linting } from './linting.ts';
import { openOutput } from './output.ts';
import type { Reporter } from './report/reporter.ts';
import type { RunFacts } from './report/tally.ts';
import { tellAll } from './report/tell-all.ts';
import type { Told } from './report/told.ts';
import { type Terminal, write } from './terminal.ts';

/** Clears the screen and what has scrolled out of it, and goes to the top left. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

interface Round {
  readonly all: readonly Told[];
  readonly facts: RunFacts;
  /** It could not be carried out: why. */
  readonly problem?: string;
}

/** @throws UsageError when the first round cannot be carried out. Later on a mistake may be mended while we watch. */
export async function watchAndTell(
  terminal: Terminal,
  begin: (known: Known) => Promise<Linting>,
  reporter: () => Reporter,
): Promise<number> {
  const { stdout, signal, cwd } = terminal;
  const screen = await openOutput(terminal, undefined);
  const folders = new FolderWatch();
  const known = new Known();
  let before: Round | undefined;
  try {
    while (!signal.aborted) {
      const round: Round = await look(begin, known, folders, cwd).catch((error: unknown) => {
        if (!(error instanceof UsageError) || !before) throw error;
        return { ...before, problem: error.message };
      });
      if (signal.aborted) break;
      if (!before || !isSame(round, before)) {
        if (stdout.isTTY) await write(stdout, CLEAR);
        if (round.problem === undefined) await tellAll(screen, reporter(), round.all, () => round.facts);
        else await write(stdout, `${round.problem.split('\n').map(inline).join('\n')}\n`);
        await write(stdout, '\nWatching; Ctrl-C ends it.\n');
      }
      before = round;
      await folders.next(signal);
    }
    return 0;
  } finally {
    folders.close();
  }
}

async function look(
  begin: (known: Known) => Promise<Linting>,
  known: Known,
  folders: FolderWatch,
  cwd: string,
): Promise<Round> {
  const linting = await begin(known);
  // Before the files are read: what changes meanwhile is seen in the next round.
  folders.watch(await foldersOf(linting.roots, cwd));
  const all: Told[] = [];
  for await (const told of linting.run()) all.push(told);
  return { all, facts: linting.facts() };
}

function isSame(now: Round, before: Round): boolean {
  return (
    now.problem === before.problem &&
    now.facts.leftOut === before.facts.leftOut &&
    now.all.length === before.all.length &&
    now.all.every((told, at) => {
      const old = before.all[at];
      return told === old || ('fault' in told && old && 'fault' in old && told.fault === old.fault);
    })
  );
}
