/** What may change behind the editor's documents: settings, folders, files on the disk. */
import { DidChangeWatchedFilesNotification, FileChangeType } from 'vscode-languageserver';
import { MANIFEST } from '../workspace/files/pool-manifest.ts';
import type { Server } from './server.ts';
import { pathOf } from './uri.ts';

const SETTINGS = 'pyproject.toml';

/** Asks the editor to tell of changes, and follows them. */
export async function watch(server: Server): Promise<void> {
  const { connection, session } = server;
  const before = JSON.stringify(session.settings);
  await session.readSettings();
  if (JSON.stringify(session.settings) !== before) settingsChanged(server);
  if (session.features.folders) followFolders(server);
  if (!session.features.watch) return;
  const watchers = ['**/*.py', `**/${SETTINGS}`, `**/${MANIFEST}`].map((globPattern) => ({ globPattern }));
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
}

function followFolders(server: Server): void {
  const { connection, session, environments } = server;
  connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    const gone = new Set(removed.map(({ uri }) => pathOf(uri)));
    session.folders = [
      ...session.folders.filter((folder) => !gone.has(folder)),
      ...added.flatMap(({ uri }) => pathOf(uri) ?? []),
    ];
    environments.reset();
    settingsChanged(server);
  });
}

/** Follows what the editor tells. To be called before it begins to. */
export function followChanges(server: Server): void {
  const { connection, session, environments, checks, schedule } = server;
  connection.onDidChangeConfiguration(async ({ settings }) => {
    const before = session.settings;
    const section: unknown = settings?.spade;
    await session.readSettings(section);
    const { check, node } = session.settings;
    if (check.jobs !== before.check.jobs || node.path !== before.node.path) void server.sandbox.rest();
    settingsChanged(server);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const files = changes.map(({ uri, type }) => ({ uri, type, name: uri.slice(uri.lastIndexOf('/') + 1) }));
    if (files.some(({ name }) => name === SETTINGS)) settingsChanged(server);
    if (files.some(({ name }) => name === MANIFEST)) environments.reset();
    for (const { uri, type, name } of files) {
      if (!name.endsWith('.py')) continue;
      if (type === FileChangeType.Deleted) checks.forget(uri);
      void schedule.turn().then(() => {
        if (environments.wanted && environments.refresh(uri) !== 'none') server.announce(uri);
      });
    }
  });
}

function settingsChanged(server: Server): void {
  server.projects.reset();
  server.touch();
}
