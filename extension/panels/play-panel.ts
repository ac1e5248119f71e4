/** The play panel's side in the editor: one panel an environment, which asks the server and answers the page. */
import * as vscode from 'vscode';
import { z } from 'zod';
import type { Finding, Play } from '../../server/protocol/finding.ts';
import { type FromPlayPanel, fromPlayPanel, type ToPlayPanel } from '../../server/protocol/play-panel.ts';
import { COMMANDS, PANELS } from '../contributions.ts';
import type { Language } from '../language/client.ts';
import type { Environments } from '../language/environments.ts';
import { pageOf, pagesFolder } from './page.ts';

/** Milliseconds after the last keystroke before a page is told that its source has changed. */
const SETTLED = 500;

/** What the page keeps across reloads, as far as it matters here. */
const kept = z.looseObject({ uri: z.string() });

/** What every panel works with. */
export interface PlayParts {
  readonly context: vscode.ExtensionContext;
  readonly language: Language;
  readonly environments: Environments;
  readonly log: vscode.LogOutputChannel;
}

export class PlayPanels implements vscode.Disposable {
  readonly #parts: PlayParts;
  readonly #open = new Map<string, PlayPanel>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(parts: PlayParts) {
    this.#parts = parts;
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(PANELS.play, {
        deserializeWebviewPanel: async (panel, state) => {
          const read = kept.safeParse(state);
          if (read.success) this.#adopt(panel, vscode.Uri.parse(read.data.uri));
          else panel.dispose();
        },
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#open.get(document.uri.toString())?.sourceChanged(),
      ),
    ];
  }

  /** Shows the environment's panel; with a finding, at the play that shows it. */
  show(uri: vscode.Uri, finding?: Finding): void {
    const known = this.#open.get(uri.toString());
    const panel = known ?? this.#adopt(this.#create(uri), uri);
    if (known) known.reveal();
    const { play, against, step } = finding?.evidence ?? {};
    if (finding && play) {
      const { code, name, severity, message } = finding;
      panel.send({
        type: 'open',
        play,
        ...(against ? { against } : {}),
        ...(step === undefined ? {} : { step }),
        finding: { code, name, severity, message },
      });
    }
  }

  /** Shows the environment's panel at a play that was handed over. */
  showPlay(uri: vscode.Uri, play: Play): void {
    const known = this.#open.get(uri.toString());
    const panel = known ?? this.#adopt(this.#create(uri), uri);
    if (known) known.reveal();
    panel.send({ type: 'open', play });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const panel of this.#open.values()) panel.dispose();
  }

  #create(uri: vscode.Uri): vscode.WebviewPanel {
    const title = `Play ${uri.path.split('/').at(-1)}`;
    return vscode.window.createWebviewPanel(PANELS.play, title, vscode.ViewColumn.Beside, {
      enableScripts: true,
    });
  }

  #adopt(webview: vscode.WebviewPanel, uri: vscode.Uri): PlayPanel {
    const { extensionUri } = this.#parts.context;
    webview.webview.options = { enableScripts: true, localResourceRoots: [pagesFolder(extensionUri)] };
    webview.iconPath = vscode.Uri.joinPath(extensionUri, 'extension', 'media', 'icon.svg');
    const panel = new PlayPanel(webview, uri, this.#parts);
    this.#open.set(uri.toString(), panel);
    webview.onDidDispose(() => {
      this.#open.delete(uri.toString());
      panel.dispose();
    });
    webview.webview.html = pageOf(webview.webview, extensionUri, 'play', 'Play');
    return panel;
  }
}

class PlayPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #uri: vscode.Uri;
  readonly #parts: PlayParts;
  readonly #subscriptions: vscode.Disposable[];
  /** Sent before the page was ready. */
  #waiting: ToPlayPanel[] | undefined = [];
  #running: vscode.CancellationTokenSource | undefined;
  #revision = 0;
  #settled: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, uri: vscode.Uri, parts: PlayParts) {
    this.#panel = panel;
    this.#uri = uri;
    this.#parts = parts;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      parts.environments.onChange(({ changed }) => {
        if (changed.some((one) => one.uri === uri.toString())) this.#introduce();
      }),
    ];
  }

  reveal(): void {
    this.#panel.reveal(undefined, false);
  }

  send(message: ToPlayPanel): void {
    if (this.#waiting) this.#waiting.push(message);
    else void this.#panel.webview.postMessage(message);
  }

  sourceChanged(): void {
    clearTimeout(this.#settled);
    this.#settled = setTimeout(() => {
      this.#revision += 1;
      this.#introduce();
    }, SETTLED);
  }

  dispose(): void {
    clearTimeout(this.#settled);
    this.#running?.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#panel.dispose();
  }

  #introduce(): void {
    const known = this.#parts.environments.at(this.#uri);
    this.send({
      type: 'environment',
      uri: this.#uri.toString(),
      name: this.#uri.path.split('/').at(-1) ?? '',
      className: known?.className ?? null,
      profile: known?.profile ?? 'games',
      revision: this.#revision,
    });
  }

  #receive(message: unknown): void {
    const read = fromPlayPanel.safeParse(message);
    if (!read.success) {
      this.#parts.log.error(`The play panel sent what cannot be read: ${read.error.message}`);
      return;
    }
    void this.#answer(read.data);
  }

  async #answer(asked: FromPlayPanel): Promise<void> {
    switch (asked.type) {
      case 'ready': {
        // A page that was hidden begins anew, and asks again for what it shows.
        const waiting = this.#waiting ?? [];
        this.#waiting = undefined;
        this.#introduce();
        for (const message of waiting) this.send(message);
        return;
      }
      case 'play':
        return this.#play(asked.id, asked.play);
      case 'solve':
        return this.#solve(asked.id, asked.play);
      case 'copy':
        await vscode.env.clipboard.writeText(asked.text);
        vscode.window.setStatusBarMessage(`Copied ${asked.what}.`, 3_000);
        return;
      case 'reveal':
        await this.#revealLine(asked.line);
        return;
      case 'check':
        await vscode.commands.executeCommand(COMMANDS.check, this.#uri.toString());
    }
  }

  async #play(id: number, play: Play): Promise<void> {
    await this.#ask(id, async (token) => {
      const result = await this.#parts.language.play({ uri: this.#uri.toString(), play }, token);
      return 'table' in result
        ? { type: 'played', id, table: result.table }
        : { type: 'failed', id, message: result.message };
    });
  }

  async #solve(id: number, play: Play): Promise<void> {
    await this.#ask(id, async (token) => {
      const result = await this.#parts.language.solve({ uri: this.#uri.toString(), play }, token);
      return 'said' in result ? { type: 'solved', id, ...result } : { type: 'failed', id, ...result };
    });
  }

  /** The newest question wins. */
  async #ask(id: number, answer: (token: vscode.CancellationToken) => Promise<ToPlayPanel>): Promise<void> {
    this.#running?.cancel();
    const running = new vscode.CancellationTokenSource();
    this.#running = running;
    try {
      const message = await answer(running.token);
      if (!running.token.isCancellationRequested) this.send(message);
    } catch (problem) {
      if (running.token.isCancellationRequested) return;
      const reason = problem instanceof Error ? problem.message : String(problem);
      this.#parts.log.error(`A play failed: ${reason}`);
      this.send({ type: 'failed', id, message: `It could not be played: ${reason}` });
    } finally {
      running.dispose();
    }
  }

  async #revealLine(line: number): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#uri);
    const at = new vscode.Range(line - 1, 0, line - 1, 0);
    const open = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    await vscode.window.showTextDocument(document, {
      selection: at,
      viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
      preserveFocus: true,
    });
  }
}
