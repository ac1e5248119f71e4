/**
 * Diagnostics, as the editor wants them: it asks (for a document, or for all that is not open), or they are sent.
 * Nothing is computed for a version that is no longer the newest.
 */
import {
  type CancellationToken,
  DiagnosticRefreshRequest,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Server } from '../server.ts';
import { sameUri } from '../uri.ts';
import type { Method } from './method.ts';
import { refreshOnTouch } from './refresh.ts';

/** Environments beyond which only those that were checked are told unopened: reading thousands takes minutes. */
const READ_UNOPENED = 500;

export const diagnostics: Method = {
  capabilities: ({ session }) =>
    session.features.pull
      ? {
          diagnosticProvider: {
            identifier: 'spade',
            interFileDependencies: false,
            workspaceDiagnostics: true,
          },
        }
      : {},
  register(server) {
    followTyping(server);
    answerQuestions(server);
    refreshOnTouch(
      server,
      DiagnosticRefreshRequest.type,
      ({ pull, refreshDiagnostics }) => pull && refreshDiagnostics,
    );
    server.onTouch((uri) => {
      if (!server.session.features.pull) void sendLater(server, uri);
    });
  },
};

function followTyping(server: Server): void {
  const { session, schedule, connection } = server;
  const opening = new Set<string>();
  session.documents.onDidOpen(({ document }) => opening.add(document.uri));
  session.documents.onDidChangeContent(({ document: { uri, languageId } }) => {
    if (languageId !== 'python') return;
    if (!opening.delete(uri)) schedule.typed(uri);
    else if (!session.features.pull) void sendLater(server, uri);
  });
  session.documents.onDidClose(({ document: { uri } }) => {
    schedule.forget(uri);
    if (sent.get(server)?.delete(uri)) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  schedule.onLook((uri) => {
    if (!session.features.pull) send(server, uri);
  });
}

/** What was last sent of each document, by its id; nothing is kept of what is empty. */
const sent = new WeakMap<Server, Map<string, string>>();

async function sendLater(server: Server, uri: string | undefined): Promise<void> {
  const uris = uri === undefined ? server.session.documents.keys() : [uri];
  for (const one of uris) {
    await server.schedule.turn();
    send(server, one);
  }
}

function send(server: Server, uri: string): void {
  const snapshot = server.session.open(uri);
  if (!snapshot) return;
  const shown = sent.get(server) ?? new Map<string, string>();
  sent.set(server, shown);
  const { id, items } = server.readings.of(snapshot);
  if (shown.get(uri) === id || (items.length === 0 && !shown.has(uri))) return;
  if (items.length > 0) shown.set(uri, id);
  else shown.delete(uri);
  const version = snapshot.version === null ? {} : { version: snapshot.version };
  void server.connection.sendDiagnostics({ uri, ...version, diagnostics: [...items] });
}

function answerQuestions(server: Server): void {
  const { session, schedule, readings, connection } = server;
  connection.languages.diagnostics.on(async ({ textDocument: { uri }, previousResultId }, token) => {
    if (uri !== schedule.current) await schedule.turn();
    if (token.isCancellationRequested) throw cancelled();
    const snapshot = session.environment(uri);
    const { id, items } = snapshot ? readings.of(snapshot) : { id: 'none', items: [] };
    return id === previousResultId
      ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId: id }
      : { kind: DocumentDiagnosticReportKind.Full, resultId: id, items: [...items] };
  });
  connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token) => {
    const known = new Map(previousResultIds.map(({ uri, value }) => [sameUri(uri), value]));
    const items = await closedDocuments(server, known, token);
    // Held back until there is something to say: the editor asks again as soon as it is answered.
    while (items.length === 0 && !token.isCancellationRequested) {
      await changeOf(server, token);
      items.push(...(await closedDocuments(server, known, token)));
    }
    return { items };
  });
}

/** Reports of environments that are not open, as far as they differ from what is known. */
async function closedDocuments(
  { session, environments, readings, schedule, checks }: Server,
  known: ReadonlyMap<string, string>,
  token: CancellationToken,
): Promise<WorkspaceDocumentDiagnosticReport[]> {
  const reports: WorkspaceDocumentDiagnosticReport[] = [];
  const all = await environments.all();
  for (const uri of all) {
    if (token.isCancellationRequested) return [];
    if (session.documents.get(uri) || (all.length > READ_UNOPENED && !checks.of(uri))) continue;
    await schedule.turn();
    const snapshot = session.read(uri);
    if ('fault' in snapshot || token.isCancellationRequested) continue;
    const resultId = readings.idOf(snapshot);
    if (known.get(uri) === resultId) continue;
    const { items } = readings.of(snapshot);
    const kind = DocumentDiagnosticReportKind.Full;
    reports.push({ kind, uri, version: null, resultId, items: [...items] });
  }
  const present = new Set(all);
  for (const [uri, value] of known) {
    if (present.has(uri) || value === GONE) continue;
    reports.push({
      kind: DocumentDiagnosticReportKind.Full,
      uri,
      version: null,
      resultId: GONE,
      items: [],
    });
  }
  return reports;
}

/** The result of what is no environment any more. */
const GONE = 'gone';

function changeOf(server: Server, token: CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      ended.dispose();
      leave();
      resolve();
    };
    const ended = token.onCancellationRequested(done);
    const leave = server.onTouch(done);
  });
}

const cancelled = () =>
  new ResponseError(LSPErrorCodes.ServerCancelled, 'A newer question was asked.', {
    retriggerRequest: false,
  });
