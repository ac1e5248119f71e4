/** The suite that runs inside the extension host: what the editor's own interfaces say of the extension. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { COMMANDS, EXTENSION_ID, TOOLS } from '../../../extension/contributions.ts';
import { type Cases, runCases } from './run.ts';

/** Milliseconds between looks. */
const PAUSE = 100;

const cases: Cases = {
  'sleeps until a Python file is opened': async () => {
    const extension = found();
    assert.equal(extension.isActive, false);
    await vscode.window.showTextDocument(await opened('cipher_relay.py'));
    await until(() => extension.isActive, 'the extension is active');
  },

  'registers every command': async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(COMMANDS).filter((command) => !registered.has(command)),
      [],
    );
  },

  'marks what reading shows, with a code that leads to its page': async () => {
    const document = await opened('cipher_relay.py');
    await until(() => codes(document.uri).includes('SP701'), 'SP701 is told');
  },

  'leaves a Python file alone that holds no environment': async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'python',
      content: 'import os\nprint(os.environ)\n',
    });
    await vscode.window.showTextDocument(document);
    await sleep(2_000);
    assert.deepEqual(codes(document.uri), []);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    assert.deepEqual(lenses, []);
  },

  'offers lenses above the class, and fixes for what is wrong': async () => {
    const { uri } = await opened('cipher_relay.py');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      10,
    );
    const commands = lenses.map(({ command }) => command?.command);
    assert.ok(commands.includes(COMMANDS.check) && commands.includes(COMMANDS.play), commands.join());
    const range = vscode.languages.getDiagnostics(uri).find(({ code }) => codeOf(code) === 'SP701')?.range;
    assert.ok(range);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
    );
    assert.ok(actions.some(({ title }) => title === 'Double the backslash'));
  },

  'plays an environment on command, and marks what playing shows': async () => {
    const { uri } = await opened('cipher_relay.py');
    await vscode.commands.executeCommand(COMMANDS.check, uri.toString());
    await until(() => codes(uri).includes('SP510'), 'SP510 is told');
  },

  'gives coding agents the verdict and a play': async () => {
    const path = 'environments/games-studio/cipher_relay.py';
    const checked = await vscode.lm.invokeTool(TOOLS.check, {
      input: { path },
      toolInvocationToken: undefined,
    });
    assert.match(textOf(checked), /unsound[\s\S]*SP510/);
    const played = await vscode.lm.invokeTool(TOOLS.play, {
      input: { path, actions: ['\\boxed{nothing}'] },
      toolInvocationToken: undefined,
    });
    assert.match(textOf(played), /telegraph line/);
  },
};

export const run = (): Promise<void> => runCases(cases);

function found(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension(EXTENSION_ID);
  assert.ok(extension, 'the extension is installed');
  return extension;
}

async function opened(name: string): Promise<vscode.TextDocument> {
  const [uri] = await vscode.workspace.findFiles(`**/${name}`);
  assert.ok(uri, `${name} is in the workspace`);
  return vscode.workspace.openTextDocument(uri);
}

const codeOf = (code: vscode.Diagnostic['code']): string =>
  String(typeof code === 'object' ? code.value : code);

const codes = (uri: vscode.Uri): string[] =>
  vscode.languages.getDiagnostics(uri).map(({ code }) => codeOf(code));

const textOf = ({ content }: vscode.LanguageModelToolResult): string =>
  content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 50_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within 50 s: ${what}`);
    await sleep(PAUSE);
  }
}
