/** Lines that playtests reached, in the editor's own coverage. */
import * as vscode from 'vscode';
import type { WorkspaceEnvironment } from '../../server/protocol/language.ts';

/** Coverage of a file whose lines are known. */
class LineCoverage extends vscode.FileCoverage {
  readonly lines: readonly vscode.StatementCoverage[];

  constructor(uri: vscode.Uri, lines: readonly vscode.StatementCoverage[]) {
    const reached = lines.filter(({ executed }) => executed).length;
    super(uri, new vscode.TestCoverageCount(reached, lines.length));
    this.lines = lines;
  }
}

/** `undefined` when nothing was played. */
export function coverageOf({ uri, check }: WorkspaceEnvironment): vscode.FileCoverage | undefined {
  if (!check?.measures || check.executable.length === 0) return undefined;
  const reached = new Set(check.measures.linesReached);
  const lines = check.executable.map(
    (line) => new vscode.StatementCoverage(reached.has(line), new vscode.Position(line - 1, 0)),
  );
  return new LineCoverage(vscode.Uri.parse(uri), lines);
}

/** Line by line, for a coverage of ours. */
export const linesOf = (file: vscode.FileCoverage): vscode.StatementCoverage[] =>
  file instanceof LineCoverage ? [...file.lines] : [];
