/** Code fences around a source: which part of a model's answer is the environment. */
import { environmentOf, has } from '../analysis/classes.ts';
import { nodesOf } from '../analysis/nodes.ts';
import { parse, type SourceDocument } from '../analysis/parse.ts';
import type { Span } from './rule.ts';

export interface Fenced {
  /** The fence line that was met first. */
  readonly fence: Span;
  /** The code between the fences; `undefined` where no block holds an environment. */
  readonly code: Span | undefined;
  /** What every line of the code is indented by, as in a list. */
  readonly indent: string;
}

interface FenceLine extends Span {
  readonly indent: string;
  readonly mark: string;
  readonly info: string;
  /** Where the next line begins. */
  readonly next: number;
}

interface Block extends Span {
  readonly indent: string;
  readonly rank: number;
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*$/gm;
const CLASS = /^[ \t]*class[ \t]+\w*Env\b/m;

/** The fences of a source that stand outside its strings; `undefined` when there are none. */
export function fencedIn(document: SourceDocument): Fenced | undefined {
  const { text, problems, tree } = document;
  if (!/^[ \t]*(?:`{3}|~{3})/m.test(text)) return undefined;
  // What Python can read has its fences in strings.
  if (problems.length === 0 && tree.body.length > 0) return undefined;
  const lines = fenceLines(text);
  const outside = outsideStrings(document, lines, 0)[0];
  if (!outside) return undefined;
  const best = blocksOf(text, lines).reduce<Block | undefined>(
    // The last of several counts: what comes before is a draft.
    (found, block) => (block.rank > 0 && block.rank >= (found?.rank ?? 0) ? block : found),
    undefined,
  );
  return { fence: { start: outside.start, end: outside.end }, code: best, indent: best?.indent ?? '' };
}

/** The code alone, without what it is indented by. */
export function unfenced(text: string, { code, indent }: Fenced): string {
  const inner = code ? text.slice(code.start, code.end) : text;
  return indent ? inner.replaceAll(new RegExp(`^${indent}`, 'gm'), '') : inner;
}

function fenceLines(text: string): FenceLine[] {
  return [...text.matchAll(FENCE)].map((match) => {
    const [whole, indent = '', mark = '', info = ''] = match;
    const end = match.index + whole.length;
    return { start: match.index, end, indent, mark, info, next: Math.min(end + 1, text.length) };
  });
}

/** Fence lines at or behind `from` that no string of the document contains, whose text begins at `from`. */
function outsideStrings(
  document: SourceDocument,
  lines: readonly FenceLine[],
  from: number,
): readonly FenceLine[] {
  const strings = nodesOf(document.tree, 'StringLiteral').filter(({ triple }) => triple);
  return lines.filter(
    ({ start }) =>
      start >= from && !strings.some((one) => one.start < start - from && start - from < one.end),
  );
}

function blocksOf(text: string, lines: readonly FenceLine[]): Block[] {
  const blocks: Block[] = [];
  const [first] = lines;
  // The opening fence may be missing.
  if (first && CLASS.test(text.slice(0, first.start))) blocks.push(blockAt(text, 0, first.start, ''));
  for (let open = first; open; ) {
    const { mark, next, indent } = open;
    const close = outsideStrings(parse(text.slice(next)), lines, next).find(
      (line) => line.mark.startsWith(mark) && line.info === '',
    );
    const end = close?.start ?? text.length;
    blocks.push(blockAt(text, next, end, indent));
    open = lines.find(({ start }) => start >= (close?.next ?? text.length));
  }
  return blocks;
}

/** Ranks: 3 for an environment with all of its methods, 2 for one without, 1 for the mere head of one. */
function blockAt(text: string, start: number, end: number, indent: string): Block {
  const inner = text.slice(start, end);
  const common = inner.split('\n').every((line) => line.trim() === '' || line.startsWith(indent))
    ? indent
    : '';
  const code = unfenced(inner, {
    fence: { start: 0, end: 0 },
    code: { start: 0, end: inner.length },
    indent: common,
  });
  const chosen = CLASS.test(code) ? environmentOf(parse(code).tree).chosen : undefined;
  const complete = chosen && has(chosen.cls, 'reset') && has(chosen.cls, 'step');
  const rank = complete ? 3 : chosen ? 2 : CLASS.test(code) ? 1 : 0;
  return { start, end, indent: common, rank };
}
