/** Checks that somebody asked for: with progress, a way to stop, and a word when something could not be done. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { CheckResult } from '../../server/protocol/language.ts';
import type { Language } from './client.ts';
import { plural } from './state.ts';

/** Failures that are named in a message; the log has all. */
const NAMED = 3;

/**
 * Checks these environments, or all; `undefined` when it was stopped.
 * @param token stops it as well as the button of the progress does.
 */
export async function checkWithProgress(
  language: Language,
  title: string,
  uris: readonly string[] | undefined,
  options: { readonly fresh?: boolean; readonly token?: vscode.CancellationToken } = {},
): Promise<CheckResult | undefined> {
  const workDoneToken = randomUUID();
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, button) => {
      const stop = new vscode.CancellationTokenSource();
      let reached = 0;
      const subscriptions = [
        stop,
        button.onCancellationRequested(() => stop.cancel()),
        ...(options.token ? [options.token.onCancellationRequested(() => stop.cancel())] : []),
        language.onProgress(workDoneToken, (percentage = reached, message) => {
          progress.report({ increment: percentage - reached, ...(message ? { message } : {}) });
          reached = percentage;
        }),
      ];
      try {
        const fresh = options.fresh ? { fresh: true } : {};
        const chosen = uris ? { uris: [...uris] } : {};
        return await language.check({ ...chosen, ...fresh, workDoneToken }, stop.token);
      } catch (problem) {
        if (stop.token.isCancellationRequested) return undefined;
        throw problem;
      } finally {
        for (const subscription of subscriptions) subscription.dispose();
      }
    },
  );
}

/** Says which environments could not be checked, and why. */
export async function tellFailures({ failed }: CheckResult, log: vscode.LogOutputChannel): Promise<void> {
  if (failed.length === 0) return;
  for (const { uri, reason } of failed)
    log.error(`${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))} was not checked: ${reason}`);
  const reasons = [...new Set(failed.map(({ reason }) => reason))];
  const shown = reasons.slice(0, NAMED).join(' ');
  const more = reasons.length > NAMED ? ' The log has the rest.' : '';
  const choice = await vscode.window.showWarningMessage(
    `${plural(failed.length, 'environment')} could not be checked: ${shown}${more}`,
    'Show Log',
  );
  if (choice) log.show();
}
