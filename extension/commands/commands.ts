/** Every command, registered. What takes more than a line has a file of its own. */
import * as vscode from 'vscode';
import { finding } from '../../server/protocol/finding.ts';
import { COMMANDS, type CommandId } from '../contributions.ts';
import { checkWithProgress, tellFailures } from '../language/checking.ts';
import type { Language } from '../language/client.ts';
import type { Environments } from '../language/environments.ts';
import { isPlayable } from '../language/finding.ts';
import type { PlayPanels } from '../panels/play-panel.ts';
import type { Tests } from '../testing/tests.ts';
import type { registerTrainers } from '../trainer/register.ts';
import { type EnvironmentsView, uriOfNode } from '../views/environments-view.ts';
import { newEnvironment } from './new-environment.ts';
import { repairSource } from './repair-source.ts';
import { showRule } from './rule-pages.ts';
import { showVerdict } from './show-verdict.ts';

export interface Parts {
  readonly context: vscode.ExtensionContext;
  readonly language: Language;
  readonly environments: Environments;
  readonly view: EnvironmentsView;
  readonly tests: Tests;
  readonly panels: PlayPanels;
  readonly log: vscode.LogOutputChannel;
  readonly trainerCommands: ReturnType<typeof registerTrainers>;
}

type Handler = (...given: readonly unknown[]) => unknown;

export function registerCommands(parts: Parts): vscode.Disposable[] {
  const { context, language, environments, view, tests, panels, log } = parts;
  const handlers: Readonly<Record<CommandId, Handler>> = {
    [COMMANDS.check]: (target) => check(parts, target),
    [COMMANDS.checkFolder]: (target) => checkFolder(parts, target),
    [COMMANDS.checkAll]: () => checkAll(parts, undefined, 'Checking all environments'),
    [COMMANDS.play]: (target) => {
      const uri = chosen(target);
      if (uri) panels.show(uri);
    },
    [COMMANDS.replay]: (target, given) => replay(parts, target, given),
    [COMMANDS.showVerdict]: (target) => {
      const uri = chosen(target);
      return uri && showVerdict(uri, environments.at(uri));
    },
    [COMMANDS.showRule]: (code) => showRule(language, typeof code === 'string' ? code : undefined),
    [COMMANDS.newEnvironment]: (target) => newEnvironment(context.extensionUri, target),
    [COMMANDS.repairSource]: () => repairSource(language),
    [COMMANDS.filterEnvironments]: () => view.askFilter(),
    [COMMANDS.clearFilter]: () => view.filter(''),
    [COMMANDS.groupByVerdict]: () => view.group('verdict'),
    [COMMANDS.groupBySkill]: () => view.group('skill'),
    [COMMANDS.groupByFolder]: () => view.group('folder'),
    [COMMANDS.refreshEnvironments]: () => environments.refresh(),
    [COMMANDS.restartServer]: () => language.restart(),
    [COMMANDS.showLog]: () => log.show(),
    ...parts.trainerCommands,
  };
  return Object.entries(handlers).map(([id, handler]) =>
    vscode.commands.registerCommand(id, async (...given: unknown[]) => {
      try {
        return await handler(...given);
      } catch (problem) {
        const reason = problem instanceof Error ? problem.message : String(problem);
        log.error(`${id}: ${reason}`);
        const choice = await vscode.window.showErrorMessage(`Spade Studio: ${reason}`, 'Show Log');
        if (choice) log.show();
      }
    }),
  );

  /** A test message's menu hands over the test; a lens or an action a URI and a finding. */
  function replay({ panels }: Parts, target: unknown, given: unknown): void {
    const test = typeof target === 'object' && target !== null && 'test' in target ? target.test : undefined;
    const found = isTestItem(test) ? tests.findingOf(test) : undefined;
    const uri = found?.uri ?? chosen(target);
    const read = found ? { success: true as const, data: found.finding } : finding.safeParse(given);
    if (!uri || !read.success) return;
    if (isPlayable(read.data)) panels.show(uri, read.data);
    else
      void vscode.window.showInformationMessage(
        `${read.data.code} was seen by reading line ${read.data.range.start.line}: there is nothing to play.`,
      );
  }
}

/** What a lens, a menu or the palette means: a URI, a node of a view, or the active editor. */
function chosen(target: unknown): vscode.Uri | undefined {
  if (target instanceof vscode.Uri) return target;
  const text = typeof target === 'string' ? target : uriOfNode(target);
  if (text !== undefined) return vscode.Uri.parse(text);
  const { document } = vscode.window.activeTextEditor ?? {};
  if (document?.languageId === 'python') return document.uri;
  void vscode.window.showInformationMessage('Open the Python file of an environment first.');
  return undefined;
}

async function check(parts: Parts, target: unknown): Promise<void> {
  const uri = chosen(target);
  if (!uri) return;
  const name = uri.path.split('/').at(-1) ?? '';
  const result = await checkWithProgress(parts.language, `Checking ${name}`, [uri.toString()], {
    fresh: true,
  });
  if (!result) return;
  await tellFailures(result, parts.log);
  if (result.checked.length === 0 && result.failed.length === 0)
    void vscode.window.showInformationMessage(
      `${name} holds no environment: there is no class whose name ends in Env and that has reset and step.`,
    );
}

async function checkFolder(parts: Parts, target: unknown): Promise<void> {
  if (!(target instanceof vscode.Uri)) return;
  const prefix = `${target.toString()}/`;
  const inside = (await parts.environments.all()).filter(({ uri }) => uri.startsWith(prefix));
  if (inside.length === 0) {
    void vscode.window.showInformationMessage(
      `${vscode.workspace.asRelativePath(target)} holds no environments.`,
    );
    return;
  }
  await checkAll(
    parts,
    inside.map(({ uri }) => uri),
    `Checking ${vscode.workspace.asRelativePath(target)}`,
  );
}

async function checkAll(parts: Parts, uris: readonly string[] | undefined, title: string): Promise<void> {
  const result = await checkWithProgress(parts.language, title, uris);
  if (result) await tellFailures(result, parts.log);
}

const isTestItem = (value: unknown): value is vscode.TestItem =>
  typeof value === 'object' && value !== null && 'id' in value && 'children' in value && 'uri' in value;
