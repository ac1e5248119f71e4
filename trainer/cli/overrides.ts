/** `--set play.group=8` and the like, as the tables that a request carries. */
import { UsageError } from '../../server/workspace/usage-error.ts';

type Value = string | number | boolean | null | Value[] | Table;
interface Table {
  [key: string]: Value;
}

/** A value is JSON where it can be read as such, else the text itself. @throws UsageError */
export function overridesOf(settings: readonly string[], option = 'set'): Table {
  const all: Table = {};
  for (const setting of settings) {
    const at = setting.indexOf('=');
    const keys = setting.slice(0, at).split('.');
    if (at < 1 || keys.some((key) => !/^\w+$/.test(key) || key === '__proto__'))
      throw new UsageError(
        `--${option} takes KEY=VALUE, such as ${option === 'set' ? 'play.group=8' : 'top_p=0.9'}; not "${setting}".`,
      );
    const last = keys.pop() ?? '';
    let table = all;
    for (const key of keys) {
      const below = table[key];
      if (below !== undefined && !isTable(below))
        throw new UsageError(`--${option} ${setting}: ${key} was given a value before.`);
      const next: Table = below ?? {};
      table[key] = next;
      table = next;
    }
    table[last] = readValue(setting.slice(at + 1));
  }
  return all;
}

const isTable = (value: Value): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readValue(text: string): Value {
  try {
    const value: Value = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
