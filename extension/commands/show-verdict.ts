/** What the last check said of an environment: its findings in a list, each leading to its line or its play. */
import * as vscode from 'vscode';
import type { Finding, Severity } from '../../server/protocol/finding.ts';
import type { WorkspaceEnvironment } from '../../server/protocol/language.ts';
import { COMMANDS } from '../contributions.ts';
import { editorRange, isPlayable } from '../language/finding.ts';
import { countsOf, measuresOf, stateOf, TITLES } from '../language/state.ts';

const ICONS: Readonly<Record<Severity, string>> = {
  error: '$(error)',
  warning: '$(warning)',
  information: '$(info)',
};

const REPLAY: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('debug-start'), tooltip: 'Replay' };
const RULE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('book'), tooltip: 'About the rule' };

interface Item extends vscode.QuickPickItem {
  readonly finding?: Finding;
  readonly command?: string;
}

export function showVerdict(uri: vscode.Uri, environment: WorkspaceEnvironment | undefined): void {
  const picker = vscode.window.createQuickPick<Item>();
  const { check } = environment ?? {};
  picker.title = environment
    ? `${environment.className}: ${TITLES[stateOf(environment)]}, ${countsOf(check)}`
    : 'Not checked';
  picker.placeholder = measuresOf(check).join(' · ');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = [
    ...(check?.findings ?? []).map((finding) => ({
      label: `${ICONS[finding.severity]} ${finding.code}`,
      description: `${finding.name}, line ${finding.range.start.line}`,
      detail: finding.message,
      buttons: isPlayable(finding) ? [REPLAY, RULE] : [RULE],
      finding,
    })),
    ...(check?.undecided ?? []).map(({ code, name, reason }) => ({
      label: `$(question) ${code}`,
      description: `${name}, not decided`,
      detail: reason,
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: '$(play) Check now', command: COMMANDS.check },
    { label: '$(game) Play', command: COMMANDS.play },
  ];
  picker.onDidTriggerItemButton(({ item, button }) => {
    if (!item.finding) return;
    picker.hide();
    void (button === REPLAY
      ? vscode.commands.executeCommand(COMMANDS.replay, uri.toString(), item.finding)
      : vscode.commands.executeCommand(COMMANDS.showRule, item.finding.code));
  });
  picker.onDidAccept(() => {
    const [item] = picker.selectedItems;
    picker.hide();
    if (item?.command) void vscode.commands.executeCommand(item.command, uri.toString());
    else if (item?.finding)
      void vscode.window.showTextDocument(uri, { selection: editorRange(item.finding.range) });
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}
