/**
 * SP805: environments of a pool that are one and the same in other words. Two programs are the same when they differ
 * in names, numbers, strings, comments and layout only; two openings when they differ in names and numbers only.
 */
import { createHash } from 'node:crypto';
import type { SyntaxProblem } from '../analysis/python/lexer.ts';
import { tokenize } from '../analysis/python/lexer.ts';
import {
  DEDENT,
  END,
  INDENT,
  NAME,
  NEWLINE,
  NUMBER,
  STRAY,
  STRING,
  token,
} from '../analysis/python/tokens.ts';

/** Names that say what a program does: they are not exchanged for others. */
const MEANT = new Set(
  (
    'self cls abs all any bool chr dict divmod enumerate filter float frozenset int isinstance iter len list map max min ' +
    'next ord pow print range repr reversed round set sorted str sum tuple type zip random math re json itertools ' +
    'collections deque Counter defaultdict heapq functools reset step solution seed __init__ ToolUseBaseEnv'
  ).split(' '),
);
const DOT = token('.');
/** Openings that say less than this are alike by chance. */
const LEAST_WORDS = 12;

const print = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** A hash of the program's shape. Never throws, whatever the text. */
export function programPrint(source: string): string {
  const problems: SyntaxProblem[] = [];
  const { kinds, starts, ends } = tokenize(source, problems);
  const names = new Map<string, string>();
  const shape: string[] = [];
  // What stands before the line break of a line that holds nothing else.
  const blank = new Set([undefined, `#${NEWLINE}`, `#${INDENT}`, `#${DEDENT}`]);
  for (const [index, kind] of kinds.entries()) {
    const before = kinds[index - 1];
    if (kind === STRING && (before === STRING || isStatement(kinds, index))) continue;
    const text = source.slice(starts[index], ends[index]);
    if (kind === NAME) {
      const receiver = before === DOT ? source.slice(starts[index - 2], ends[index - 2]) : undefined;
      const meant = MEANT.has(text) || (receiver !== undefined && receiver !== 'self' && receiver !== 'cls');
      shape.push(meant ? text : renamed(names, text));
    } else if (kind === NUMBER) shape.push('0');
    else if (kind === STRING) shape.push('""');
    else if (kind === STRAY) shape.push(text);
    else if (kind !== NEWLINE || !blank.has(shape.at(-1))) shape.push(`#${kind}`);
  }
  return print(shape.join(' '));
}

/** A string that stands alone on its line: a docstring. */
function isStatement(kinds: readonly number[], index: number): boolean {
  const before = kinds[index - 1];
  const after = kinds[index + 1];
  const opens = before === undefined || before === NEWLINE || before === INDENT || before === DEDENT;
  return opens && (after === NEWLINE || after === END);
}

function renamed(names: Map<string, string>, text: string): string {
  const known = names.get(text);
  if (known) return known;
  const fresh = `n${names.size}`;
  names.set(text, fresh);
  return fresh;
}

/** A hash of a first observation without names and numbers; `null` when too little is left to compare. */
export function openingPrint(observation: string): string | null {
  const bare = observation
    .slice(0, 20_000)
    .replace(/(["'`])[^"'`\n]{1,60}\1/g, ' N ')
    .replace(/-?\d+(?:[.,:]\d+)*/g, ' N ')
    .replace(/\p{Lu}[\p{L}\p{N}_'-]*/gu, ' N ')
    .replace(/[^\p{L}\s]+/gu, ' ')
    .replace(/(?:\bN\b\s*)+/g, 'N ')
    .replace(/\s+/g, ' ')
    .trim();
  const words = bare.split(' ').filter((word) => word !== 'N');
  return words.length < LEAST_WORDS ? null : print(bare);
}

export interface Duplicate {
  /** The first environment of its kind. */
  readonly of: string;
  readonly same: 'program' | 'opening';
}

/** Compares environments with all that came before. Keeps two hashes an environment. */
export class Duplicates {
  readonly #programs = new Map<string, string>();
  readonly #openings = new Map<string, string>();

  /** What an environment repeats, `undefined` when it is the first of its kind. */
  add(path: string, program: string, opening: string | null): Duplicate | undefined {
    const sameProgram = this.#programs.get(program);
    if (sameProgram !== undefined) return { of: sameProgram, same: 'program' };
    this.#programs.set(program, path);
    if (opening === null) return undefined;
    const sameOpening = this.#openings.get(opening);
    if (sameOpening !== undefined) return { of: sameOpening, same: 'opening' };
    this.#openings.set(opening, path);
    return undefined;
  }
}
