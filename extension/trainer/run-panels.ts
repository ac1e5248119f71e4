/**
 * Runs as editor tabs: the same pages that the daemon serves to a browser. What they ask is parsed here and put to the
 * trainer; what only an editor can do is done here.
 */
import * as vscode from 'vscode';
import { z } from 'zod';
import { QUERIES } from '../../server/protocol/daemon-queries.ts';
import type { Stream } from '../../server/protocol/run-events.ts';
import {
  type FromRunPage,
  fromRunPage,
  type HostAction,
  hostActionName,
  type Link,
  type PageTarget,
  pageTarget,
  type ToRunPage,
} from '../../server/protocol/run-page.ts';
import { DaemonError } from '../../trainer/client/client.ts';
import type { LinkState } from '../../trainer/client/link.ts';
import { PANELS } from '../contributions.ts';
import { pageOf, pagesFolder } from '../panels/page.ts';
import type { Trainer } from './trainer.ts';
import type { Trainers } from './trainers.ts';

export type PageName = 'curriculum' | 'rollouts';

const TITLES: Readonly<Record<PageName, string>> = { curriculum: 'Curriculum', rollouts: 'Rollouts' };

/** What the page keeps, as far as it says where it was. */
const kept = z.looseObject({ target: pageTarget });

/** Where the trainers of open runs are noted, so that tabs come back after the window was reloaded. */
const NOTED = 'spade.trainersOfRuns';
const noted = z.record(z.string(), z.string()).catch({});
const MANY = 200;

export interface RunPanelParts {
  readonly context: vscode.ExtensionContext;
  readonly trainers: Trainers;
  readonly log: vscode.LogOutputChannel;
  /** Does what a page asks of the editor. */
  readonly perform: (trainer: Trainer, action: HostAction) => Promise<void>;
}

export class RunPanels implements vscode.Disposable {
  readonly #parts: RunPanelParts;
  readonly #open = new Map<string, RunPanel>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(parts: RunPanelParts) {
    this.#parts = parts;
    const pages: readonly PageName[] = ['curriculum', 'rollouts'];
    this.#subscriptions = pages.map((page) =>
      vscode.window.registerWebviewPanelSerializer(PANELS[page], {
        deserializeWebviewPanel: async (panel, state) => {
          const { target } = kept.safeParse(state).data ?? {};
          const id = target?.run ? this.#noted[target.run] : undefined;
          const trainer = parts.trainers.all.find(({ profile }) => profile.id === id);
          if (target && trainer) this.#adopt(panel, trainer, page, target);
          else panel.dispose();
        },
      }),
    );
  }

  /** Shows a page on a run. */
  show(trainer: Trainer, page: PageName, target: PageTarget): void {
    const known = this.#open.get(keyOf(trainer, page, target));
    if (known) {
      known.reveal(target);
      return;
    }
    const title = this.#title(trainer, page, target);
    const panel = vscode.window.createWebviewPanel(PANELS[page], title, vscode.ViewColumn.Active, {
      enableScripts: true,
    });
    this.#adopt(panel, trainer, page, target);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const panel of this.#open.values()) panel.dispose();
  }

  #title(trainer: Trainer, page: PageName, { run }: PageTarget): string {
    const name = run === null ? trainer.profile.label : (trainer.run(run)?.name ?? run);
    return `${TITLES[page]} ${name}`;
  }

  #adopt(panel: vscode.WebviewPanel, trainer: Trainer, page: PageName, target: PageTarget): void {
    const { extensionUri } = this.#parts.context;
    panel.webview.options = { enableScripts: true, localResourceRoots: [pagesFolder(extensionUri)] };
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'extension', 'media', 'icon.svg');
    const made = new RunPanel(panel, trainer, target, this.#parts);
    const key = keyOf(trainer, page, target);
    this.#open.set(key, made);
    panel.onDidDispose(() => {
      this.#open.delete(key);
      made.dispose();
    });
    if (target.run !== null) this.#note(target.run, trainer.profile.id);
    panel.webview.html = pageOf(panel.webview, extensionUri, page, TITLES[page]);
    // A tab that came back looks for its trainer, and starts none.
    void trainer.connect({ start: false }).catch(() => {});
  }

  get #noted(): Record<string, string> {
    return noted.parse(this.#parts.context.workspaceState.get(NOTED) ?? {});
  }

  #note(run: string, trainer: string): void {
    const others = Object.entries(this.#noted).filter(([other]) => other !== run);
    const all = Object.fromEntries([...others.slice(1 - MANY), [run, trainer]]);
    void this.#parts.context.workspaceState.update(NOTED, all);
  }
}

