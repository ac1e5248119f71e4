/** A finding in the editor's terms. */
import * as vscode from 'vscode';
import { evidenceLines, playsOf } from '../../server/contract/evidence-text.ts';
import type { Finding } from '../../server/protocol/finding.ts';
import type { Range } from '../../server/protocol/range.ts';

/** Lines count from 0 in the editor, from 1 in ours. */
export const editorRange = ({ start, end }: Range): vscode.Range =>
  new vscode.Range(start.line - 1, start.column, end.line - 1, end.column);

/** Whether plays show the finding; nothing shows one that was read. */
export const isPlayable = ({ evidence }: Finding): boolean => playsOf(evidence).length > 0;

/** Message and evidence, for places that show plain text. */
export const describe = (finding: Finding): string =>
  [finding.message, ...(finding.evidence ? evidenceLines(finding.evidence) : [])].join('\n');
