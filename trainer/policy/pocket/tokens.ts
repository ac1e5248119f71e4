/**
 * Tokens of the pocket policy: the 256 bytes of UTF-8, markers that say who speaks, and the words that short programs
 * are made of (words.ts), each a token of its own. What is no such word is spelled in bytes, so every text can be
 * written and read; digits always are, so that numbers can be varied. Programs are a third as long as in bytes.
 *
 * A sequence is a row of parts, each opened by its marker. What the policy writes itself is opened by `reply` and ends
 * with `end`, which is where sampling stops:
 *
 *     <designer> skill … <document> excerpt <reply> source <end>
 *     <agent> <hint> words <observation> text <reply> action <end> <observation> text <reply> action <end>
 */

import { WORDS } from './words.ts';

const BYTES = 256;

export const MARKERS = [
  'end',
  'reply',
  'designer',
  'hinter',
  'agent',
  'document',
  'memory',
  'hint',
  'observation',
] as const;
export type Marker = (typeof MARKERS)[number];

/** Bytes, markers and room for a few more. Words come after them. */
const FIRST_WORD = 272;

/** A multiple of 16, which matrix products like; what is beyond the words is never used. */
export const VOCABULARY = 768;

/** Words that a vocabulary has room for. */
export const MOST_WORDS = VOCABULARY - FIRST_WORD;

/** A marker's token. */
export const marker = (name: Marker): number => BYTES + MARKERS.indexOf(name);

/** Sampling stops here. */
export const END = marker('end');

export interface Part {
  readonly marker: Marker;
  readonly text: string;
}

/** A new line with its indentation; a name with its dots; a capitalised word; a digit; signs; each but the first and the digit with the space before it. */
const PIECE = /\n *| ?[a-z_]+(?:\.[a-z_]+)*| ?[A-Z][a-z]*|\d| ?[^\sA-Za-z_\d]+|\s/g;

/** What a text is cut into: together the pieces are the text. */
export const piecesOf = (text: string): string[] => text.match(PIECE) ?? [];

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const WORD_TOKENS = new Map(WORDS.map((word, index) => [word, FIRST_WORD + index]));
const WORD_BYTES = WORDS.map((word) => encoder.encode(word));

const tokensOf = (text: string): number[] =>
  piecesOf(text).flatMap((piece) => WORD_TOKENS.get(piece) ?? [...encoder.encode(piece)]);

/** Parts one behind the other, each its marker and then its text. A reply that is over carries its `end`. */
export function encodeParts(parts: readonly Part[]): Int32Array {
  return Int32Array.from(
    parts.flatMap(({ marker: name, text }) => [
      marker(name),
      ...tokensOf(text),
      ...(name === 'reply' ? [END] : []),
    ]),
  );
}

/** Parts, and the marker after which the policy speaks. */
export function encodePrompt(parts: readonly Part[]): Int32Array {
  return Int32Array.of(...encodeParts(parts), marker('reply'));
}

/** Each token's own text, for whoever looks at a reply token by token; a marker is shown by its name, as `<end>`. */
export const textOfToken = (token: number): string =>
  WORDS[token - FIRST_WORD] ??
  (token < BYTES ? decoder.decode(Uint8Array.of(token)) : `<${MARKERS[token - BYTES] ?? token}>`);

/**
 * The text of what was sampled: an `end` at its end is left out; what is no UTF-8, and every other marker, becomes
 * U+FFFD, so that nothing which the policy wrote goes unseen.
 */
export function decodeReply(tokens: ArrayLike<number>): string {
  const length = tokens[tokens.length - 1] === END ? tokens.length - 1 : tokens.length;
  const bytes: number[] = [];
  for (let i = 0; i < length; i++) {
    const token = tokens[i] ?? 0;
    const word = WORD_BYTES[token - FIRST_WORD];
    if (word) bytes.push(...word);
    // 0xff is in no UTF-8 text.
    else bytes.push(Math.min(token, 0xff));
  }
  return decoder.decode(Uint8Array.from(bytes));
}
