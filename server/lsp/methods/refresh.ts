/** Asks the editor to ask again: once for all that changes within a moment. */
import type { RequestType0 } from 'vscode-languageserver';
import type { Features } from '../features.ts';
import type { Server } from '../server.ts';

/** Milliseconds. */
const GATHER = 30;

/** @param supported whether the editor understands the request. */
export function refreshOnTouch(
  { connection, session, onTouch }: Server,
  request: RequestType0<void, void>,
  supported: (features: Features) => boolean,
): void {
  let waiting = false;
  onTouch(() => {
    if (waiting || !supported(session.features)) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      // An editor that has gone needs nothing any more.
      connection.sendRequest(request).catch(() => undefined);
    }, GATHER);
  });
}
