/** The words that get a token of their own: those that the warm start's programs are made of, whatever their theme. */
import { MOST_WORDS, piecesOf } from '../tokens.ts';
import { PLACES, THINGS } from './documents.ts';
import { program } from './programs.ts';

const PROGRAMS = 6_000;

/** Rarer ones are spelled. */
const OFTEN = 30;

/**
 * The words that save most, the best first. Names of places and things are none: a document may bring any, so the
 * policy must be able to spell what it has read.
 */
export function frequentWords(): string[] {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const { family, source } = program(seed);
    for (const piece of [...piecesOf(source), ...piecesOf(family.hint)])
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  const themes = new Set([...PLACES, ...THINGS]);
  const saves = ([piece, count]: readonly [string, number]) => count * (piece.length - 1);
  return [...counts]
    .filter(([piece, count]) => piece.length > 1 && count >= OFTEN && !themes.has(piece.trim().toLowerCase()))
    .sort((a, b) => saves(b) - saves(a) || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([piece]) => piece);
}
