/** Places: ours count lines from 1, the protocol's from 0; columns are the same. */
import type { Position as LspPosition, Range as LspRange, TextEdit } from 'vscode-languageserver';
import type { Edit } from '../protocol/finding.ts';
import type { Position, Range } from '../protocol/range.ts';

export const toLspPosition = ({ line, column }: Position): LspPosition => ({
  line: Math.max(0, line - 1),
  character: Math.max(0, column),
});

export const toLspRange = ({ start, end }: Range): LspRange => ({
  start: toLspPosition(start),
  end: toLspPosition(end),
});

export const fromLspPosition = ({ line, character }: LspPosition): Position => ({
  line: line + 1,
  column: character,
});

export const toTextEdit = ({ range, text }: Edit): TextEdit => ({ range: toLspRange(range), newText: text });

/** Is the position in the range, or right behind it? */
export function holds({ start, end }: Range, { line, column }: Position): boolean {
  const afterStart = line > start.line || (line === start.line && column >= start.column);
  const beforeEnd = line < end.line || (line === end.line && column <= end.column);
  return afterStart && beforeEnd;
}

/** The smallest single edit that makes `after` of `before`; `undefined` when they are the same. */
export function editBetween(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  // Never between the halves of a line end, which editors take as one.
  if (before[start - 1] === '\r') start -= 1;
  const cut = (text: string) => text.slice(text.length - tail - 1, text.length - tail + 1) === '\r\n';
  if (tail > 0 && (cut(before) || cut(after))) tail -= 1;
  return {
    range: { start: positionOf(before, start), end: positionOf(before, before.length - tail) },
    newText: after.slice(start, after.length - tail),
  };
}

function positionOf(text: string, offset: number): LspPosition {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length - 1, character: offset - lastBreak - 1 };
}
