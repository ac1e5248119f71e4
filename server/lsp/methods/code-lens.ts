/** Above the class: the last verdict, and what can be done. */
import { type CodeLens, CodeLensRefreshRequest, type Command } from 'vscode-languageserver';
import { CLIENT_COMMANDS, type LastCheck } from '../../protocol/language.ts';
import { headOf } from '../diagnosis.ts';
import { VERDICTS } from '../measures-text.ts';
import { toLspRange } from '../ranges.ts';
import type { Method } from './method.ts';
import { refreshOnTouch } from './refresh.ts';

export const codeLens: Method = {
  capabilities: () => ({ codeLensProvider: {} }),
  register(server) {
    const { connection, session, checks } = server;
    connection.onCodeLens(({ textDocument: { uri } }): CodeLens[] => {
      const snapshot = session.settings.codeLens.enabled ? session.environment(uri) : undefined;
      const name = snapshot?.facts.environment?.name;
      if (!snapshot || name === undefined) return [];
      const range = toLspRange(headOf(snapshot, name));
      const check = checks.lastCheck(snapshot);
      const lens = (title: string, command: string): CodeLens => ({
        range,
        command: { title, command, arguments: [uri] } satisfies Command,
      });
      return [
        ...(check ? [lens(verdictTitle(check), CLIENT_COMMANDS.showVerdict)] : []),
        ...(session.trusted
          ? [
              lens('Check', CLIENT_COMMANDS.check),
              lens('Play', CLIENT_COMMANDS.play),
              lens('Roll out', CLIENT_COMMANDS.rollOut),
            ]
          : []),
      ];
    });
    refreshOnTouch(server, CodeLensRefreshRequest.type, ({ refreshLenses }) => refreshLenses);
  },
};

/** `Unsound: 2 errors, 1 warning (before your last changes)` */
function verdictTitle({ verdict, findings, undecided, stale }: LastCheck): string {
  const counted = (severity: string, noun: string): string[] => {
    const found = findings.filter((finding) => finding.severity === severity).length;
    return found === 0 ? [] : [`${found} ${noun}${found === 1 ? '' : 's'}`];
  };
  const open = verdict === 'undecided' ? undecided.filter(({ severity }) => severity === 'error').length : 0;
  const parts = [
    ...counted('error', 'error'),
    ...counted('warning', 'warning'),
    ...(open > 0 ? [`${open} not decided`] : []),
  ];
  return `${VERDICTS[verdict]}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}${stale ? ' (before your last changes)' : ''}`;
}
