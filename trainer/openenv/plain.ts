/** Values of Python as the plain JSON that a client of OpenEnv is given. What has no such form is an error. */
import type { PyValue } from '../../server/protocol/value.ts';

export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

/** A value cannot be told without changing it. The message says where it is. */
export class NotPlain extends Error {
  override readonly name = 'NotPlain';
}

/**
 * Tuples and sets become lists and a dict's numbers become text where they are keys, as Python's own JSON does it.
 * @param where how the value is called in messages, such as `info`.
 * @throws NotPlain for NaN, infinities, integers that JSON cannot hold, objects, and texts that were cut.
 */
export function plainOf(value: PyValue, where: string): Plain {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((item, i) => plainOf(item, `${where}[${i}]`));
  if ('float' in value) {
    if (typeof value.float === 'number') return value.float;
    throw new NotPlain(`${where} is ${value.float}, which is no number that JSON has`);
  }
  if ('tuple' in value) return value.tuple.map((item, i) => plainOf(item, `${where}[${i}]`));
  if ('set' in value) return value.set.map((item) => plainOf(item, `an item of ${where}`));
  if ('dict' in value) return tableOf(value.dict, where);
  if ('text' in value)
    throw new NotPlain(
      `${where} has ${value.length} characters, more than the ${value.text.length} that are told`,
    );
  if ('int' in value)
    throw new NotPlain(`${where} is an integer beyond 2⁵³, which JSON does not hold exactly`);
  throw new NotPlain(`${where} is an object of the class ${value.object}, for which JSON has no form`);
}

function tableOf(entries: readonly (readonly [PyValue, PyValue])[], where: string): Plain {
  // Without a prototype: a key may be called `__proto__`.
  const table: { [key: string]: Plain } = Object.create(null);
  for (const [key, value] of entries) {
    const name = keyOf(key, where);
    if (name in table) throw new NotPlain(`${where} has two keys that read "${name}"`);
    table[name] = plainOf(value, `${where}["${name}"]`);
  }
  return table;
}

function keyOf(key: PyValue, where: string): string {
  if (typeof key === 'string') return key;
  if (key === null) return 'null';
  if (typeof key === 'boolean' || typeof key === 'number') return String(key);
  throw new NotPlain(`${where} has a key that is no text`);
}
