/** The view of all trainers and their runs, live. Opening a trainer connects it; nothing is started by looking. */
import * as vscode from 'vscode';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { COMMANDS, CONTEXTS, VIEWS } from '../contributions.ts';
import { plural } from '../language/state.ts';
import { placeOf } from './profile.ts';
import { allows, linkText, runIcon, runText } from './run-state.ts';
import type { Trainer } from './trainer.ts';
import type { Trainers } from './trainers.ts';

/** Milliseconds between two drawings while events stream in. */
const REDRAW = 100;
/** Runs that are shown at first; thousands would make the tree slow. */
const SHOWN = 200;

export interface RunNode {
  readonly trainer: Trainer;
  readonly run: string;
}

interface NoteNode {
  readonly trainer: Trainer;
  readonly note: string;
  readonly command?: string;
  readonly icon: string;
}

export type TrainerNode = Trainer | RunNode | NoteNode;

const isTrainer = (node: TrainerNode): node is Trainer => 'profile' in node;

export class TrainersView implements vscode.TreeDataProvider<TrainerNode>, vscode.Disposable {
  readonly #trainers: Trainers;
  readonly #view: vscode.TreeView<TrainerNode>;
  readonly #changes = new vscode.EventEmitter<TrainerNode | undefined>();
  readonly #subscriptions: vscode.Disposable[];
  /** The same node for the same run, so that the tree keeps its place. */
  readonly #nodes = new Map<string, RunNode>();
  readonly #tried = new Set<Trainer>();
  #redraw: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changes.event;

  constructor(trainers: Trainers) {
    this.#trainers = trainers;
    this.#view = vscode.window.createTreeView(VIEWS.trainers, { treeDataProvider: this });
    this.#subscriptions = [
      this.#view,
      this.#changes,
      trainers.onChange(() => this.#soon()),
      new vscode.Disposable(() => clearTimeout(this.#redraw)),
    ];
  }

  getChildren(node?: TrainerNode): TrainerNode[] {
    if (!node) {
      const running = this.#trainers.all
        .flatMap(({ runs }) => runs)
        .filter(({ state }) => state === 'running');
      this.#view.badge =
        running.length > 0
          ? { value: running.length, tooltip: `${plural(running.length, 'run')} at work` }
          : undefined;
      return [...this.#trainers.all];
    }
    return isTrainer(node) ? this.#below(node) : [];
  }

  getTreeItem(node: TrainerNode): vscode.TreeItem {
    if (isTrainer(node)) return trainerItem(node);
    return 'note' in node ? noteItem(node) : runItem(node);
  }

  getParent(node: TrainerNode): TrainerNode | undefined {
    return isTrainer(node) ? undefined : node.trainer;
  }

  async reveal(trainer: Trainer, run: string): Promise<void> {
    if (this.#view.visible) await this.#view.reveal(this.#node(trainer, run), { select: true });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #below(trainer: Trainer): TrainerNode[] {
    const { state } = trainer.link;
    if (state.kind === 'closed' && !this.#tried.has(trainer)) {
      this.#tried.add(trainer);
      // The state tells how it went.
      void trainer.connect({ start: false }).catch(() => {});
      return [{ trainer, note: 'Connecting…', icon: 'loading~spin' }];
    }
    if (state.kind === 'closed') return notes(trainer, state.why);
    if (state.kind === 'connecting' || !trainer.listed)
      return [{ trainer, note: 'Connecting…', icon: 'loading~spin' }];
    const { runs, unreadable } = trainer;
    if (runs.length === 0 && unreadable.length === 0)
      return [
        {
          trainer,
          note: 'No runs yet. Launch one…',
          command: COMMANDS.launchRun,
          icon: 'rocket',
        },
      ];
    return [
      ...runs.slice(0, SHOWN).map(({ id }) => this.#node(trainer, id)),
      ...(runs.length > SHOWN
        ? [
            {
              trainer,
              note: `${plural(runs.length - SHOWN, 'older run')}: Open Run… finds them`,
              command: COMMANDS.openRun,
              icon: 'ellipsis',
            },
          ]
        : []),
      ...unreadable.map(({ message }) => ({ trainer, note: message, icon: 'warning' })),
    ];
  }

  #node(trainer: Trainer, run: string): RunNode {
    const key = `${trainer.profile.id}/${run}`;
    const known = this.#nodes.get(key);
    if (known?.trainer === trainer) return known;
    const made = { trainer, run };
    this.#nodes.set(key, made);
    return made;
  }

  #soon(): void {
    this.#redraw ??= setTimeout(() => {
      this.#redraw = undefined;
      this.#changes.fire(undefined);
    }, REDRAW);
  }
}

function notes(trainer: Trainer, why: string | undefined): NoteNode[] {
  return [
    ...(why ? [{ trainer, note: why, icon: 'info' }] : []),
    {
      trainer,
      note: trainer.canStart ? 'Start or connect' : 'Connect',
      command: COMMANDS.connectTrainer,
      icon: 'plug',
    },
  ];
}

function trainerItem(trainer: Trainer): vscode.TreeItem {
  const { profile, link, runs } = trainer;
  const { state } = link;
  const open = state.kind === 'open' || state.kind === 'stale';
  const item = new vscode.TreeItem(
    profile.label,
    open ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
  );
  const working = runs.filter((run) => run.state === 'running').length;
  // Another id lets the tree open it once it is connected.
  item.id = `${profile.id}:${open ? 'open' : 'closed'}`;
  item.description = `${linkText(state)}${state.kind === 'open' && working > 0 ? `, ${working} running` : ''}`;
  item.contextValue = {
    open: CONTEXTS.trainerOpen,
    stale: CONTEXTS.trainerStale,
    connecting: CONTEXTS.trainerStale,
    closed: CONTEXTS.trainerClosed,
  }[state.kind];
  item.iconPath =
    state.kind === 'stale'
      ? new vscode.ThemeIcon('debug-disconnect', new vscode.ThemeColor('list.warningForeground'))
      : new vscode.ThemeIcon(profile.kind === 'local' ? 'device-desktop' : 'remote');
  const tooltip = new vscode.MarkdownString('**').appendText(profile.label).appendMarkdown('** · ');
  tooltip.appendText(`${placeOf(profile)}\n\n${linkText(state)}`);
  if (state.kind === 'stale') tooltip.appendText(`: ${state.why}`);
  if (state.kind === 'closed' && state.why) tooltip.appendText(`: ${state.why}`);
  if (trainer.holder) tooltip.appendText(`\n\nControlled by ${trainer.holder}`);
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: `Trainer ${profile.label}, ${linkText(state)}` };
  return item;
}

