/** The connection to the language server: its start, its requests in types, its notifications as events. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind, vsdiag, WorkDoneProgress } from 'vscode-languageclient/node';
import type { z } from 'zod';
import {
  CHECK,
  type CheckParams,
  type CheckResult,
  checkResult,
  ENVIRONMENTS,
  ENVIRONMENTS_CHANGED,
  type EnvironmentsChanged,
  environmentsChanged,
  environmentsResult,
  PLAY,
  type PlayParams,
  type PlayResult,
  playResult,
  REPAIR,
  type RepairResult,
  RULE_PAGE,
  repairResult,
  rulePageResult,
  type ServerStatus,
  SOLVE,
  type SolveResult,
  STATUS,
  type StartOptions,
  serverStatus,
  solveResult,
  TRUSTED,
  type WorkspaceEnvironment,
} from '../../server/protocol/language.ts';
import { RUN_SCHEME, SETTINGS } from '../contributions.ts';

/** Where a package for one platform carries a Node for the sandbox. */
const BUNDLED_NODE = ['dist', 'node', process.platform === 'win32' ? 'node.exe' : 'node'];

export class Language implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #environments = new vscode.EventEmitter<EnvironmentsChanged>();
  readonly #status = new vscode.EventEmitter<ServerStatus>();
  readonly #restarted = new vscode.EventEmitter<void>();
  #starting: Promise<void>;
  status: ServerStatus = { playing: 'idle', checking: 0 };
  /** Whether what reading finds in a document is not shown, since its own findings are. */
  hides: (uri: vscode.Uri) => boolean = () => false;

  readonly onEnvironments = this.#environments.event;
  readonly onStatus = this.#status.event;
  /** After a restart all that the server said before has to be asked again. */
  readonly onRestarted = this.#restarted.event;

  /** Begins to start the server; whoever asks something waits for it. */
  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    const module = context.asAbsolutePath(join('dist', 'server.mjs'));
    const server = { module, transport: TransportKind.ipc };
    const bundledNode = context.asAbsolutePath(join(...BUNDLED_NODE));
    const options = (): StartOptions => ({
      trusted: vscode.workspace.isTrusted,
      serverCommands: false,
      ...(existsSync(bundledNode) ? { bundledNode } : {}),
    });
    this.#client = new LanguageClient(
      'spade',
      'Spade Studio',
      { run: server, debug: server },
      {
        documentSelector: [
          { language: 'python', scheme: 'file' },
          { language: 'python', scheme: 'untitled' },
          { language: 'python', scheme: RUN_SCHEME },
        ],
        synchronize: { configurationSection: SETTINGS },
        initializationOptions: options,
        outputChannel: log,
        middleware: {
          provideDiagnostics: (document, previous, token, next) =>
            this.hides('uri' in document ? document.uri : document)
              ? { kind: vsdiag.DocumentDiagnosticReportKind.full, items: [] }
              : next(document, previous, token),
          // Above an environment of a run stands what can be done with it there.
          provideCodeLenses: (document, token, next) =>
            document.uri.scheme === RUN_SCHEME ? [] : next(document, token),
        },
        // A crash is told once, by us, with the way out.
        initializationFailedHandler: (problem) => {
          log.error('The language server could not start.', problem);
          return false;
        },
      },
    );
    this.#hear(ENVIRONMENTS_CHANGED, environmentsChanged, (change) => this.#environments.fire(change), log);
    this.#hear(
      STATUS,
      serverStatus,
      (status) => {
        this.status = status;
        this.#status.fire(status);
      },
      log,
    );
    context.subscriptions.push(
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#client.sendNotification(TRUSTED)),
    );
    this.#starting = this.#start(log);
  }

  async check(params: CheckParams, token?: vscode.CancellationToken): Promise<CheckResult> {
    return this.#ask(CHECK, params, checkResult, token);
  }

  async environments(): Promise<readonly WorkspaceEnvironment[]> {
    return (await this.#ask(ENVIRONMENTS, {}, environmentsResult)).environments;
  }

  async play(params: PlayParams, token?: vscode.CancellationToken): Promise<PlayResult> {
    await opened(params.uri);
    return this.#ask(PLAY, params, playResult, token);
  }

  async solve(params: PlayParams, token?: vscode.CancellationToken): Promise<SolveResult> {
    await opened(params.uri);
    return this.#ask(SOLVE, params, solveResult, token);
  }

  async repair(text: string): Promise<RepairResult> {
    return this.#ask(REPAIR, { text }, repairResult);
  }

  /** The page of a rule in Markdown; `null` when there is none. */
  async rulePage(code: string): Promise<string | null> {
    return (await this.#ask(RULE_PAGE, { code }, rulePageResult)).page;
  }

  async restart(): Promise<void> {
    await this.#starting.catch(() => undefined);
    this.#starting = this.#client.restart();
    await this.#starting;
    this.#restarted.fire();
  }

  /** Progress of a request that was sent with this token as `workDoneToken`: 0 to 100, and what is being done. */
  onProgress(token: string, listener: (percentage: number | undefined, message: string | undefined) => void) {
    return this.#client.onProgress(WorkDoneProgress.type, token, (value) => {
      if (value.kind === 'end') return;
      listener(value.percentage, value.message);
    });
  }

  async dispose(): Promise<void> {
    for (const emitter of [this.#environments, this.#status, this.#restarted]) emitter.dispose();
    await this.#starting.catch(() => undefined);
    if (this.#client.needsStop()) await this.#client.stop();
  }

  async #start(log: vscode.LogOutputChannel): Promise<void> {
    try {
      await this.#client.start();
    } catch (problem) {
      log.error(problem instanceof Error ? problem : String(problem));
      const choice = await vscode.window.showErrorMessage(
        'Spade Studio: the language server could not start, so nothing is checked. The log says why.',
        'Show Log',
      );
      if (choice) log.show();
      throw problem;
    }
  }

  async #ask<T>(
    method: string,
    params: object,
    answer: z.ZodType<T>,
    token?: vscode.CancellationToken,
  ): Promise<T> {
    await this.#starting;
    // A token that is undefined would be sent as a second parameter.
    const asked = token
      ? this.#client.sendRequest(method, params, token)
      : this.#client.sendRequest(method, params);
    return answer.parse(await asked);
  }

  #hear<T>(
    method: string,
    message: z.ZodType<T>,
    then: (value: T) => void,
    log: vscode.LogOutputChannel,
  ): void {
    this.#client.onNotification(method, (received: unknown) => {
      const read = message.safeParse(received);
      if (read.success) then(read.data);
      else log.error(`The server sent a ${method} that cannot be read: ${read.error.message}`);
    });
  }
}

/** The server reads files by itself, but an environment of a run only as an open document. */
async function opened(uri: string): Promise<void> {
  if (uri.startsWith(`${RUN_SCHEME}:`)) await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
}
