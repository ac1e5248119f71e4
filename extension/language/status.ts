/** The status bar: what the last check said of the environment in the active editor. */
import * as vscode from 'vscode';
import { COMMANDS } from '../contributions.ts';
import type { Language } from './client.ts';
import type { Environments } from './environments.ts';
import { countsOf, measuresOf, plural, stateOf, TITLES } from './state.ts';
import { codicon } from './verdict.ts';

/** Beside the language's own items. */
const PRIORITY = 90;

export class Status implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #language: Language;
  readonly #environments: Environments;
  readonly #subscriptions: vscode.Disposable[];

  constructor(language: Language, environments: Environments) {
    this.#language = language;
    this.#environments = environments;
    this.#item = vscode.window.createStatusBarItem('spade.status', vscode.StatusBarAlignment.Right, PRIORITY);
    this.#item.name = 'Spade Studio';
    const show = () => this.#show();
    this.#subscriptions = [
      this.#item,
      language.onStatus(show),
      environments.onChange(show),
      vscode.window.onDidChangeActiveTextEditor(show),
    ];
    this.#show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(): void {
    const { status } = this.#language;
    const uri = vscode.window.activeTextEditor?.document.uri;
    const environment = uri && this.#environments.at(uri);
    if (!environment && status.checking === 0) {
      this.#item.hide();
      return;
    }
    const state = environment ? stateOf(environment) : 'unchecked';
    const name = environment?.className ?? plural(status.checking, 'environment');
    const tooltip = new vscode.MarkdownString('', true);
    tooltip.isTrusted = { enabledCommands: Object.values(COMMANDS) };
    if (environment) {
      tooltip.appendMarkdown('**').appendText(name).appendMarkdown(`** · ${TITLES[state]}\n\n`);
      tooltip.appendText(countsOf(environment.check)).appendMarkdown('\n\n');
      for (const line of measuresOf(environment.check))
        tooltip.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
      const argument = encodeURIComponent(JSON.stringify([environment.uri]));
      tooltip.appendMarkdown(
        `\n[$(play) Check](command:${COMMANDS.check}?${argument}) · [$(game) Play](command:${COMMANDS.play}?${argument}) · [$(list-unordered) Findings](command:${COMMANDS.showVerdict}?${argument})\n\n`,
      );
    }
    tooltip.appendMarkdown(`[$(output) Log](command:${COMMANDS.showLog})\n\n`);
    if (status.reason) tooltip.appendMarkdown('$(warning) ').appendText(status.reason);
    this.#item.tooltip = tooltip;
    this.#item.command =
      environment && status.checking === 0
        ? { command: COMMANDS.showVerdict, title: 'Show findings', arguments: [environment.uri] }
        : COMMANDS.showLog;
    const busy = status.checking > 0 ? `$(sync~spin) Checking ${plural(status.checking, 'environment')}` : '';
    this.#item.text =
      busy || `${codicon(state)} ${environment?.check ? countsOf(environment.check) : TITLES[state]}`;
    this.#item.accessibilityInformation = {
      label: `Spade Studio: ${name}, ${busy ? 'being checked' : `${TITLES[state]}, ${countsOf(environment?.check)}`}`,
    };
    this.#item.backgroundColor =
      status.playing === 'unavailable' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }
}
