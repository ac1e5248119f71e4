/** Two modest hints of the last playtest: who wins, at the class, and the rewards that were seen, at `step`. */
import { type InlayHint, InlayHintKind, InlayHintRefreshRequest } from 'vscode-languageserver';
import type { Range } from '../../protocol/range.ts';
import { headOf } from '../diagnosis.ts';
import { levelsText, winsText } from '../measures-text.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Method } from './method.ts';
import { refreshOnTouch } from './refresh.ts';

export const inlayHints: Method = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(server) {
    const { connection, session, checks } = server;
    connection.languages.inlayHint.on(({ textDocument: { uri }, range }): InlayHint[] => {
      const snapshot = session.settings.inlayHints.enabled ? session.environment(uri) : undefined;
      const check = snapshot && checks.lastCheck(snapshot);
      const name = snapshot?.facts.environment?.name;
      if (!snapshot || !check?.measures || name === undefined) return [];
      const stale = check.stale ? ' (before your last changes)' : '';
      const wins = winsText(check.measures);
      const step = stepOf(snapshot);
      const hints = [
        ...(wins === undefined ? [] : [hintAt(snapshot, headOf(snapshot, name), `${wins}${stale}`)]),
        ...(step
          ? [hintAt(snapshot, step, `rewards ${levelsText(check.measures.rewardLevels)}${stale}`)]
          : []),
      ];
      return hints.filter(({ position: { line } }) => range.start.line <= line && line <= range.end.line);
    });
    refreshOnTouch(server, InlayHintRefreshRequest.type, ({ refreshHints }) => refreshHints);
  },
};

function stepOf({ facts }: Snapshot): Range | undefined {
  const node = facts.method('step')?.node;
  return node && facts.range({ start: node.nameStart, end: node.nameStart + node.name.length });
}

/** At the end of the line. */
function hintAt({ document }: Snapshot, { start: { line } }: Range, label: string): InlayHint {
  const start = document.lineStarts[line - 1] ?? 0;
  const next = document.text.indexOf('\n', start);
  const text = document.text.slice(start, next < 0 ? undefined : next).replace(/\r$/, '');
  return {
    position: { line: line - 1, character: text.length },
    label,
    kind: InlayHintKind.Type,
    paddingLeft: true,
  };
}
