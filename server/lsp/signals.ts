/** Two ways of saying stop: the protocol's cancellation, and the platform's. */
import type { CancellationToken } from 'vscode-languageserver';

/** Fires when one of the tokens does. */
export function signalOf(...tokens: readonly (CancellationToken | undefined)[]): AbortSignal {
  const controller = new AbortController();
  for (const token of tokens) {
    if (token?.isCancellationRequested) controller.abort();
    token?.onCancellationRequested(() => controller.abort());
  }
  return controller.signal;
}
