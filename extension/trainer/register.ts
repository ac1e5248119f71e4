/** The trainer's part of the extension, put together. Nothing is connected before somebody asks. */
import type * as vscode from 'vscode';
import type { Language } from '../language/client.ts';
import type { PlayPanels } from '../panels/play-panel.ts';
import { performFor, trainerCommands } from './commands.ts';
import { tellOf } from './notices.ts';
import { RunDocuments } from './run-documents.ts';
import { RunLogs } from './run-log.ts';
import { RunPanels } from './run-panels.ts';
import { Trainers } from './trainers.ts';
import { TrainersView } from './trainers-view.ts';

export interface RegisterParts {
  readonly context: vscode.ExtensionContext;
  readonly language: Language;
  readonly panels: PlayPanels;
  readonly log: vscode.LogOutputChannel;
}

/** @returns the handlers of its commands. */
export function registerTrainers({ context, language, panels, log }: RegisterParts) {
  const trainers = new Trainers(context, log);
  const documents = new RunDocuments(trainers, language);
  const logs = new RunLogs();
  const pages: RunPanels = new RunPanels({
    context,
    trainers,
    log,
    perform: (trainer, action) => performFor({ documents, panels, pages: () => pages }, trainer, action),
  });
  context.subscriptions.push(trainers, documents, logs, pages, new TrainersView(trainers), tellOf(trainers));
  return trainerCommands({ context, trainers, documents, logs, pages, log });
}
