/** Code actions: fixes of one finding, of a rule, of all; a suppression; the rule's page; the evidence played again. */
import { type CodeAction, CodeActionKind, type Diagnostic, type TextEdit } from 'vscode-languageserver';
import type { Finding } from '../../protocol/finding.ts';
import { CLIENT_COMMANDS, diagnosticData } from '../../protocol/language.ts';
import { mend } from '../../workspace/reading.ts';
import { SOURCE } from '../diagnosis.ts';
import { editBetween, toTextEdit } from '../ranges.ts';
import type { Server } from '../server.ts';
import type { Snapshot } from '../snapshot.ts';
import { ignoreEdit } from '../suppress.ts';
import type { Method } from './method.ts';

const FIX_ALL = `${CodeActionKind.SourceFixAll}.spade`;

export const codeActions: Method = {
  capabilities: () => ({
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
  }),
  register(server) {
    server.connection.onCodeAction(({ textDocument: { uri }, context }): CodeAction[] => {
      const snapshot = server.session.environment(uri);
      if (!snapshot) return [];
      const wants = (kind: string) =>
        context.only === undefined ||
        context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
      return [
        ...(wants(CodeActionKind.QuickFix)
          ? context.diagnostics.flatMap((diagnostic) => actionsFor(server, snapshot, diagnostic))
          : []),
        // Unless it is asked for, this is for the menu of the whole source.
        ...(wants(FIX_ALL) ? fixAllIn(server, snapshot) : []),
      ];
    });
  },
};

function actionsFor(server: Server, snapshot: Snapshot, diagnostic: Diagnostic): CodeAction[] {
  if (diagnostic.source !== SOURCE) return [];
  const finding = findingOf(server, snapshot, diagnostic);
  if (!finding) return [];
  const { uri } = snapshot;
  const common = { kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] };
  const edit = (edits: TextEdit[]) => ({ edit: { changes: { [uri]: edits } } });
  const actions: CodeAction[] = [];
  if (finding.fix)
    actions.push({
      ...common,
      title: finding.fix.title,
      isPreferred: true,
      ...edit(finding.fix.edits.map(toTextEdit)),
    });
  if (finding.evidence?.play)
    actions.push({
      ...common,
      title: 'Replay the evidence',
      command: { title: 'Replay', command: CLIENT_COMMANDS.replay, arguments: [uri, finding] },
    });
  const all = finding.fix ? fixesOfRule(server, snapshot, finding) : undefined;
  if (all) actions.push({ ...common, title: `Fix all ${finding.code} in this file`, ...edit([all]) });
  const ignore = ignoreEdit(snapshot, finding);
  if (ignore)
    actions.push({ ...common, title: `Ignore ${finding.code} on this line`, ...edit([toTextEdit(ignore)]) });
  actions.push({
    ...common,
    title: `Show the rule ${finding.code} ${finding.name}`,
    command: { title: 'Show rule', command: CLIENT_COMMANDS.showRule, arguments: [finding.code] },
  });
  return actions;
}

/** The finding that the diagnostic carries; editors that drop `data` get the one at its place. */
function findingOf(
  server: Server,
  snapshot: Snapshot,
  { data, code, range }: Diagnostic,
): Finding | undefined {
  const carried = diagnosticData.safeParse(data).data?.finding;
  if (carried) return carried;
  const same = server.readings
    .of(snapshot)
    .items.find((item) => item.code === code && item.range.start.line === range.start.line);
  return diagnosticData.safeParse(same?.data).data?.finding;
}

/** Also where one fix gets in the way of another: they are made in rounds. */
function fixesOfRule(server: Server, snapshot: Snapshot, { code }: Finding): TextEdit | undefined {
  const fixable = server.readings
    .of(snapshot)
    .items.filter((item) => item.code === code && diagnosticData.safeParse(item.data).data?.finding?.fix);
  if (fixable.length < 2) return undefined;
  const { playtest, policy } = server.projects.lenient(snapshot.uri);
  const alone = { ...policy, selected: new Set([code]) };
  return editBetween(snapshot.text, mend(snapshot.text, playtest, alone).source);
}

function fixAllIn({ projects }: Server, snapshot: Snapshot): CodeAction[] {
  const { playtest, policy } = projects.lenient(snapshot.uri);
  const edit = editBetween(snapshot.text, mend(snapshot.text, playtest, policy).source);
  if (!edit) return [];
  const changes = { [snapshot.uri]: [edit] };
  return [{ title: 'Fix all that Spade can fix', kind: FIX_ALL, edit: { changes } }];
}