const keyOf = (trainer: Trainer, page: PageName, { run, against }: PageTarget): string =>
  `${trainer.profile.id}/${page}/${run ?? ''}/${against ?? ''}`;

class RunPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #trainer: Trainer;
  readonly #parts: RunPanelParts;
  readonly #followed = new Map<Stream, { dispose(): void }>();
  readonly #subscriptions: { dispose(): void }[];
  #target: PageTarget;

  constructor(panel: vscode.WebviewPanel, trainer: Trainer, target: PageTarget, parts: RunPanelParts) {
    this.#panel = panel;
    this.#trainer = trainer;
    this.#target = target;
    this.#parts = parts;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const read = fromRunPage.safeParse(message);
        if (read.success) void this.#answer(read.data);
        else parts.log.error(`A run's page sent what cannot be read: ${read.error.message}`);
      }),
      trainer.link.onState((state) => this.#send({ type: 'link', link: linkOf(state) })),
    ];
  }

  reveal(target: PageTarget): void {
    this.#panel.reveal(undefined, false);
    const other = JSON.stringify(target) !== JSON.stringify(this.#target);
    this.#target = target;
    if (other) this.#show();
  }

  dispose(): void {
    for (const one of [...this.#subscriptions, ...this.#followed.values()]) one.dispose();
    this.#followed.clear();
    this.#panel.dispose();
  }

  #show(): void {
    this.#send({ type: 'show', target: this.#target, can: [...hostActionName.options] });
    this.#send({ type: 'link', link: linkOf(this.#trainer.link.state) });
  }

  async #answer(asked: FromRunPage): Promise<void> {
    switch (asked.type) {
      case 'ready':
        // A page that was hidden begins anew, and follows anew.
        for (const one of this.#followed.values()) one.dispose();
        this.#followed.clear();
        this.#show();
        return;
      case 'ask':
        return this.#ask(asked);
      case 'subscribe':
        this.#follow(asked.stream, asked.after);
        return;
      case 'unsubscribe':
        this.#followed.get(asked.stream)?.dispose();
        this.#followed.delete(asked.stream);
        return;
      case 'do':
        return this.#told(() => this.#parts.perform(this.#trainer, asked.what));
      case 'save':
        return this.#told(() => save(asked.name, Buffer.from(asked.data, asked.encoding)));
      case 'copy':
        await vscode.env.clipboard.writeText(asked.text);
        vscode.window.setStatusBarMessage(`Copied ${asked.what}.`, 3_000);
    }
  }

  async #ask({ id, method, params }: Extract<FromRunPage, { type: 'ask' }>): Promise<void> {
    const schema: z.ZodType<Record<string, unknown>> = QUERIES[method].params;
    const read = schema.safeParse(params);
    if (!read.success) {
      const message = `${method}: ${read.error.issues.map((issue) => issue.message).join('; ')}`;
      this.#send({ type: 'refused', id, message, reason: 'bad-parameters' });
      return;
    }
    try {
      // The compiler does not follow that a method's own schema gives that method's parameters.
      const result: unknown = await this.#trainer.link.ask(method, read.data as never);
      this.#send({ type: 'answer', id, result });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const reason = error instanceof DaemonError ? (error.data?.reason ?? null) : null;
      this.#send({ type: 'refused', id, message, reason });
    }
  }

  #follow(stream: Stream, after: number | undefined): void {
    this.#followed.get(stream)?.dispose();
    const following = this.#trainer.link.follow(stream, after, {
      events: (events) => this.#send({ type: 'events', stream, events: [...events] }),
      dropped: (from, to) => this.#send({ type: 'dropped', stream, from, to }),
      failed: (why) => this.#send({ type: 'link', link: { state: 'ended', why } }),
    });
    this.#followed.set(stream, following);
  }

  #send(message: ToRunPage): void {
    void this.#panel.webview.postMessage(message);
  }

  async #told(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#parts.log.error(reason);
      void vscode.window.showErrorMessage(`Spade Studio: ${reason}`);
    }
  }
}

function linkOf(state: LinkState): Link {
  if (state.kind === 'open') return { state: 'live' };
  if (state.kind === 'connecting') return { state: 'connecting' };
  if (state.kind === 'stale') return { state: 'stale', since: state.since.toISOString(), why: state.why };
  return {
    state: 'ended',
    why: state.why ?? 'The trainer is not connected. Connect it in the Trainers view.',
  };
}

/** Asks where, and writes it. */
async function save(name: string, data: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = name.replaceAll(/[^\w.-]+/g, '-');
  const uri = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
    title: 'Save',
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, data);
  vscode.window.setStatusBarMessage(`Saved ${vscode.workspace.asRelativePath(uri)}.`, 3_000);
}
