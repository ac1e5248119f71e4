/** Operators and methods on known values. They change nothing and have no side effects, as in Python. */
import type { Expression } from './python/syntax.ts';
import { entryOf, itemsOf, joined, MAX_ITEMS, partsOf, str, unknown, type Value } from './values.ts';

/** `left op right`; `node` is the operation, for holes of a text. */
export function binary(op: string, left: Value, right: Value, node: Expression): Value {
  if (op === '+') {
    const parts = partsOf(left);
    const more = partsOf(right);
    if (parts && more) return joined([...parts, ...more]);
    if (node.kind === 'BinOp' && (parts || more))
      return joined([...(parts ?? [node.left]), ...(more ?? [node.right])]);
    if (
      left.kind === right.kind &&
      (left.kind === 'list' || left.kind === 'tuple') &&
      (right.kind === 'list' || right.kind === 'tuple')
    ) {
      return {
        kind: left.kind,
        items: [...left.items, ...right.items].slice(0, MAX_ITEMS),
        open: left.open || right.open,
      };
    }
  }
  if (left.kind === 'num' && right.kind === 'num') {
    const value = arithmetic(op, left.value, right.value);
    const float = left.float || right.float || op === '/';
    if (value !== undefined && Number.isFinite(value) && (float || Number.isSafeInteger(value)))
      return { kind: 'num', value, float };
  }
  if (op === '*' && left.kind === 'str' && right.kind === 'num' && right.value * left.value.length < 10_000) {
    return str(left.value.repeat(Math.max(0, Math.floor(right.value))));
  }
  if (op === '|' && left.kind === 'set' && right.kind === 'set')
    return { kind: 'set', items: [...left.items, ...right.items], open: left.open || right.open };
  return unknown(node);
}

function arithmetic(op: string, a: number, b: number): number | undefined {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '**':
      return a ** b;
    case '/':
      return b === 0 ? undefined : a / b;
    case '//':
      return b === 0 ? undefined : Math.floor(a / b);
    case '%':
      return b === 0 ? undefined : a - b * Math.floor(a / b);
    default:
      return undefined;
  }
}

/** `value[index]`, `undefined` when not known. */
export function item(value: Value, index: Value): Value | undefined {
  if (value.kind === 'dict' && index.kind === 'str' && !value.open) return entryOf(value, index.value);
  if ((value.kind === 'list' || value.kind === 'tuple') && index.kind === 'num' && !value.open)
    return value.items.at(index.value);
  return undefined;
}

/** `value[lower:upper]`, `undefined` when not known. */
export function slice(value: Value, lower: Value | undefined, upper: Value | undefined): Value | undefined {
  const bound = (at: Value | undefined): number | undefined =>
    at?.kind === 'num' && !at.float ? at.value : undefined;
  const [from, to] = [bound(lower), bound(upper)];
  if ((lower && from === undefined) || (upper && to === undefined)) return undefined;
  if (value.kind === 'str') return str([...value.value].slice(from, to).join(''));
  if ((value.kind !== 'list' && value.kind !== 'tuple') || value.open) return undefined;
  return { kind: value.kind, items: value.items.slice(from, to), open: false };
}

/** `range(…)` as a list. */
export function range(args: readonly Value[]): Value | undefined {
  const numbers = args.map((a) => (a.kind === 'num' && !a.float ? a.value : Number.NaN));
  if (numbers.length === 0 || numbers.length > 3 || numbers.some(Number.isNaN)) return undefined;
  const [first = 0, second, step = 1] = numbers;
  const [from, to] = second === undefined ? [0, first] : [first, second];
  if (step === 0 || Math.abs((to - from) / step) > MAX_ITEMS) return undefined;
  const items: Value[] = [];
  for (let i = from; step > 0 ? i < to : i > to; i += step)
    items.push({ kind: 'num', value: i, float: false });
  return { kind: 'list', items, open: false };
}

/** Methods of texts, lists and dicts that change nothing. */
export function textMethod(method: string, value: Value, args: readonly Value[]): Value | undefined {
  const [first] = args;
  if (value.kind === 'str') {
    const text = value.value;
    if (method === 'lower' || method === 'casefold') return str(text.toLowerCase());
    if (method === 'upper') return str(text.toUpperCase());
    if (method === 'strip' && args.length === 0) return str(text.trim());
    if (method === 'split' && (args.length === 0 || first?.kind === 'str')) {
      const parts =
        first?.kind === 'str' && first.value !== '' ? text.split(first.value) : text.trim().split(/\s+/);
      return { kind: 'list', items: parts.map(str), open: false };
    }
    if (method === 'splitlines') return { kind: 'list', items: text.split(/\r?\n/).map(str), open: false };
    if (method === 'join' && first) {
      const inner = itemsOf(first);
      const texts = inner?.items.flatMap((i) => (i.kind === 'str' ? [i.value] : []));
      return inner && !inner.open && texts?.length === inner.items.length && first.kind !== 'set'
        ? str(texts.join(text))
        : undefined;
    }
  }
  if (value.kind === 'dict') {
    if (method === 'keys') return { kind: 'list', items: value.entries.map(([k]) => k), open: value.open };
    if (method === 'values')
      return { kind: 'list', items: value.entries.map(([, v]) => v), open: value.open };
    if (method === 'items')
      return {
        kind: 'list',
        items: value.entries.map(([k, v]) => ({ kind: 'tuple' as const, items: [k, v], open: false })),
        open: value.open,
      };
    if (method === 'copy') return value;
  }
  return method === 'copy' && (value.kind === 'list' || value.kind === 'set') ? value : undefined;
}
