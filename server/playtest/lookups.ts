/** Is the answer a matter of looking it up? Then it stands in a line that the words of the question point at. */
import { stands } from './answers.ts';

export interface Asked {
  /** The text that asks, with all that can be looked up in it. */
  readonly text: string;
  readonly answer: string;
}

/** A text of fewer lines is a story, not a table. */
const LINES = 8;
/** A word points at a line when it stands in no more than this share of the lines. */
const POINTING = 0.34;
/** Words of the question that must meet in the line: a row and a column. */
const WORDS = 2;

/** The line where the number stands that the last question asks for; `undefined` when no line is singled out. */
export function lookedUp({ text, answer }: Asked): string | undefined {
  const question = text.match(/[^.?!\n]*\?/g)?.at(-1);
  if (question === undefined || !/^-?\d+(?:\.\d+)?$/.test(answer) || stands(question, answer))
    return undefined;
  const lines = text.split('\n').filter((line) => /\d/.test(line) && !line.includes(question));
  if (lines.length < LINES) return undefined;
  const words = [...new Set(question.toLowerCase().match(/\p{L}{3,}/gu))];
  const pointing = words.filter((word) => {
    const share = lines.filter((line) => has(line, word)).length / lines.length;
    return share > 0 && share <= POINTING;
  });
  return lines.find(
    (line) => stands(line, answer) && pointing.filter((word) => has(line, word)).length >= WORDS,
  );
}

const has = (line: string, word: string): boolean => stands(line, word);
