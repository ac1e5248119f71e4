/** What the palette and menus do with trainers and runs. */
import * as vscode from 'vscode';
import { requestFor } from '../../server/protocol/run-differences.ts';
import type { HostAction } from '../../server/protocol/run-page.ts';
import { COMMANDS } from '../contributions.ts';
import type { PlayPanels } from '../panels/play-panel.ts';
import { addTrainer } from './adding.ts';
import { browse } from './browsing.ts';
import { type ChosenRun, chosenRun, chosenTrainer } from './choosing.ts';
import { commandTrainer, connectWithProgress } from './control.ts';
import { openLaunchForm } from './launch-panel.ts';
import { tokenProblem } from './profile.ts';
import { rollOut } from './rolling-out.ts';
import type { RunDocuments } from './run-documents.ts';
import type { RunLogs } from './run-log.ts';
import type { PageName, RunPanels } from './run-panels.ts';
import { allows, type RunAction, runText } from './run-state.ts';
import { readSshToken } from './ssh.ts';
import { addToPool, copyToWorkspace } from './taking.ts';
import type { Trainer } from './trainer.ts';
import type { Trainers } from './trainers.ts';

export interface TrainerParts {
  readonly context: vscode.ExtensionContext;
  readonly trainers: Trainers;
  readonly documents: RunDocuments;
  readonly logs: RunLogs;
  readonly pages: RunPanels;
  readonly log: vscode.LogOutputChannel;
}

export function trainerCommands(parts: TrainerParts) {
  const { trainers, documents, logs } = parts;
  return {
    [COMMANDS.addTrainer]: async () => {
      const profile = await addTrainer(trainers);
      if (profile) await connectWithProgress(trainers.find(profile.id), false);
    },
    [COMMANDS.connectTrainer]: async (given: unknown) => {
      const trainer = await chosenTrainer(trainers, given, 'Connect');
      if (trainer) await connectWithProgress(trainer, true);
    },
    [COMMANDS.disconnectTrainer]: async (given: unknown) =>
      (await chosenTrainer(trainers, given, 'Disconnect'))?.disconnect(),
    [COMMANDS.renewToken]: (given: unknown) => renewToken(parts, given),
    [COMMANDS.removeTrainer]: (given: unknown) => remove(parts, given),
    [COMMANDS.stopTrainer]: (given: unknown) => stopTrainer(parts, given),
    [COMMANDS.launchRun]: async (given: unknown) => {
      const trainer = await chosenTrainer(trainers, given, 'Launch a run');
      if (!trainer) return;
      await connectWithProgress(trainer, true);
      const request = { preset: 'pocket', overrides: {} } as const;
      openLaunchForm(parts.context.extensionUri, { trainer, request, cloneOf: null }, parts.log);
    },
    [COMMANDS.rollOut]: (given: unknown) => rollOut(parts, given),
    [COMMANDS.openRun]: (given: unknown) => open(parts, given, 'curriculum'),
    [COMMANDS.openRollouts]: (given: unknown) => open(parts, given, 'rollouts'),
    [COMMANDS.pauseRun]: (given: unknown) => act(parts, given, 'pause'),
    [COMMANDS.resumeRun]: (given: unknown) => act(parts, given, 'resume'),
    [COMMANDS.stopRun]: (given: unknown) => act(parts, given, 'stop'),
    [COMMANDS.cloneRun]: (given: unknown) => clone(parts, given),
    [COMMANDS.compareRuns]: (given: unknown) => compare(parts, given),
    [COMMANDS.showRunLog]: async (given: unknown) => {
      const chosen = await chosenRun(trainers, given, 'Show the log of a run');
      if (chosen) await logs.show(chosen.trainer, chosen.run);
    },
    [COMMANDS.browseRun]: async (given: unknown) => {
      const chosen = await chosenRun(trainers, given, 'Open an environment of a run');
      if (chosen) await browse(chosen, documents);
    },
    [COMMANDS.checkHere]: (given: unknown) => documents.checkHere(shown(given)),
    [COMMANDS.copyToWorkspace]: async (given: unknown) =>
      copyToWorkspace(await documents.detail(shown(given))),
    [COMMANDS.addToPool]: async (given: unknown) => {
      const uri = shown(given);
      return addToPool(await documents.detail(uri), documents.place(uri).run);
    },
  };
}

/** The document of a lens or a menu, else the active editor's. */
function shown(given: unknown): vscode.Uri {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (!uri) throw new Error('Open an environment of a run first.');
  return uri;
}

/** What a page of a run asks the editor to do. */
export async function performFor(
  parts: { readonly documents: RunDocuments; readonly panels: PlayPanels; readonly pages: () => RunPanels },
  trainer: Trainer,
  action: HostAction,
): Promise<void> {
  const { documents, panels } = parts;
  if (action.action === 'open-page') {
    const { page, action: _, ...target } = action;
    parts.pages().show(trainer, page, target);
    return;
  }
  const place = { trainer: trainer.profile.id, run: action.run, environment: action.environment };
  const uri = await documents.uriOf(place);
  switch (action.action) {
    case 'open-source':
      await documents.open(place, action.line);
      return;
    case 'play':
      panels.showPlay(uri, action.play);
      return;
    case 'check-here':
      return documents.checkHere(uri);
    case 'copy-to-workspace':
      return copyToWorkspace(await documents.detail(uri));
    case 'add-to-pool':
      return addToPool(await documents.detail(uri), action.run);
  }
}

