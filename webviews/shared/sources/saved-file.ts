/**
 * A file of JSON lines that is too large to hold: it is read through once, and then only where a record is asked for.
 * Lines are found by their bytes.
 */

/** Bytes that are read at once. */
const CHUNK = 4 << 20;
const NEWLINE = 10;

/** Where a record stands in its file, in bytes. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Gives each line as bytes; they hold until the next is asked for.
 * @throws when the file cannot be read.
 */
export async function* linesOf(
  file: Blob,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly place: Place }> {
  let rest = new Uint8Array(0);
  let at = 0;
  for (let from = 0; from < file.size; from += CHUNK) {
    const chunk = new Uint8Array(await file.slice(from, from + CHUNK).arrayBuffer());
    const whole = rest.length === 0 ? chunk : joined(rest, chunk);
    let start = 0;
    for (let end = whole.indexOf(NEWLINE); end >= 0; end = whole.indexOf(NEWLINE, start)) {
      yield { bytes: whole.subarray(start, end), place: { start: at + start, end: at + end } };
      start = end + 1;
    }
    rest = whole.slice(start);
    at += start;
  }
  if (rest.length > 0) yield { bytes: rest, place: { start: at, end: at + rest.length } };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

export const textAt = (file: Blob, { start, end }: Place): Promise<string> => file.slice(start, end).text();

const decoder = new TextDecoder();

/** A line's record up to a key, which is left out with all that follows: an episode without its transcript. */
export function headOf(bytes: Uint8Array, key: string): unknown {
  const text = decoder.decode(bytes.length > HEAD ? bytes.subarray(0, HEAD) : bytes);
  // Within a string every quotation mark has a backslash before it, so this stands nowhere but between two keys.
  const cut = text.indexOf(`,"${key}":`);
  return JSON.parse(cut < 0 ? decoder.decode(bytes) : `${text.slice(0, cut)}}`);
}

/** Bytes within which a record's first keys stand. */
const HEAD = 4_096;

export const parsedLine = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));
