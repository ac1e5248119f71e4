/**
 * Tokens of the pocket policy: the 256 bytes of UTF-8, and markers that say who speaks.
 *
 * A sequence is a row of parts, each opened by its marker. What the policy writes itself is opened by `reply` and ends
 * with `end`, which is where sampling stops:
 *
 *     <designer> skill … <document> excerpt <reply> source <end>
 *     <agent> <hint> words <observation> text <reply> action <end> <observation> text <reply> action <end>
 */

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

/** Bytes, markers, and room for a few more markers; a multiple of 16, which matrix products like. */
export const VOCABULARY = 272;

/** A marker's token. */
export const marker = (name: Marker): number => BYTES + MARKERS.indexOf(name);

/** Sampling stops here. */
export const END = marker('end');

export interface Part {
  readonly marker: Marker;
  readonly text: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Parts one behind the other, each its marker and then its bytes. A reply that is over carries its `end`. */
export function encodeParts(parts: readonly Part[]): Int32Array {
  return Int32Array.from(
    parts.flatMap(({ marker: name, text }) => [
      marker(name),
      ...encoder.encode(text),
      ...(name === 'reply' ? [END] : []),
    ]),
  );
}

/** Parts, and the marker after which the policy speaks. */
export function encodePrompt(parts: readonly Part[]): Int32Array {
  return Int32Array.of(...encodeParts(parts), marker('reply'));
}

/**
 * The text of what was sampled: an `end` at its end is left out; what is no UTF-8, and every other marker, becomes
 * U+FFFD, so that nothing which the policy wrote goes unseen.
 */
export function decodeReply(tokens: ArrayLike<number>): string {
  const length = tokens[tokens.length - 1] === END ? tokens.length - 1 : tokens.length;
  // 0xff is in no UTF-8 text.
  return decoder.decode(Uint8Array.from({ length }, (_, i) => Math.min(tokens[i] ?? 0, 0xff)));
}
