/** What a menu, a link or the palette means: a trainer, or a run of one. */
import * as vscode from 'vscode';
import { z } from 'zod';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { connectWithProgress } from './control.ts';
import { placeOf } from './profile.ts';
import { linkText, runIcon, runText } from './run-state.ts';
import { Trainer } from './trainer.ts';
import type { Trainers } from './trainers.ts';

export interface ChosenRun {
  readonly trainer: Trainer;
  readonly run: RunSummary;
}

/** As links in documents and messages name a run. */
const named = z.object({ trainer: z.string(), run: z.string() });

/** @param title asks, where several would do. */
export async function chosenTrainer(
  trainers: Trainers,
  given: unknown,
  title: string,
): Promise<Trainer | undefined> {
  if (given instanceof Trainer) return given;
  if (hasTrainer(given)) return given.trainer;
  const [only, ...others] = trainers.all;
  if (others.length === 0) return only;
  const picked = await vscode.window.showQuickPick(
    trainers.all.map((trainer) => ({
      label: trainer.profile.label,
      description: placeOf(trainer.profile),
      detail: linkText(trainer.link.state),
      trainer,
    })),
    { title, placeHolder: 'Which trainer?' },
  );
  return picked?.trainer;
}

/** @param fits leaves out runs that the command is not for. */
export async function chosenRun(
  trainers: Trainers,
  given: unknown,
  title: string,
  fits: (run: RunSummary) => boolean = () => true,
): Promise<ChosenRun | undefined> {
  const meant = runOf(trainers, given);
  if (meant) return meant;
  if (trainers.all.every((trainer) => !trainer.listed)) {
    const trainer = await chosenTrainer(trainers, given, title);
    if (!trainer) return undefined;
    await connectWithProgress(trainer, false);
  }
  const all = trainers.all.flatMap((trainer) => trainer.runs.map((run) => ({ trainer, run })));
  const items = all
    .filter(({ run }) => fits(run))
    .map((one) => ({
      label: `$(${runIcon(one.run.state)[0]}) ${one.run.name}`,
      description: runText(one.run),
      detail: `${one.trainer.profile.label} · ${one.run.id}`,
      one,
    }));
  if (items.length === 0) {
    const reason = all.length === 0 ? 'There are no runs yet.' : 'No run is in a state that allows this.';
    void vscode.window.showInformationMessage(`${title}: ${reason}`);
    return undefined;
  }
  const options = {
    title,
    placeHolder: 'Which run?',
    matchOnDescription: true,
    matchOnDetail: true,
    // What had the focus may take it back late, which would close the list.
    ignoreFocusOut: true,
  };
  return (await vscode.window.showQuickPick(items, options))?.one;
}

function runOf(trainers: Trainers, given: unknown): ChosenRun | undefined {
  const read = named.safeParse(given);
  if (read.success) {
    const trainer = trainers.find(read.data.trainer);
    const run = trainer.run(read.data.run);
    return run && { trainer, run };
  }
  if (!hasTrainer(given) || !('run' in given) || typeof given.run !== 'string') return undefined;
  const run = given.trainer.run(given.run);
  return run && { trainer: given.trainer, run };
}

const hasTrainer = (given: unknown): given is { trainer: Trainer } =>
  typeof given === 'object' && given !== null && 'trainer' in given && given.trainer instanceof Trainer;
