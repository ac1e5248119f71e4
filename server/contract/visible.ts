/** Text from an environment or a file name, made safe to print: nothing in it can drive the terminal. */

/** Controls, invisible format characters (direction marks among them), line separators and lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Keeps line breaks and tabs; every other unseen character becomes its escape, such as `\x1b` or `\u202e`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );
}

/** The same on one line: line breaks and tabs become `\n` and `\t`. */
export function inline(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** Does printing the text show all of it, on one line? */
export function isPlain(text: string): boolean {
  return inline(text) === text;
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\u{${code.toString(16)}}`;
}

/** At most `limit` characters on one line; what was cut is counted, never dropped in silence. */
export function shorten(text: string, limit: number): string {
  const line = inline(text.slice(0, 4 * limit));
  if (line.length <= limit && text.length <= 4 * limit) return line;
  return `${line.slice(0, limit - 1)}… (${count(text.length, 'character')})`;
}

/** Folds at blanks so that no line is longer than `width`; a longer word stays whole. */
export function folded(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** `1 file`, `2,000 files`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}
