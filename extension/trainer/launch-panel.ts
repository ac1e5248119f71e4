/** The editor's side of the launch form: what the form asks is checked here again, then by the trainer. */
import * as vscode from 'vscode';
import { type FromLaunchForm, fromLaunchForm, type ToLaunchForm } from '../../server/protocol/launch-form.ts';
import type { RunRequest } from '../../server/protocol/run-config.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import { DaemonError } from '../../trainer/client/client.ts';
import { COMMANDS, PANELS } from '../contributions.ts';
import { pageOf, pagesFolder } from '../panels/page.ts';
import { commandTrainer } from './control.ts';
import { linkText } from './run-state.ts';
import type { Trainer } from './trainer.ts';

export interface Launch {
  readonly trainer: Trainer;
  readonly request: RunRequest;
  /** The run that this is to be a clone of, by its name. */
  readonly cloneOf: string | null;
}

/** Opens the form. The run opens when it has been taken. */
export function openLaunchForm(
  extension: vscode.Uri,
  { trainer, request, cloneOf }: Launch,
  log: vscode.LogOutputChannel,
): void {
  const title = cloneOf === null ? 'Launch Run' : `Clone ${cloneOf}`;
  const panel = vscode.window.createWebviewPanel(PANELS.launch, title, vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [pagesFolder(extension)],
  });
  panel.iconPath = vscode.Uri.joinPath(extension, 'extension', 'media', 'icon.svg');
  const send = (message: ToLaunchForm) => void panel.webview.postMessage(message);
  const tellLink = () => {
    const { state } = trainer.link;
    const why = state.kind === 'open' ? null : `${trainer.profile.label} is ${linkText(state)}.`;
    send({ type: 'absence', why });
  };
  const watching = trainer.link.onState(tellLink);
  panel.onDidDispose(() => watching.dispose());

  const start = async (asked: RunRequest) => {
    const resolved = resolveConfig(asked.preset, asked.overrides ?? {});
    if ('problems' in resolved) {
      send({ type: 'refused', problems: [...resolved.problems] });
      return;
    }
    try {
      const started = await commandTrainer(trainer, 'run/start', { request: asked });
      if (!started) {
        send({
          type: 'refused',
          problems: ['Control was left to the other client, so nothing was started.'],
        });
        return;
      }
      panel.dispose();
      await trainer.refresh();
      const chosen = { trainer: trainer.profile.id, run: started.run.id };
      await vscode.commands.executeCommand(COMMANDS.openRun, chosen);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const problems = error instanceof DaemonError ? (error.data?.problems ?? [message]) : [message];
      send({ type: 'refused', problems: problems.length > 0 ? problems : [message] });
    }
  };

  const askEngine = async (asked: RunRequest) => {
    const unknown = (message: string) => send({ type: 'engine', asked: { kind: 'unknown', message } });
    try {
      const told = await commandTrainer(trainer, 'engine/ask', { request: asked });
      if (told) send({ type: 'engine', asked: told.asked });
      else unknown('Control was left to the other client, so nothing was asked.');
    } catch (error) {
      unknown(error instanceof Error ? error.message : String(error));
    }
  };

  const answer = (asked: FromLaunchForm) => {
    if (asked.type === 'cancel') panel.dispose();
    else if (asked.type === 'start') void start(asked.request);
    else if (asked.type === 'ask-engine') void askEngine(asked.request);
    else {
      const engines = trainer.link.greeting?.capabilities.engines ?? [];
      send({ type: 'show', trainer: trainer.profile.label, engines, request: whole(request), cloneOf });
      tellLink();
    }
  };
  panel.webview.onDidReceiveMessage((message: unknown) => {
    const read = fromLaunchForm.safeParse(message);
    if (read.success) answer(read.data);
    else log.error(`The launch form sent what cannot be read: ${read.error.message}`);
  });
  panel.webview.html = pageOf(panel.webview, extension, 'launch', title);
}

const whole = (request: RunRequest) => ({ ...request, overrides: request.overrides ?? {} });
