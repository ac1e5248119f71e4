/** Repairs a designer's raw output in the active editor, or from the clipboard where no editor is open. */
import * as vscode from 'vscode';
import type { Language } from '../language/client.ts';
import { plural } from '../language/state.ts';

/** Changes that are named in the message. */
const NAMED = 3;

export async function repairSource(language: Language): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = editor ? editor.document.getText() : await vscode.env.clipboard.readText();
  if (text.trim() === '') {
    void vscode.window.showInformationMessage(
      'Paste what the designer wrote into an editor, or copy it, and run this again.',
    );
    return;
  }
  const { source, changes } = await language.repair(text);
  if (!editor) {
    const document = await vscode.workspace.openTextDocument({ language: 'python', content: source });
    await vscode.window.showTextDocument(document);
  } else if (source !== text) {
    const { document } = editor;
    const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, whole, source);
    await vscode.workspace.applyEdit(edit);
    if (document.languageId === 'plaintext' || document.languageId === 'markdown')
      await vscode.languages.setTextDocumentLanguage(document, 'python');
  }
  const told = changes.slice(0, NAMED).map(({ line, message }) => `line ${line}: ${message}`);
  void vscode.window.showInformationMessage(
    changes.length === 0
      ? 'Nothing had to be repaired: there is no fence around the source and no brace to double.'
      : `${plural(changes.length, 'repair')}: ${told.join('; ')}${changes.length > NAMED ? '; …' : ''}. Undo takes all back.`,
  );
}
