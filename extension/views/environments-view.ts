/** The view of all environments, in groups by verdict, skill or folder, with a filter. */
import * as vscode from 'vscode';
import type { WorkspaceEnvironment } from '../../server/protocol/language.ts';
import { CONTEXT_KEYS, CONTEXTS, VIEWS } from '../contributions.ts';
import type { Environments } from '../language/environments.ts';
import { countsOf, measuresOf, plural, STATES, stateOf, TITLES } from '../language/state.ts';
import { iconOf } from '../language/verdict.ts';
import { type Group, type Grouping, groupsOf, matches } from './groups.ts';

/** Milliseconds between two drawings while results stream in. */
const REDRAW = 150;

type Node = Group | WorkspaceEnvironment;
const isGroup = (node: Node): node is Group => 'environments' in node;

export class EnvironmentsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #environments: Environments;
  readonly #memory: vscode.Memento;
  readonly #view: vscode.TreeView<Node>;
  readonly #changes = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: vscode.Disposable[];
  #groups: readonly Group[] = [];
  #filter = '';
  #redraw: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changes.event;

  constructor(environments: Environments, memory: vscode.Memento) {
    this.#environments = environments;
    this.#memory = memory;
    this.#view = vscode.window.createTreeView(VIEWS.environments, {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#subscriptions = [
      this.#view,
      this.#changes,
      environments.onChange(() => this.#soon()),
      new vscode.Disposable(() => clearTimeout(this.#redraw)),
    ];
    this.#setKeys();
  }

  get #grouping(): Grouping {
    return this.#memory.get<Grouping>(CONTEXT_KEYS.group, 'verdict');
  }

  async group(by: Grouping): Promise<void> {
    await this.#memory.update(CONTEXT_KEYS.group, by);
    this.#setKeys();
    this.#changes.fire(undefined);
  }

  /** Asks what to show. */
  async askFilter(): Promise<void> {
    const text = await vscode.window.showInputBox({
      title: 'Filter environments',
      prompt: 'Part of a class, file, skill or rule: lever, tool_use, SP501. Empty shows all.',
      value: this.#filter,
    });
    if (text !== undefined) this.filter(text);
  }

  filter(text: string): void {
    this.#filter = text.trim();
    this.#setKeys();
    this.#changes.fire(undefined);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return isGroup(node) ? [...node.environments] : [];
    const all = await this.#environments.all();
    const shown = all.filter((environment) => matches(environment, this.#filter));
    this.#describe(all.length, shown.length, shown);
    this.#groups = groupsOf(shown, this.#grouping);
    return [...this.#groups];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return isGroup(node) ? groupItem(node) : environmentItem(node);
  }

  getParent(node: Node): Node | undefined {
    return isGroup(node) ? undefined : this.#groups.find(({ environments }) => environments.includes(node));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #soon(): void {
    this.#redraw ??= setTimeout(() => {
      this.#redraw = undefined;
      this.#changes.fire(undefined);
    }, REDRAW);
  }

  #describe(all: number, shown: number, environments: readonly WorkspaceEnvironment[]): void {
    this.#view.message =
      this.#filter && all > 0 ? `${shown} of ${plural(all, 'environment')} match “${this.#filter}”.` : '';
    const unsound = environments.filter((environment) => stateOf(environment) === 'unsound').length;
    this.#view.badge =
      unsound > 0 ? { value: unsound, tooltip: `${plural(unsound, 'environment')} unsound` } : undefined;
  }

  #setKeys(): void {
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.filtered, this.#filter !== '');
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.group, this.#grouping);
  }
}

function groupItem(group: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(group.title, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `group:${group.title}`;
  item.description = String(group.environments.length);
  const state = STATES.find((one) => TITLES[one] === group.title);
  if (state) item.iconPath = iconOf(state);
  return item;
}

function environmentItem(environment: WorkspaceEnvironment): vscode.TreeItem {
  const uri = vscode.Uri.parse(environment.uri);
  const state = stateOf(environment);
  const item = new vscode.TreeItem(environment.className);
  item.id = environment.uri;
  item.description = environment.check ? countsOf(environment.check) : environment.profile;
  item.iconPath = iconOf(state);
  item.contextValue = CONTEXTS.environment;
  item.command = {
    command: 'vscode.open',
    title: 'Open',
    arguments: [uri, { selection: new vscode.Range(environment.line - 1, 0, environment.line - 1, 0) }],
  };
  item.accessibilityInformation = {
    label: `${environment.className}, ${TITLES[state]}, ${countsOf(environment.check)}`,
  };
  const tooltip = new vscode.MarkdownString('**').appendText(environment.className);
  tooltip.appendMarkdown(`** · ${TITLES[state]} · ${environment.profile}\n\n`);
  tooltip.appendText(vscode.workspace.asRelativePath(uri));
  if (environment.skill) tooltip.appendMarkdown('\n\nSkill: ').appendText(environment.skill);
  tooltip.appendMarkdown('\n\n');
  for (const line of measuresOf(environment.check))
    tooltip.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
  for (const finding of environment.check?.findings ?? [])
    tooltip
      .appendMarkdown(`- ${finding.severity} ${finding.code} `)
      .appendText(finding.name)
      .appendMarkdown('\n');
  item.tooltip = tooltip;
  return item;
}

/** What a menu of the view hands to a command, as a URI. */
export const uriOfNode = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'uri' in node && typeof node.uri === 'string'
    ? node.uri
    : undefined;