async function open({ trainers, pages }: TrainerParts, given: unknown, page: PageName): Promise<void> {
  const chosen = await chosenRun(trainers, given, 'Open a run');
  if (chosen) pages.show(chosen.trainer, page, { run: chosen.run.id });
}

const ASKING: Readonly<Record<RunAction, string>> = {
  pause: 'Pause a run',
  resume: 'Resume a run',
  stop: 'Stop a run',
};

async function act({ trainers }: TrainerParts, given: unknown, action: RunAction): Promise<void> {
  const chosen = await chosenRun(trainers, given, ASKING[action], (run) => allows(run, action));
  if (!chosen) return;
  const { trainer, run } = chosen;
  if (action === 'stop' && !(await isSure(chosen))) return;
  const done = await commandTrainer(trainer, `run/${action}`, { run: run.id });
  if (done) vscode.window.setStatusBarMessage(`${run.name}: ${runText(done.run)}`, 5_000);
}

async function isSure({ run }: ChosenRun): Promise<boolean> {
  const stop = 'Stop the Run';
  const choice = await vscode.window.showWarningMessage(
    `Stop ${run.name}?`,
    {
      modal: true,
      detail: `The step at work is given up; the ${run.steps} steps that are done stay, and it can be resumed from there.`,
    },
    stop,
  );
  return choice === stop;
}

async function clone({ trainers, context, log }: TrainerParts, given: unknown): Promise<void> {
  const chosen = await chosenRun(trainers, given, 'Clone a run');
  if (!chosen) return;
  const { trainer, run } = chosen;
  const { config } = await trainer.link.ask('run/show', { run: run.id });
  const request = { ...requestFor(config), name: `${run.name} again`.slice(0, 80) };
  openLaunchForm(context.extensionUri, { trainer, request, cloneOf: run.name }, log);
}

/** The curriculum of one run with the other laid over it, and how their configurations differ beside it. */
async function compare({ trainers, pages, documents }: TrainerParts, given: unknown): Promise<void> {
  const first = await chosenRun(trainers, given, 'Compare runs (1/2)');
  if (!first) return;
  const { trainer, run } = first;
  const second = await chosenRun(
    trainers,
    undefined,
    `Compare ${run.name} with (2/2)`,
    (other) => other.id !== run.id && trainer.run(other.id) !== undefined,
  );
  if (!second) return;
  pages.show(trainer, 'curriculum', { run: run.id, against: second.run.id });
  await documents.compare(trainer.profile.id, run, second.run);
}

async function stopTrainer({ trainers }: TrainerParts, given: unknown): Promise<void> {
  const trainer = await chosenTrainer(trainers, given, 'Stop a trainer');
  if (!trainer) return;
  const stop = 'Stop the Trainer';
  const working = trainer.runs.filter(({ state }) => state === 'running').length;
  const choice = await vscode.window.showWarningMessage(
    `Stop the trainer ${trainer.profile.label}?`,
    {
      modal: true,
      detail: `${working > 0 ? 'Its runs leave the step at work, and go on' : 'Its runs go on'} when it is started again.`,
    },
    stop,
  );
  if (choice !== stop) return;
  await commandTrainer(trainer, 'daemon/shutdown', {});
  await trainer.disconnect();
}

async function renewToken({ trainers }: TrainerParts, given: unknown): Promise<void> {
  const trainer = await chosenTrainer(trainers, given, 'Enter the token of a trainer');
  if (!trainer) return;
  const { profile } = trainer;
  if (profile.kind === 'local')
    throw new Error(
      'The token of this machine’s trainer is read from its folder: there is nothing to enter.',
    );
  const token =
    profile.kind === 'ssh'
      ? await readSshToken(trainers.settings.ssh, profile)
      : await vscode.window.showInputBox({
          title: `Token of ${profile.label}`,
          prompt: '`spade daemon token` shows it on the trainer’s machine.',
          password: true,
          ignoreFocusOut: true,
          validateInput: tokenProblem,
        });
  if (token === undefined) return;
  await trainers.profiles.renewToken(profile.id, token);
  await trainer.disconnect();
  await connectWithProgress(trainer, false);
}

async function remove({ trainers }: TrainerParts, given: unknown): Promise<void> {
  const trainer = await chosenTrainer(trainers, given, 'Remove a trainer');
  if (!trainer) return;
  const { profile } = trainer;
  if (profile.kind === 'local')
    throw new Error('This machine stays in the list; it is connected only on demand.');
  const yes = 'Remove';
  const choice = await vscode.window.showWarningMessage(
    `Remove ${profile.label} from the list?`,
    { modal: true, detail: 'Its token is forgotten here. The trainer and its runs are left as they are.' },
    yes,
  );
  if (choice === yes) await trainers.profiles.remove(profile.id);
}
