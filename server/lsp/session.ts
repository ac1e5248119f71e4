/** What the editor has open and how it is set: documents by version, settings, folders, trust. */
import { type Connection, type InitializeParams, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  type ClientSettings,
  DEFAULT_CLIENT_SETTINGS,
  type StartOptions,
  startOptions,
} from '../protocol/language.ts';
import { readSource } from '../workspace/files/source.ts';
import { readClientSettings } from './client-settings.ts';
import { type Features, featuresOf } from './features.ts';
import { Snapshot } from './snapshot.ts';
import { pathOf, sameUri } from './uri.ts';

export class Session {
  readonly documents = new TextDocuments(TextDocument);
  readonly #connection: Connection;
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #listed = new Set<string>();
  #start: StartOptions = startOptions.parse({});
  features: Features = featuresOf({});
  settings: ClientSettings = DEFAULT_CLIENT_SETTINGS;
  trusted = this.#start.trusted;
  /** Resolves when the editor's settings are what it was last said that they are. */
  ready: Promise<void>;
  readonly #settled: () => void;
  /** Absolute paths of the workspace's folders. */
  folders: readonly string[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#settled = resolve;
    this.documents.onDidClose(({ document }) => this.#snapshots.delete(document.uri));
  }

  get start(): StartOptions {
    return this.#start;
  }

  begin({ capabilities, initializationOptions, workspaceFolders, rootUri }: InitializeParams): void {
    this.features = featuresOf(capabilities);
    const parsed = startOptions.safeParse(initializationOptions ?? {});
    // Options that cannot be read do not say that the workspace is trusted.
    this.#start = parsed.success ? parsed.data : { ...this.#start, trusted: false };
    this.trusted = this.#start.trusted;
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.folders = uris.flatMap((uri) => pathOf(uri) ?? []);
  }

  /** @param pushed what came with the notification, for editors that cannot be asked. */
  readSettings(pushed?: unknown): Promise<void> {
    this.ready = this.#read(pushed);
    return this.ready.then(this.#settled);
  }

  async #read(pushed: unknown): Promise<void> {
    const section: unknown = this.features.configuration
      ? await this.#connection.workspace.getConfiguration('spade').catch(() => undefined)
      : pushed;
    this.settings = readClientSettings(section);
  }

  /** The open document as it stands, `undefined` when it is not open or no Python. */
  open(uri: string): Snapshot | undefined {
    const document = this.documents.get(uri);
    if (document?.languageId !== 'python') return undefined;
    const known = this.#snapshots.get(uri);
    if (known?.version === document.version) return known;
    const next = new Snapshot(uri, document.version, document.getText(), this.isListed(uri));
    this.#snapshots.set(uri, next);
    return next;
  }

  /** The open environment; `undefined` for everything else, at no cost. */
  environment(uri: string): Snapshot | undefined {
    const snapshot = this.open(uri);
    return snapshot?.isEnvironment ? snapshot : undefined;
  }

  /** The open document, else the file. */
  read(uri: string): Snapshot | { readonly fault: string } {
    const open = this.open(uri);
    if (open) return open;
    const path = pathOf(uri);
    if (path === undefined) return { fault: `${uri} is not open in the editor` };
    const read = readSource(path, path);
    return 'fault' in read ? read : new Snapshot(uri, null, read.text, this.isListed(uri));
  }

  /** Files that manifests name. */
  list(uris: Iterable<string>): void {
    this.#listed.clear();
    for (const uri of uris) this.#listed.add(uri);
  }

  isListed(uri: string): boolean {
    return this.#listed.size > 0 && this.#listed.has(sameUri(uri));
  }
}
