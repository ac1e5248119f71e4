/** The workspace's environments as the server last told them, for whoever shows them. */
import * as vscode from 'vscode';
import type { WorkspaceEnvironment } from '../../server/protocol/language.ts';
import { RUN_SCHEME } from '../contributions.ts';
import type { Language } from './client.ts';

export interface Change {
  readonly changed: readonly WorkspaceEnvironment[];
  readonly removed: readonly string[];
}

export class Environments implements vscode.Disposable {
  readonly #language: Language;
  readonly #byUri = new Map<string, WorkspaceEnvironment>();
  readonly #changes = new vscode.EventEmitter<Change>();
  readonly #subscriptions: vscode.Disposable[];
  #listing: Promise<void> | undefined;

  readonly onChange = this.#changes.event;

  constructor(language: Language) {
    this.#language = language;
    this.#subscriptions = [
      this.#changes,
      language.onEnvironments((change) => this.#take(change)),
      language.onRestarted(() => void this.refresh()),
    ];
  }

  /** All of the workspace, by path; the first call makes the server look for them. */
  async all(): Promise<readonly WorkspaceEnvironment[]> {
    this.#listing ??= this.#list();
    await this.#listing;
    return this.known;
  }

  /** What has been told so far. */
  get known(): readonly WorkspaceEnvironment[] {
    return [...this.#byUri.values()].filter(isOfWorkspace).sort((a, b) => (a.uri < b.uri ? -1 : 1));
  }

  at(uri: vscode.Uri): WorkspaceEnvironment | undefined {
    return this.#byUri.get(uri.toString());
  }

  /** Has the server look through the workspace again. */
  async refresh(): Promise<void> {
    this.#listing = this.#list();
    await this.#listing;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #list(): Promise<void> {
    const found = (await this.#language.environments()).map(normalised);
    const removed = new Set(this.#byUri.keys());
    this.#byUri.clear();
    for (const environment of found) {
      removed.delete(environment.uri);
      this.#byUri.set(environment.uri, environment);
    }
    this.#changes.fire({ changed: found, removed: [...removed] });
  }

  #take(told: Change): void {
    const changed = told.changed.map(normalised);
    const removed = told.removed.map((uri) => vscode.Uri.parse(uri).toString());
    for (const uri of removed) this.#byUri.delete(uri);
    for (const environment of changed) this.#byUri.set(environment.uri, environment);
    this.#changes.fire({ changed, removed });
  }
}

/** Environments of runs are looked at and belong to no workspace. */
export const isOfWorkspace = ({ uri }: WorkspaceEnvironment): boolean => !uri.startsWith(`${RUN_SCHEME}:`);

/** The editor and the server may escape a URI differently; here they are compared as the editor writes them. */
const normalised = (environment: WorkspaceEnvironment): WorkspaceEnvironment => ({
  ...environment,
  uri: vscode.Uri.parse(environment.uri).toString(),
});
