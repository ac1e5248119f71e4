/** Tells when a run has finished, failed or paused, unless the person has muted it. */
import * as vscode from 'vscode';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { COMMANDS } from '../contributions.ts';
import type { TrainerSettings } from './settings.ts';
import type { RunChange, Trainers } from './trainers.ts';

const OPEN = 'Open Run';
const MUTE = 'Mute';

export interface Notice {
  readonly severity: 'error' | 'information';
  readonly text: string;
}

/** What is told of a change; `undefined`: nothing. */
export function noticeOf(
  run: RunSummary,
  before: RunSummary | undefined,
  wanted: TrainerSettings['notifications'],
): Notice | undefined {
  if (before === undefined || before.state === run.state || wanted === 'none') return undefined;
  const steps = `${run.steps} of ${run.of} steps`;
  const why = run.reason?.message ?? '';
  if (run.state === 'failed')
    return { severity: 'error', text: `${run.name} has failed after ${steps}. ${why}`.trim() };
  // It was put on pause by what went wrong, rather than by somebody.
  const trouble = run.state === 'paused' && run.reason !== null && run.reason.code !== 'paused';
  if (trouble) return { severity: 'error', text: `${run.name} has paused after ${steps}. ${why}`.trim() };
  if (wanted === 'failures') return undefined;
  if (run.state === 'finished')
    return { severity: 'information', text: `${run.name} has finished: ${steps}.` };
  if (run.state === 'paused')
    return { severity: 'information', text: `${run.name} has paused after ${steps}.` };
  return undefined;
}

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
