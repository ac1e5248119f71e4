/** Applies fixes to a source: those that do not touch each other, again and again until nothing is left to fix. */
import { parse, type SourceDocument } from '../analysis/parse.ts';
import type { Edit, Finding } from '../protocol/finding.ts';
import type { Position } from '../protocol/range.ts';
import { LINT_RULES } from './rules/index.ts';

export interface Fixed {
  readonly source: string;
  /** The findings whose fixes were applied. */
  readonly applied: readonly Finding[];
}

/** A fix may uncover another; a source that still changes after so many rounds is left as it is then. */
const MAX_ROUNDS = 10;

const REPAIRING = new Set(LINT_RULES.filter(({ repairs }) => repairs).map(({ code }) => code));

/** Applies the fixes of one round; of two that overlap, the first in the source is taken. Line ends stay as they are. */
export function applyFixes(source: string, findings: readonly Finding[]): Fixed {
  const offsets = lineOffsets(source);
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const at = ({ line, column }: Position): number => (offsets[line - 1] ?? source.length) + column;
  const applied: Finding[] = [];
  const taken: { start: number; end: number; text: string }[] = [];
  for (const finding of findings) {
    const edits = (finding.fix?.edits ?? []).map((edit: Edit) => ({
      start: at(edit.range.start),
      end: at(edit.range.end),
      text: edit.text.replaceAll(/\r?\n/g, newline),
    }));
    const clash = edits.some((edit) => taken.some((other) => touches(edit, other)));
    if (edits.length === 0 || clash) continue;
    taken.push(...edits);
    applied.push(finding);
  }
  const fixed = taken
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);
  return { source: fixed, applied };
}

/**
 * Fixes all that can be fixed. The result needs no further round, or ten were made.
 *
 * A source that does not parse is only repaired: what rules understand of the rest of it rests on a guess. A round
 * that would leave more to read over than there was is not made.
 * @param look the findings to fix: what is ignored or suppressed must not be among them.
 */
export function fixAll(source: string, look: (document: SourceDocument) => readonly Finding[]): Fixed {
  let document = parse(source);
  const applied: Finding[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const broken = document.problems.length > 0;
    const findings = look(document).filter(({ code }) => !broken || REPAIRING.has(code));
    const step = applyFixes(document.text, findings);
    if (step.source === document.text) break;
    const next = parse(step.source);
    if (next.problems.length > document.problems.length) break;
    document = next;
    applied.push(...step.applied);
  }
  return { source: document.text, applied };
}

function touches(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

function lineOffsets(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
