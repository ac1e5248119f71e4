/** Sound environments for the tests of this group, beside GAME and TOOLS. */
import { readFileSync } from 'node:fs';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

/** Several turns, then an answer in figures: `weigh 2`, `report 4711`. */
export const VAULT = fixture('number_vault.py');
/** One derivation, graded at each of three attempts. */
export const SUM = fixture('freight_sum.py');
/** A word to be found: `buy 1`, `word harbour`. */
export const WORD = fixture('shifted_word.py');
