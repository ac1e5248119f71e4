/** Lists what a run has designed, the rejected first, and opens what is picked. */
import * as vscode from 'vscode';
import { inline } from '../../server/contract/visible.ts';
import type { Result } from '../../server/protocol/daemon.ts';
import type { EnvironmentHeader } from '../../server/protocol/run-records.ts';
import type { ChosenRun } from './choosing.ts';
import type { RunDocuments } from './run-documents.ts';

/** Designs that are listed at most of each kind; the run's page shows all. */
const SHOWN = 500;

export async function browse({ trainer, run }: ChosenRun, documents: RunDocuments): Promise<void> {
  const [rejected, accepted] = await Promise.all(
    [false, true].map((kind) =>
      newest((after) =>
        trainer.link.ask('run/environments', { run: run.id, accepted: kind, after, limit: SHOWN }),
      ),
    ),
  );
  const items = [...group('Rejected', rejected ?? []), ...group('Accepted', accepted ?? [])];
  if (items.length === 0) {
    void vscode.window.showInformationMessage(`${run.name} has designed nothing yet.`);
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: `Environments of ${run.name}`,
    placeHolder: 'Part of a name, a skill or a rule: lever, planning, SP501',
    matchOnDescription: true,
    matchOnDetail: true,
    // The list before this one gives the focus back late, which would close it.
    ignoreFocusOut: true,
  });
  if (picked?.design)
    await documents.open({ trainer: trainer.profile.id, run: run.id, environment: picked.design.id });
}

/** The last page, as far as one page goes. */
async function newest(
  ask: (after: number) => Promise<Result<'run/environments'>>,
): Promise<EnvironmentHeader[]> {
  let last: EnvironmentHeader[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Result<'run/environments'> = await ask(after);
    last = [...last, ...page.items].slice(-SHOWN);
    after = page.next;
  }
  return last.reverse();
}

interface Item extends vscode.QuickPickItem {
  readonly design?: EnvironmentHeader;
}

function group(title: string, designs: readonly EnvironmentHeader[]): Item[] {
  if (designs.length === 0) return [];
  const separator = { label: title, kind: vscode.QuickPickItemKind.Separator };
  return [
    separator,
    ...designs.map((design) => ({
      label: `$(${design.accepted ? 'pass' : 'error'}) ${inline(design.className ?? 'no class')}`,
      description: inline(`step ${design.step} · ${design.skill}`),
      detail: inline(design.rejection ?? design.rules.join(', ')).slice(0, 200),
      design,
    })),
  ];
}
