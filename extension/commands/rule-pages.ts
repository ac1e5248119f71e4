/** The pages of rules, as read-only documents in the editor's own Markdown preview. */
import * as vscode from 'vscode';
import { RULES } from '../../server/contract/rules.ts';
import { RULE_SCHEME } from '../contributions.ts';
import type { Language } from '../language/client.ts';

/** @param code asked for when it is not given. */
export async function showRule(language: Language, code: string | undefined): Promise<void> {
  const wanted = code ?? (await pickRule());
  if (wanted === undefined) return;
  const uri = vscode.Uri.from({ scheme: RULE_SCHEME, path: `/${wanted}.md` });
  if ((await language.rulePage(wanted)) === null) throw new Error(`There is no page of a rule ${wanted}.`);
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}

async function pickRule(): Promise<string | undefined> {
  const items = RULES.map(({ code, name, severity, by }) => ({
    label: code,
    description: name,
    detail: `${severity}, seen by ${by.map((way) => (way === 'static' ? 'reading' : 'playing')).join(' and ')}`,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Rules',
    placeHolder: 'Which rule?',
    matchOnDescription: true,
  });
  return picked?.label;
}

/** Reads pages for the preview. */
export function rulePages(language: Language): vscode.TextDocumentContentProvider {
  return {
    provideTextDocumentContent: async ({ path }) => {
      const code = path.replace(/^\/|\.md$/g, '');
      return (await language.rulePage(code)) ?? `There is no rule ${code}.`;
    },
  };
}
