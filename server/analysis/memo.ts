const NOTHING = Symbol('undefined');
const KEPT = Symbol('kept');
let slots = 0;

/**
 * Remembers what a pure function said of a key for as long as the key lives: trees never change, so facts about them
 * need no other cache. It is kept on the key itself: in a `WeakMap` it would outlive every collection of the young
 * generation, and a file that is typed in leaves a tree behind for every keystroke.
 */
export function memo<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const slot = slots++;
  return (key: K & { [KEPT]?: Map<number, unknown> }) => {
    let kept = key[KEPT];
    if (!kept) {
      kept = new Map();
      key[KEPT] = kept;
    }
    const found = kept.get(slot);
    // Only this function writes the slot.
    if (found !== undefined) return (found === NOTHING ? undefined : found) as V;
    const value = compute(key);
    kept.set(slot, value === undefined ? NOTHING : value);
    return value;
  };
}
