/** Where the lines of a text went when it was changed. */

/** Lines beyond which the changed middle is compared by unique lines only, which is linear. */
const LONGEST_MIDDLE = 400;

/**
 * For a line of `before` (from 1) the line of `after` that holds the same text in the same order, `undefined` for one
 * that was changed or taken out.
 */
export function lineMap(before: string, after: string): (line: number) => number | undefined {
  if (before === after) return (line) => line;
  const old = before.split(/\r?\n/);
  const now = after.split(/\r?\n/);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const middle = pairs(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return (line) => {
    const at = line - 1;
    if (at < head) return line;
    if (at >= old.length - tail) return line + now.length - old.length;
    const found = middle.get(at - head);
    return found === undefined ? undefined : head + found + 1;
  };
}

/** A longest common subsequence, from index to index; of long texts the lines that occur once. */
function pairs(old: readonly string[], now: readonly string[]): ReadonlyMap<number, number> {
  if (old.length > LONGEST_MIDDLE || now.length > LONGEST_MIDDLE) return increasing(old, now);
  const width = now.length + 1;
  const length = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--)
      length[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const found = new Map<number, number>();
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) found.set(i++, j++);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}

function increasing(old: readonly string[], now: readonly string[]): ReadonlyMap<number, number> {
  const once = (lines: readonly string[]): Map<string, number> => {
    const places = new Map<string, number>();
    const often = new Set<string>();
    for (const [index, line] of lines.entries()) {
      if (places.has(line)) often.add(line);
      else places.set(line, index);
    }
    for (const line of often) places.delete(line);
    return places;
  };
  const places = once(now);
  const found = new Map<number, number>();
  let last = -1;
  for (const [line, index] of once(old)) {
    const place = places.get(line);
    if (place === undefined || place <= last) continue;
    found.set(index, place);
    last = place;
  }
  return found;
}
