/** What the extension is made of. Nothing here waits: the server starts in its own time, and asks come after. */
import * as vscode from 'vscode';
import { registerCommands } from './commands/commands.ts';
import { rulePages } from './commands/rule-pages.ts';
import { RULE_SCHEME } from './contributions.ts';
import { Language } from './language/client.ts';
import { Environments } from './language/environments.ts';
import { Status } from './language/status.ts';
import { PlayPanels } from './panels/play-panel.ts';
import { Tests } from './testing/tests.ts';
import { registerTools } from './tools/tools.ts';
import { registerTrainers } from './trainer/register.ts';
import { EnvironmentsView } from './views/environments-view.ts';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Spade Studio', { log: true });
  const language = new Language(context, log);
  const environments = new Environments(language);
  const tests = new Tests(language, environments, log);
  const view = new EnvironmentsView(environments, context.workspaceState);
  const panels = new PlayPanels({ context, language, environments, log });
  const trainerCommands = registerTrainers({ context, language, panels, log });
  context.subscriptions.push(
    log,
    language,
    environments,
    tests,
    view,
    panels,
    new Status(language, environments),
    vscode.workspace.registerTextDocumentContentProvider(RULE_SCHEME, rulePages(language)),
    ...registerTools(language),
    ...registerCommands({ context, language, environments, view, tests, panels, log, trainerCommands }),
  );
}
