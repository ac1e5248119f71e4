/** Takes environments of runs into the workspace: as a file to work on, or into a pool with its manifest. */
import * as vscode from 'vscode';
import type { EnvironmentDetail } from '../../server/protocol/run-records.ts';
import { fileNameOf } from '../commands/names.ts';
import { freeName, withEnvironment } from './pool-entry.ts';

const MANIFEST = 'manifest.json';
/** Manifests that are looked at. */
const MANY = 200;

/** Copies the source into the workspace's folder and opens it. */
export async function copyToWorkspace(detail: EnvironmentDetail): Promise<void> {
  const folder = await workspaceFolder();
  if (!folder) return;
  const name = freeName(fileOf(detail), await namesIn(folder));
  const uri = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(detail.source));
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
}

/** Adds the source to a pool of the workspace, which is asked for, and made where there is none. */
export async function addToPool(detail: EnvironmentDetail, run: string): Promise<void> {
  if (!(await isWanted(detail))) return;
  const folder = await poolFolder();
  if (!folder) return;
  const file = vscode.Uri.joinPath(folder, MANIFEST);
  const text = await textOf(file);
  const pool = folder.path.split('/').at(-1) ?? 'pool';
  const added = withEnvironment(text, pool, detail, run, fileOf(detail), await namesIn(folder));
  const shown = vscode.workspace.asRelativePath(folder);
  if ('problem' in added) throw new Error(`${shown}: ${added.problem}`);
  if ('there' in added) {
    void vscode.window.showInformationMessage(`${shown} holds this very source already, as ${added.there}.`);
    return;
  }
  const uri = vscode.Uri.joinPath(folder, added.path);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(detail.source));
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(added.text));
  const open = 'Open It';
  const told = `${added.path} is now in the pool ${shown}.`;
  const choice = await vscode.window.showInformationMessage(told, open);
  if (choice === open) await vscode.window.showTextDocument(uri);
}

/** What was not found sound is taken only when the person says so. */
async function isWanted({ verdict, accepted, rejection }: EnvironmentDetail): Promise<boolean> {
  if (accepted && verdict === 'sound') return true;
  const add = 'Add It All the Same';
  const choice = await vscode.window.showWarningMessage(
    `The run found this environment ${accepted ? verdict : 'not fit to train on'}.`,
    { modal: true, detail: rejection ?? 'A pool is meant for environments that can be trusted.' },
    add,
  );
  return choice === add;
}

async function workspaceFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only, another] = folders;
  if (!only) throw new Error('Open a folder first: there is no workspace to copy it into.');
  if (!another) return only.uri;
  return (await vscode.window.showWorkspaceFolderPick())?.uri;
}

/** One of the folders with a manifest, or a new one. */
async function poolFolder(): Promise<vscode.Uri | undefined> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!root) throw new Error('Open a folder first: pools are folders of the workspace.');
  const found = await vscode.workspace.findFiles(`**/${MANIFEST}`, '**/node_modules/**', MANY);
  const pools: vscode.Uri[] = [];
  for (const uri of found)
    if (/"environments"\s*:/.test((await textOf(uri)) ?? '')) pools.push(vscode.Uri.joinPath(uri, '..'));
  const made = { label: '$(new-folder) A new pool…', folder: undefined };
  const items = pools.map((folder) => ({ label: vscode.workspace.asRelativePath(folder), folder }));
  const picked = await vscode.window.showQuickPick([...items, made], {
    title: 'Send to a pool',
    placeHolder: 'Which pool is it for?',
    // The list before this one gives the focus back late, which would close it.
    ignoreFocusOut: true,
  });
  if (!picked || picked.folder) return picked?.folder;
  const name = await vscode.window.showInputBox({
    title: 'A new pool',
    prompt: 'Its folder in the workspace.',
    value: 'pool',
    validateInput: (text) =>
      /^[\w-][\w./-]*$/.test(text) && !text.includes('..')
        ? undefined
        : 'A folder of the workspace, such as pool.',
  });
  return name ? vscode.Uri.joinPath(root, name) : undefined;
}

const fileOf = ({ className }: EnvironmentDetail): string =>
  fileNameOf(className !== null && /^(?!Env$)\w{1,80}$/.test(className) ? className : 'GeneratedEnv');

async function namesIn(folder: vscode.Uri): Promise<Set<string>> {
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  return new Set(entries.map(([name]) => name));
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
