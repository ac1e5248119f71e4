/** A small lattice of Python types: what an expression may be, `unknown` when the source does not tell. */

export type TypeName =
  | 'str'
  | 'int'
  | 'float'
  | 'bool'
  | 'none'
  | 'dict'
  | 'list'
  | 'set'
  | 'tuple'
  | 'bytes'
  | 'function'
  | 'generator'
  | 'match'
  | 'random'
  | 'object';

export interface Type {
  /** It may be something else as well. */
  readonly unknown: boolean;
  /** What it may be, without repetition. Empty only together with `unknown`. */
  readonly names: readonly TypeName[];
  /** The parts of a tuple, when every tuple among the possibilities has these. */
  readonly items: readonly Type[] | undefined;
}

const single = new Map<TypeName, Type>();
/** The type that has one possibility. */
export function is(name: TypeName): Type {
  let found = single.get(name);
  if (!found) {
    found = { unknown: false, names: [name], items: undefined };
    single.set(name, found);
  }
  return found;
}

export const UNKNOWN: Type = { unknown: true, names: [], items: undefined };
/** Of no value at all: the union of nothing. */
export const NEVER: Type = { unknown: false, names: [], items: undefined };

export const tupleOf = (items: readonly Type[]): Type => ({ unknown: false, names: ['tuple'], items });

export function union(types: readonly Type[]): Type {
  const [first, ...others] = types;
  if (!first) return NEVER;
  return others.reduce(join, first);
}

function join(a: Type, b: Type): Type {
  if (a === b || b === NEVER) return a;
  if (a === NEVER) return b;
  const names = b.names.every((n) => a.names.includes(n)) ? a.names : [...new Set([...a.names, ...b.names])];
  const [x, y] = [a.items, b.items];
  const items = !a.names.includes('tuple')
    ? y
    : !b.names.includes('tuple')
      ? x
      : x && y && x.length === y.length
        ? x.map((item, i) => join(item, y[i] ?? UNKNOWN))
        : undefined;
  return { unknown: a.unknown || b.unknown, names, items };
}

/** Without one of its possibilities; `unknown` when none is left. */
export function without(type: Type, name: TypeName): Type {
  if (!type.names.includes(name)) return type;
  const names = type.names.filter((n) => n !== name);
  return names.length === 0 ? { ...type, unknown: true, names } : { ...type, names };
}

/** It is certain that the value is one of these. */
export const isOnly = (type: Type, ...names: readonly TypeName[]): boolean =>
  !type.unknown && type.names.length > 0 && type.names.every((n) => names.includes(n));

/** It is certain that the value is none of these. */
export const isNever = (type: Type, ...names: readonly TypeName[]): boolean =>
  !type.unknown && !type.names.some((n) => names.includes(n));

/** As one writes it: `str | None`, `(str, dict)`. */
export function showType(type: Type): string {
  const names: string[] = type.names.map((n) =>
    n === 'none'
      ? 'None'
      : n === 'tuple' && type.items
        ? `(${type.items.map(showType).join(', ')}${type.items.length === 1 ? ',' : ''})`
        : n,
  );
  if (type.unknown) names.push('?');
  return names.join(' | ');
}
