/** Which lines can run, and which of them the last playtest did not reach. */
import { isStatement, positionAt, rangeOf, type SourceDocument } from '../analysis/parse.ts';
import type { Node, Statement } from '../analysis/python/syntax.ts';
import { walk } from '../analysis/python/visit.ts';
import type { Range } from '../protocol/range.ts';

interface Step {
  readonly statement: Statement;
  /** Its first line, and its last without the blocks in it; from 1. */
  readonly first: number;
  readonly last: number;
}

/**
 * Lines that can run, one a statement of every function: of a statement over several lines the one that was reached,
 * since the interpreter may count any of them.
 */
export function executableLines(document: SourceDocument, reached: readonly number[]): number[] {
  const seen = new Set(reached);
  const lines = stepsOf(document).map((step) => lineReached(step, seen) ?? step.first);
  return [...new Set(lines)].sort((a, b) => a - b);
}

/** Stretches of statements that no play reached, the blocks in them included. */
export function unreached(document: SourceDocument, reached: readonly number[]): Range[] {
  const seen = new Set(reached);
  const steps = stepsOf(document);
  const alive = new Set<Node>();
  for (const step of steps) {
    if (lineReached(step, seen) === undefined) continue;
    for (let at: Node | undefined = step.statement; at && !alive.has(at); at = at.parent) alive.add(at);
  }
  const ranges: { start: number; end: number }[] = [];
  let open: { start: number; end: number; readonly parent: Node | undefined } | undefined;
  for (const { statement } of steps) {
    if (alive.has(statement)) open = undefined;
    else if (open && statement.start < open.end) continue;
    else if (open && open.parent === statement.parent) open.end = statement.end;
    else {
      open = { start: statement.start, end: statement.end, parent: statement.parent };
      ranges.push(open);
    }
  }
  return ranges.map((range) => rangeOf(document, range));
}

function lineReached({ first, last }: Step, seen: ReadonlySet<number>): number | undefined {
  for (let line = first; line <= last; line++) if (seen.has(line)) return line;
  return undefined;
}

/** The statements of functions, in source order, without those that compile to nothing. */
function stepsOf(document: SourceDocument): Step[] {
  const steps: Step[] = [];
  walk(document.tree, (node) => {
    if (!isStatement(node) || !isInFunction(node) || isSilent(node)) return;
    const { line: first } = positionAt(document, node.start);
    steps.push({
      statement: node,
      first,
      last: Math.max(first, positionAt(document, headEnd(document, node)).line),
    });
  });
  return steps.sort((a, b) => a.statement.start - b.statement.start);
}

function isSilent(statement: Statement): boolean {
  switch (statement.kind) {
    case 'Global':
    case 'Nonlocal':
    case 'Invalid':
      return true;
    case 'ExpressionStatement':
      return statement.value.kind === 'Str' || statement.value.kind === 'Missing';
    case 'AnnAssign':
      return statement.value === undefined;
    default:
      return false;
  }
}

function isInFunction({ parent }: Node): boolean {
  for (let at = parent; at; at = at.parent) if (at.kind === 'FunctionDef') return true;
  return false;
}

/** Where a statement ends without the blocks in it: at its colon. */
function headEnd({ text }: SourceDocument, statement: Statement): number {
  if (statement.kind === 'Match') return statement.subject.end;
  if (!('body' in statement)) return statement.end;
  const body = statement.body[0]?.start ?? statement.end;
  return statement.start + text.slice(statement.start, body).trimEnd().length;
}
