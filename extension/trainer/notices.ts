/** Tells when a run has finished, failed or paused, unless the person has muted it. */
import * as vscode from 'vscode';
import { COMMANDS } from '../contributions.ts';
import { noticeOf } from './notice.ts';
import type { RunChange, Trainers } from './trainers.ts';

const OPEN = 'Open Run';
const MUTE = 'Mute';

export function tellOf(trainers: Trainers): vscode.Disposable {
  return trainers.onRun((change) => void tell(trainers, change));
}

async function tell(trainers: Trainers, { trainer, run, before }: RunChange): Promise<void> {
  const notice = noticeOf(run, before, trainers.settings.notifications);
  if (!notice) return;
  const show =
    notice.severity === 'error' ? vscode.window.showErrorMessage : vscode.window.showInformationMessage;
  const choice = await show(notice.text, OPEN, MUTE);
  if (choice === OPEN)
    await vscode.commands.executeCommand(COMMANDS.openRun, { trainer: trainer.profile.id, run: run.id });
  if (choice === MUTE)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'spade.trainer.notifications');
}
