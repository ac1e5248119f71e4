/** A new environment from a template that is sound: the profile and the name are asked, the file is opened. */
import * as vscode from 'vscode';
import { classNameOf, fileNameOf, nameProblem } from './names.ts';

/** The name that templates carry where the new one goes. */
const PLACEHOLDER = 'TemplateEnv';

const PROFILES = [
  {
    label: '$(game) Game',
    description: 'actions in \\boxed{…}',
    detail: 'The agent acts by text, sees what its action did, and is paid at the end.',
    file: 'games.py',
  },
  {
    label: '$(tools) Tool use',
    description: 'a ToolUseBaseEnv with tools and criteria',
    detail: 'The agent calls tools to change a state until every message is dealt with.',
    file: 'tool_use.py',
  },
];

/** @param target the folder of a context menu; the workspace's first folder otherwise. */
export async function newEnvironment(extension: vscode.Uri, target: unknown): Promise<void> {
  const profile = await vscode.window.showQuickPick(PROFILES, {
    title: 'New environment (1/2)',
    placeHolder: 'What kind of environment is it?',
  });
  if (!profile) return;
  const name = await vscode.window.showInputBox({
    title: 'New environment (2/2)',
    prompt: 'Name of its class, in words or in CamelCase. The file is named after it.',
    placeHolder: 'Tide Pool',
    validateInput: nameProblem,
  });
  if (!name) return;
  const className = classNameOf(name);
  const template = vscode.Uri.joinPath(extension, 'extension', 'templates', profile.file);
  const bytes = await vscode.workspace.fs.readFile(template);
  const source = new TextDecoder().decode(bytes).replaceAll(PLACEHOLDER, className);
  const folder = await folderFor(target);
  const document = folder
    ? await created(vscode.Uri.joinPath(folder, fileNameOf(className)), source)
    : await vscode.workspace.openTextDocument({ language: 'python', content: source });
  if (document) await vscode.window.showTextDocument(document);
}

async function folderFor(target: unknown): Promise<vscode.Uri | undefined> {
  if (target instanceof vscode.Uri) {
    const { type } = await vscode.workspace.fs.stat(target);
    return type === vscode.FileType.Directory ? target : vscode.Uri.joinPath(target, '..');
  }
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** `undefined` when the file is there already and is kept. */
async function created(uri: vscode.Uri, source: string): Promise<vscode.TextDocument | undefined> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(source) });
  if (await vscode.workspace.applyEdit(edit)) return vscode.workspace.openTextDocument(uri);
  const open = 'Open It';
  const name = vscode.workspace.asRelativePath(uri);
  const choice = await vscode.window.showWarningMessage(`${name} exists already. Nothing was changed.`, open);
  return choice === open ? vscode.workspace.openTextDocument(uri) : undefined;
}