function noteItem({ trainer, note, command, icon }: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(note);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.tooltip = note;
  if (command) item.command = { command, title: note, arguments: [trainer] };
  return item;
}

function runItem({ trainer, run: id }: RunNode): vscode.TreeItem {
  const run = trainer.run(id);
  if (!run) return new vscode.TreeItem(id);
  const stale = trainer.link.state.kind !== 'open';
  const item = new vscode.TreeItem(run.name);
  item.id = `${trainer.profile.id}/${run.id}`;
  item.description = runText(run);
  const [icon, color] = runIcon(run.state);
  item.iconPath = stale
    ? new vscode.ThemeIcon(icon, new vscode.ThemeColor('disabledForeground'))
    : new vscode.ThemeIcon(
        run.state === 'running' ? `${icon}~spin` : icon,
        color ? new vscode.ThemeColor(color) : undefined,
      );
  item.contextValue = contextOf(run);
  item.command = { command: COMMANDS.openRun, title: 'Open Run', arguments: [{ trainer, run: id }] };
  const tooltip = new vscode.MarkdownString('**').appendText(run.name).appendMarkdown('**\n\n');
  tooltip.appendText(`${runText(run)}\n\n${run.profile}, ${run.engine} · ${run.id}\n\n`);
  tooltip.appendText(`Since ${new Date(run.created).toLocaleString()}`);
  if (stale) tooltip.appendText(`\n\n${linkText(trainer.link.state)}`);
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: `Run ${run.name}, ${runText(run)}` };
  return item;
}

function contextOf(run: RunSummary): string {
  if (allows(run, 'pause')) return CONTEXTS.runActive;
  if (allows(run, 'resume')) return allows(run, 'stop') ? CONTEXTS.runPaused : CONTEXTS.runResumable;
  return allows(run, 'stop') ? CONTEXTS.runPausing : CONTEXTS.runEnded;
}
