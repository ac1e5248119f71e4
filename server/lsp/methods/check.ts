/** Checks on request and on save, with progress; each can be cancelled, and a newer one of a document ends the older. */
import type { CancellationToken, WorkDoneProgressReporter } from 'vscode-languageserver';
import { count } from '../../contract/visible.ts';
import { CHECK, type CheckResult, checkParams } from '../../protocol/language.ts';
import type { Server } from '../server.ts';
import { signalOf } from '../signals.ts';
import type { Method } from './method.ts';
import { parsed } from './parameters.ts';

/** Milliseconds after which a check that the user did not ask for shows that it runs. */
const UNSEEN = 500;

export const checkMethod: Method = {
  register(server) {
    const { connection, session, checks } = server;
    connection.onRequest(CHECK, async (given: unknown, token): Promise<CheckResult> => {
      const { uris, fresh, workDoneToken } = parsed(checkParams, given);
      await session.ready;
      const wanted = uris ?? (await server.environments.all());
      const progress =
        workDoneToken === undefined ? undefined : connection.window.attachWorkDoneProgress(workDoneToken);
      return checkAll(server, wanted, { fresh: fresh ?? false, token, progress });
    });
    session.documents.onDidSave(async ({ document: { uri } }) => {
      await session.ready;
      const wanted = session.trusted && session.settings.check.onSave && session.environment(uri);
      if (wanted && checks.of(uri)?.text !== wanted.text) await checkSaved(server, uri);
    });
    session.documents.onDidClose(({ document: { uri } }) => {
      if (!uri.startsWith('file:')) checks.forget(uri);
    });
  },
};

interface Run {
  readonly fresh: boolean;
  readonly token: CancellationToken;
  readonly progress: WorkDoneProgressReporter | undefined;
}

/** As many at a time as there are interpreters. */
export async function checkAll(
  server: Server,
  uris: readonly string[],
  { fresh, token, progress }: Run,
): Promise<CheckResult> {
  const result: CheckResult = { checked: [], failed: [] };
  const signal = signalOf(token);
  const waiting = [...uris];
  let done = 0;
  progress?.begin('Checking environments', 0, `0 of ${uris.length}`, true);
  const work = async () => {
    for (let uri = waiting.shift(); uri !== undefined && !signal.aborted; uri = waiting.shift()) {
      const outcome = await server.checks.check(uri, { fresh, signal });
      if (outcome.kind === 'failed') result.failed.push({ uri, reason: outcome.reason });
      if (outcome.kind === 'checked') {
        const environment = server.environments.tell(uri);
        if (environment) result.checked.push(environment);
        else result.failed.push({ uri, reason: 'None of its classes can be taken for the environment.' });
      }
      done += 1;
      progress?.report((100 * done) / uris.length, `${done} of ${count(uris.length, 'environment')}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(uris.length, server.sandbox.children) }, work));
  progress?.done();
  return result;
}

async function checkSaved(server: Server, uri: string): Promise<void> {
  const { connection, checks, session } = server;
  const cancel = new AbortController();
  const checking = checks.check(uri, { signal: cancel.signal });
  const late = Symbol();
  const first = await Promise.race([checking, new Promise((resolve) => setTimeout(resolve, UNSEEN, late))]);
  if (first === late && session.features.progress) {
    const progress = await connection.window.createWorkDoneProgress();
    progress.begin('Checking the environment', undefined, undefined, true);
    progress.token.onCancellationRequested(() => cancel.abort());
    await checking;
    progress.done();
  }
  const outcome = await checking;
  if (outcome.kind === 'failed') connection.console.warn(`${uri} was not checked: ${outcome.reason}`);
}
