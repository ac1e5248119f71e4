const NOTHING = Symbol('undefined');

/** Remembers what a pure function said of a key for as long as the key lives: trees never change, so facts about
 * them need no other cache. */
export function memo<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V | typeof NOTHING>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found === NOTHING ? (undefined as V) : found;
    const value = compute(key);
    known.set(key, value === undefined ? NOTHING : value);
    return value;
  };
}
