/** The answer that a reply gives: what its last `\boxed{…}` holds. */

const BOX = '\\boxed{';

/** `undefined` where there is no box that closes, or only empty ones. */
export function lastBox(text: string): string | undefined {
  for (let start = text.lastIndexOf(BOX); start >= 0; start = text.lastIndexOf(BOX, start - 1)) {
    const inside = contentFrom(text, start + BOX.length);
    if (inside !== undefined && inside.trim() !== '') return inside.trim();
    if (start === 0) return undefined;
  }
  return undefined;
}

function contentFrom(text: string, from: number): string | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return undefined;
}
