/** Applies fixes to a source: those that do not touch each other, again and again until nothing is left to fix. */
import { parse } from '../analysis/parse.ts';
import type { Edit, Finding } from '../protocol/finding.ts';
import type { Position } from '../protocol/range.ts';
import { lint } from './lint.ts';
import type { LintSettings } from './rule.ts';

export interface Fixed {
  readonly source: string;
  /** The findings whose fixes were applied. */
  readonly applied: readonly Finding[];
}

/** A fix may uncover another; a source that still changes after so many rounds is left as it is then. */
const MAX_ROUNDS = 10;

/** Applies the fixes of one round; of two that overlap, the first in the source is taken. */
export function applyFixes(source: string, findings: readonly Finding[]): Fixed {
  const offsets = lineOffsets(source);
  const at = ({ line, column }: Position): number => (offsets[line - 1] ?? source.length) + column;
  const applied: Finding[] = [];
  const taken: { start: number; end: number; text: string }[] = [];
  for (const finding of findings) {
    const edits = (finding.fix?.edits ?? []).map((edit: Edit) => ({
      start: at(edit.range.start),
      end: at(edit.range.end),
      text: edit.text,
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

/** Fixes all that can be fixed and that `wanted` takes. The result needs no further round, or ten were made. */
export function fixAll(
  source: string,
  settings: LintSettings,
  wanted: (finding: Finding) => boolean = () => true,
): Fixed {
  let current = source;
  const applied: Finding[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const step = applyFixes(current, lint(parse(current), settings).filter(wanted));
    if (step.applied.length === 0 || step.source === current) break;
    current = step.source;
    applied.push(...step.applied);
  }
  return { source: current, applied };
}

function touches(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

function lineOffsets(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
