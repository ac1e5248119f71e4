/** From text to a `SourceDocument`: the tree with its parents, the problems met, and positions by line. */
import type { Position, Range } from '../protocol/range.ts';
import { indexNode, keepIndex } from './nodes.ts';
import type { SyntaxProblem } from './python/lexer.ts';
import { StatementParser } from './python/statements.ts';
import type { Module, Node, Statement } from './python/syntax.ts';
import { forEachChild } from './python/visit.ts';

/** An expression deeper than this is given up, so that no walk over the tree can overflow the stack. */
const MAX_HEIGHT = 400;

export interface SourceDocument {
  readonly text: string;
  readonly tree: Module;
  /** What the parser had to read over. CPython's own verdict on the syntax is another matter: see SP115. */
  readonly problems: readonly SyntaxProblem[];
  /** Offset of every line's first character. */
  readonly lineStarts: readonly number[];
}

/** Parses a Python source. Never throws; the time is linear in the text. */
export function parse(text: string): SourceDocument {
  const problems: SyntaxProblem[] = [];
  const tree = new StatementParser(text, problems).module();
  keepIndex(tree, adopt(tree, problems));
  return { text, tree, problems, lineStarts: lineStarts(text) };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Line from 1, column from 0 in UTF-16 units. */
export function positionAt(document: SourceDocument, offset: number): Position {
  const { lineStarts } = document;
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) };
}

/** The range of a node, or of any two offsets. */
export function rangeOf(
  document: SourceDocument,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  return { start: positionAt(document, start), end: positionAt(document, end) };
}

/** The source text of a node. */
export function textOf(
  document: SourceDocument,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  return document.text.slice(start, end);
}

const NONE: readonly never[] = [];
/** While the parser's result belongs to nobody else yet. */
type Adoptable = { parent: Node | undefined; start: number; end: number };

/** What was left out has no place of its own: keeps it, and what is around it, inside the parent. */
function contain(node: Adoptable, { start, end }: Node): void {
  if (node.start < start) node.start = start;
  if (node.end > end) node.end = end;
  if (node.end < node.start) node.end = node.start;
  if (node.start > end) node.start = node.end = end;
}

/** The blocks of statements inside a node. */
const blocksOf = (node: Node): readonly (readonly Statement[])[] => {
  switch (node.kind) {
    case 'Module':
    case 'FunctionDef':
    case 'ClassDef':
    case 'With':
    case 'MatchCase':
    case 'ExceptHandler':
      return [node.body];
    case 'For':
    case 'While':
    case 'If':
      return [node.body, node.orelse];
    case 'Try':
      return [node.body, node.orelse, node.finalbody];
    default:
      return NONE;
  }
};

/** Sets all parents, leaves out statements whose expressions are too high, and gives the nodes by kind. */
function adopt(tree: Module, problems: SyntaxProblem[]): Map<Node['kind'], Node[]> {
  const index = new Map<Node['kind'], Node[]>();
  let parent: Node | undefined;
  const visit = (node: Node): void => {
    const own: Adoptable = node;
    own.parent = parent;
    if (parent) contain(own, parent);
    indexNode(index, node);
    const blocks = blocksOf(node);
    if (blocks !== NONE) for (const block of blocks) prune(block, problems);
    const outer = parent;
    parent = node;
    forEachChild(node, visit);
    parent = outer;
  };
  visit(tree);
  return index;
}

function prune(block: readonly Statement[], problems: SyntaxProblem[]): void {
  for (let i = 0; i < block.length; i++) {
    const statement = block[i];
    if (!statement || !tooHigh(statement)) continue;
    const { start, end } = statement;
    problems.push({ start, end, message: 'the expression is nested too deeply' });
    (block as Statement[])[i] = { kind: 'Invalid', start, end, parent: undefined };
  }
}

/** Whether an expression of the statement itself, not of the blocks in it, is higher than `MAX_HEIGHT`. */
function tooHigh(statement: Statement): boolean {
  // Only chains such as `a + b + …` can be this high, and each of their levels takes two characters.
  if (statement.end - statement.start < 2 * MAX_HEIGHT) return false;
  const stack: [Node, number][] = [[statement, 0]];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [node, height] = top;
    if (height > MAX_HEIGHT) return true;
    forEachChild(node, (child) => {
      if (!isStatement(child)) stack.push([child, height + 1]);
    });
  }
  return false;
}

const STATEMENTS: ReadonlySet<Node['kind']> = new Set([
  'FunctionDef',
  'ClassDef',
  'Return',
  'Delete',
  'Assign',
  'AugAssign',
  'AnnAssign',
  'TypeAlias',
  'For',
  'While',
  'If',
  'With',
  'Match',
  'Raise',
  'Try',
  'Assert',
  'Import',
  'ImportFrom',
  'Global',
  'Nonlocal',
  'ExpressionStatement',
  'Pass',
  'Break',
  'Continue',
  'Invalid',
] as const);

export const isStatement = (node: Node): node is Statement => STATEMENTS.has(node.kind);
