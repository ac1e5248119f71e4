/** The language server on one connection: what it is made of, and what it tells the editor unasked. */
import {
  type Connection,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import manifest from '../../package.json' with { type: 'json' };
import {
  ENVIRONMENTS_CHANGED,
  type EnvironmentsChanged,
  type ServerStatus,
  STATUS,
  TRUSTED,
} from '../protocol/language.ts';
import { Checks } from './checks.ts';
import { Environments } from './environments.ts';
import { METHODS } from './methods/index.ts';
import { Projects } from './projects.ts';
import { Readings } from './readings.ts';
import { Sandbox } from './sandbox.ts';
import { Schedule } from './schedule.ts';
import { Session } from './session.ts';
import { followChanges, watch } from './watch.ts';

/** What every method works with. */
export interface Server {
  readonly connection: Connection;
  readonly session: Session;
  readonly projects: Projects;
  readonly sandbox: Sandbox;
  readonly checks: Checks;
  readonly environments: Environments;
  readonly readings: Readings;
  readonly schedule: Schedule;
  /** Something beside the text that diagnostics, lenses or hints rest on has changed: of one document, or of all. */
  touch(uri?: string): void;
  /** Called whenever `touch` was. @returns what ends that. */
  onTouch(listener: (uri: string | undefined) => void): () => void;
  /** Tells the editor's views about an environment. */
  announce(uri: string): void;
  /** Ends the children. */
  close(): Promise<void>;
}

/** Milliseconds for which news about environments are gathered. */
const GATHER = 50;

/** Serves a connection, which the caller then listens on. */
export function serve(connection: Connection): Server {
  const session = new Session(connection);
  const projects = new Projects({
    overrides: () => {
      const { episodes } = session.settings.check;
      return episodes === null ? {} : { budget: { episodes } };
    },
    roots: () => session.folders,
    tell: (uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics }),
  });
  const sandbox = new Sandbox(session, () => tellStatus());
  const checks = new Checks(session, projects, sandbox, (uri) => {
    tellStatus();
    if (uri === undefined) return;
    server.touch(uri);
    server.announce(uri);
  });
  const environments = new Environments({
    session,
    projects,
    checks,
    warn: (message) =>
      void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message }),
  });
  const listeners = new Set<(uri: string | undefined) => void>();
  const news = new News(connection, environments);
  const schedule = new Schedule();
  let told = '';

  function tellStatus(): void {
    const status: ServerStatus = { ...sandbox.status, checking: checks.running };
    const text = JSON.stringify(status);
    if (text === told) return;
    told = text;
    void connection.sendNotification(STATUS, status);
  }

  const server: Server = {
    connection,
    session,
    projects,
    sandbox,
    checks,
    environments,
    readings: new Readings(session, projects, checks),
    schedule,
    touch: (uri) => {
      for (const listener of listeners) listener(uri);
    },
    onTouch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: (uri) => news.add(uri),
    close: async () => {
      environments.stop();
      schedule.close();
      news.stop();
      await checks.close();
      await sandbox.close();
    },
  };

  connection.onInitialize((params): InitializeResult => {
    session.begin(params);
    return {
      capabilities: Object.assign(
        { textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true } },
        { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } },
        ...METHODS.map(({ capabilities }) => capabilities?.(server)),
      ),
      serverInfo: { name: 'Spade Studio', version: manifest.version },
    };
  });
  connection.onInitialized(() => {
    tellStatus();
    void watch(server);
  });
  followChanges(server);
  connection.onNotification(TRUSTED, () => {
    session.trusted = true;
    tellStatus();
    server.touch();
  });
  for (const { register } of METHODS) register(server);
  session.documents.listen(connection);
  connection.onShutdown(() => server.close());
  return server;
}

/** Gathers news about environments, so that a check of thousands is not told in thousands of messages. */
class News {
  readonly #connection: Connection;
  readonly #environments: Environments;
  readonly #uris = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, environments: Environments) {
    this.#connection = connection;
    this.#environments = environments;
  }

  add(uri: string): void {
    this.#uris.add(uri);
    this.#timer ??= setTimeout(() => this.#tell(), GATHER);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#uris.clear();
  }

  #tell(): void {
    this.#timer = undefined;
    const news: EnvironmentsChanged = { changed: [], removed: [] };
    for (const uri of this.#uris) {
      const environment = this.#environments.tell(uri);
      if (environment) news.changed.push(environment);
      else news.removed.push(uri);
    }
    this.#uris.clear();
    void this.#connection.sendNotification(ENVIRONMENTS_CHANGED, news);
  }
}
