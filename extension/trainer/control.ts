/** Commands to trainers: what the person asked for, with a question where another client is in control. */
import * as vscode from 'vscode';
import type { Result } from '../../server/protocol/daemon.ts';
import { type CommandName, type CommandParams, Controlled } from '../../trainer/client/link.ts';
import type { Trainer } from './trainer.ts';

const TAKE = 'Take Control';

/** @returns `undefined` when the person leaves control to the other client. @throws what the trainer says. */
export async function commandTrainer<M extends CommandName>(
  trainer: Trainer,
  method: M,
  params: CommandParams<M>,
): Promise<Result<M> | undefined> {
  try {
    return await trainer.link.command(method, params);
  } catch (error) {
    if (!(error instanceof Controlled)) throw error;
    const choice = await vscode.window.showWarningMessage(
      `${error.holder} controls ${trainer.profile.label}. Take control for this?`,
      { modal: true, detail: 'Whoever is there can take it back.' },
      TAKE,
    );
    return choice === TAKE ? trainer.link.command(method, params, true) : undefined;
  }
}

/** Connects, and says that it does; starts the trainer where `start` allows it and it can be started from here. */
export async function connectWithProgress(trainer: Trainer, start: boolean): Promise<void> {
  if (trainer.link.state.kind === 'open') return;
  const { label } = trainer.profile;
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Connecting to ${label}` },
    () => trainer.connect({ start }),
  );
}
