/**
 * What an expression is worth as far as the source tells: literals, through names, attributes that are set once,
 * concatenation, f-strings and the plainest calls. Never a guess: what cannot be known is `unknown`.
 */
import { type AttributeUse, attributesOf } from './attributes.ts';
import { type ClassFacts, classesOf } from './classes.ts';
import type { Call, Expression, Module, Node, Str } from './python/syntax.ts';
import { dottedName, forEachChild, isFunction } from './python/visit.ts';
import { type Binding, bindingsOf, scopesOf } from './scope.ts';

export type Value = Known & {
  /** The expression that the value was read from, where there is one. */
  readonly node?: Expression | undefined;
};
type Known =
  | { readonly kind: 'str'; readonly value: string }
  /** Text with holes; adjoining texts are merged. */
  | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: 'num'; readonly value: number; readonly float: boolean }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'none' }
  /** `open`: there may be further items, or these may be changed. */
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly Value[]; readonly open: boolean }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Value, Value])[]; readonly open: boolean }
  | { readonly kind: 'unknown' };

export interface Context {
  readonly module: Module;
  /** The class whose `self` is meant. */
  readonly cls: ClassFacts | undefined;
}

const MAX_DEPTH = 16;
const MAX_ITEMS = 2000;
/** Names that name names that name names: one question may ask no more than this. */
const MAX_EVALUATIONS = 20_000;
let budget = MAX_EVALUATIONS;
const unknown = (node?: Expression): Value => ({ kind: 'unknown', node });
const str = (value: string): Value => ({ kind: 'str', value });

/** The value of `node`, never throwing and always ending. */
export function evaluate(node: Expression, context: Context, depth = 0): Value {
  if (depth === 0) budget = MAX_EVALUATIONS;
  if (depth > MAX_DEPTH || --budget < 0) return unknown(node);
  const value = evaluated(node, context, depth);
  return value.node === undefined ? { ...value, node } : value;
}

function evaluated(node: Expression, context: Context, depth: number): Value {
  const down = (inner: Expression): Value => evaluate(inner, context, depth + 1);
  switch (node.kind) {
    case 'Str':
      return node.value === undefined ? template(node, down) : str(node.value);
    case 'Num':
      return node.type === 'complex'
        ? unknown(node)
        : { kind: 'num', value: node.value, float: node.type === 'float' };
    case 'Constant':
      if (node.value === null) return { kind: 'none' };
      return typeof node.value === 'boolean' ? { kind: 'bool', value: node.value } : unknown(node);
    case 'UnaryOp': {
      const operand = down(node.operand);
      if (node.op === '-' && operand.kind === 'num') return { ...operand, value: -operand.value, node };
      return node.op === '+' && operand.kind === 'num' ? operand : unknown(node);
    }
    case 'List':
    case 'Tuple':
    case 'Set':
      return sequence(node.kind, node.elements, down);
    case 'Dict':
      return dict(node.keys, node.values, down);
    case 'BinOp':
      return binary(node.op, down(node.left), down(node.right), node);
    case 'Name':
      return named(bindingsOf(scopesOf(context.module), node.id, node), node, context, depth);
    case 'Attribute':
      return attribute(node, context, depth);
    case 'Call':
      return call(node, down);
    case 'Subscript':
      return item(down(node.value), down(node.index)) ?? unknown(node);
    case 'NamedExpr':
      return down(node.value);
    default:
      return unknown(node);
  }
}

function sequence(
  kind: 'List' | 'Tuple' | 'Set',
  elements: readonly Expression[],
  down: (node: Expression) => Value,
): Value {
  const items: Value[] = [];
  let open = elements.length > MAX_ITEMS;
  for (const element of elements.slice(0, MAX_ITEMS)) {
    if (element.kind !== 'Starred') items.push(down(element));
    else {
      const inner = itemsOf(down(element.value));
      if (inner) items.push(...inner.items);
      open ||= !inner || inner.open;
    }
  }
  return { kind: kind === 'List' ? 'list' : kind === 'Tuple' ? 'tuple' : 'set', items, open };
}

function dict(
  keys: readonly (Expression | undefined)[],
  values: readonly Expression[],
  down: (node: Expression) => Value,
): Value {
  const entries: (readonly [Value, Value])[] = [];
  let open = false;
  for (const [i, value] of values.slice(0, MAX_ITEMS).entries()) {
    const key = keys[i];
    if (key) entries.push([down(key), down(value)]);
    else {
      const inner = down(value);
      if (inner.kind === 'dict') entries.push(...inner.entries);
      open ||= inner.kind !== 'dict' || inner.open;
    }
  }
  return { kind: 'dict', entries, open };
}

/** Merges texts that adjoin; a template without holes is a `str`. */
export function joined(parts: readonly (string | Expression)[]): Value {
  const merged: (string | Expression)[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  const only = merged[0];
  if (merged.length === 0) return str('');
  return merged.length === 1 && typeof only === 'string' ? str(only) : { kind: 'template', parts: merged };
}

function template(node: Str, down: (node: Expression) => Value): Value {
  if (node.bytes) return unknown(node);
  const parts: (string | Expression)[] = [];
  for (const { segments } of node.literals) {
    for (const segment of segments) {
      if (segment.kind === 'TextSegment') parts.push(segment.value);
      else {
        const value = segment.spec || segment.conversion || segment.debug ? unknown() : down(segment.value);
        parts.push(...(partsOf(value) ?? [plainText(value) ?? segment.value]));
      }
    }
  }
  return joined(parts);
}

/** A text's parts; `undefined` for what is no text. */
export function partsOf(value: Value): readonly (string | Expression)[] | undefined {
  if (value.kind === 'str') return [value.value];
  return value.kind === 'template' ? value.parts : undefined;
}

/** `str()` of an int, a bool or `None`; `undefined` where Python's text is not known for sure. */
function plainText(value: Value): string | undefined {
  if (value.kind === 'num' && !value.float) return String(value.value);
  if (value.kind === 'bool') return value.value ? 'True' : 'False';
  return value.kind === 'none' ? 'None' : undefined;
}

function binary(op: string, left: Value, right: Value, node: Expression): Value {
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
    if (value !== undefined && Number.isFinite(value))
      return { kind: 'num', value, float: left.float || right.float || op === '/' };
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

/** The items that iterating a value gives, in order; a dict gives its keys. */
export function itemsOf(
  value: Value,
): { readonly items: readonly Value[]; readonly open: boolean } | undefined {
  if (value.kind === 'list' || value.kind === 'tuple' || value.kind === 'set') return value;
  if (value.kind === 'dict') return { items: value.entries.map(([key]) => key), open: value.open };
  if (value.kind === 'str') return { items: [...value.value].slice(0, MAX_ITEMS).map(str), open: false };
  return undefined;
}

/** The texts among the items of a value. */
export function stringItems(value: Value): string[] {
  return itemsOf(value)?.items.flatMap((one) => (one.kind === 'str' ? [one.value] : [])) ?? [];
}

/** The entry under a text key. */
export function entryOf(value: Value, key: string): Value | undefined {
  if (value.kind !== 'dict') return undefined;
  return value.entries.findLast(([k]) => k.kind === 'str' && k.value === key)?.[1];
}

function item(value: Value, index: Value): Value | undefined {
  if (value.kind === 'dict' && index.kind === 'str' && !value.open) return entryOf(value, index.value);
  if ((value.kind === 'list' || value.kind === 'tuple') && index.kind === 'num' && !value.open)
    return value.items.at(index.value);
  return undefined;
}

/** A name bound once, by plain assignment, and what is done to it afterwards in the same scope. */
function named(bindings: readonly Binding[], node: Expression, context: Context, depth: number): Value {
  const binding = bindings[0];
  const once = bindings.filter((b) => b.kind !== 'annotation');
  if (once.length !== 1 || !binding?.value || binding.kind !== 'assign' || binding.index !== undefined)
    return unknown(node);
  const value = evaluate(binding.value, context, depth + 1);
  if (!isMutable(value)) return value;
  return withChanges(value, changesOfName(binding), context, depth);
}

const isMutable = (value: Value): boolean =>
  value.kind === 'list' || value.kind === 'dict' || value.kind === 'set';

/** In-place changes of a local or global name. */
function changesOfName(binding: Binding): Node[] {
  let home: Node = binding.node;
  while (home.parent && !isFunction(home) && home.kind !== 'Module' && home.kind !== 'ClassDef')
    home = home.parent;
  const changes: Node[] = [];
  const search = (node: Node): void => {
    const changed = changedBy(node);
    if (changed?.kind === 'Name' && changed.id === binding.name) changes.push(node);
    forEachChild(node, search);
  };
  forEachChild(home, search);
  return changes;
}

/** The expression that `x.append(…)`, `x[k] = …` or `x += …` changes in place. */
function changedBy(node: Node): Expression | undefined {
  if (node.kind === 'Call' && node.func.kind === 'Attribute' && CHANGES.has(node.func.attr))
    return node.func.value;
  if (node.kind === 'Assign' || node.kind === 'Delete') {
    const target = node.targets.find((t) => t.kind === 'Subscript');
    return target?.kind === 'Subscript' ? target.value : undefined;
  }
  if (node.kind === 'AugAssign') return node.target.kind === 'Subscript' ? node.target.value : node.target;
  return undefined;
}
const CHANGES = new Set([
  'append',
  'extend',
  'add',
  'update',
  'insert',
  'remove',
  'pop',
  'clear',
  'setdefault',
  'discard',
  'popitem',
]);

/** Adds what is certain to be added; any other change makes the value open. */
function withChanges(value: Value, changes: readonly Node[], context: Context, depth: number): Value {
  let result = value;
  for (const change of changes) result = changed(result, change, context, depth);
  return result;
}

function changed(value: Value, change: Node, context: Context, depth: number): Value {
  const certain = isCertain(change);
  const opened: Value = isMutable(value) ? ({ ...value, open: true } as Value) : value;
  if (change.kind === 'Call' && change.func.kind === 'Attribute') {
    const argument = change.args[0];
    if (!argument) return opened;
    const added = evaluate(argument, context, depth + 1);
    if (
      (change.func.attr === 'append' && value.kind === 'list') ||
      (change.func.attr === 'add' && value.kind === 'set')
    ) {
      return { ...value, items: [...value.items, added], open: value.open || !certain };
    }
    if (change.func.attr === 'update' && value.kind === 'dict' && added.kind === 'dict') {
      return {
        ...value,
        entries: [...value.entries, ...added.entries],
        open: value.open || added.open || !certain,
      };
    }
    const more = change.func.attr === 'extend' && value.kind === 'list' ? itemsOf(added) : undefined;
    if (more && value.kind === 'list')
      return { ...value, items: [...value.items, ...more.items], open: value.open || more.open || !certain };
    return opened;
  }
  if (change.kind === 'Assign' && value.kind === 'dict') {
    const target = change.targets.find((t) => t.kind === 'Subscript');
    if (target?.kind !== 'Subscript') return opened;
    const entry = [
      evaluate(target.index, context, depth + 1),
      evaluate(change.value, context, depth + 1),
    ] as const;
    return {
      ...value,
      entries: [...value.entries, entry],
      open: value.open || !certain || entry[0].kind !== 'str',
    };
  }
  return opened;
}

/** Runs exactly once whenever its function runs: under no condition and in no loop. */
function isCertain(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === 'Module' || at.kind === 'FunctionDef') return true;
    if (at.kind !== 'ExpressionStatement' && at.kind !== 'Assign' && at.kind !== 'With') return false;
  }
  return true;
}

function attribute(node: Expression & { kind: 'Attribute' }, context: Context, depth: number): Value {
  const { cls } = context;
  const root = node.value;
  if (root.kind !== 'Name') return unknown(node);
  if (cls && (root.id === 'self' || root.id === 'cls'))
    return attributeValue(cls, node.attr, context, depth) ?? unknown(node);
  const owner = classesOf(context.module).find((one) => one.name === root.id);
  const constant =
    owner &&
    [owner, ...owner.ancestors]
      .map((one) => one.constants.get(node.attr))
      .find((found) => found !== undefined);
  return constant ? evaluate(constant, context, depth + 1) : unknown(node);
}

/** What an attribute holds when it is set in one place only (or always to the same), else `undefined`. */
export function attributeValue(
  cls: ClassFacts,
  name: string,
  context: Context,
  depth = 0,
): Value | undefined {
  const facts = attributesOf(cls).byName.get(name);
  const constant = [cls, ...cls.ancestors]
    .map((one) => one.constants.get(name))
    .find((found) => found !== undefined);
  const writes = facts?.writes ?? [];
  const source = writes.length === 0 ? constant : onlyWrite(writes);
  if (!source) return undefined;
  const value = evaluate(source, context, depth + 1);
  if (!isMutable(value)) return value;
  return withChanges(value, (facts?.mutations ?? []).map(changeOf), context, depth);
}

/** The one value written; an empty placeholder in `__init__` before the real value in another method does not count. */
function onlyWrite(writes: readonly AttributeUse[]): Expression | undefined {
  const real =
    writes.length > 1
      ? writes.filter((use) => use.method.name !== '__init__' || !isPlaceholder(use.value))
      : writes;
  const only = real[0];
  return real.length === 1 && only && only.kind === 'write' && only.index === undefined
    ? only.value
    : undefined;
}

function isPlaceholder(value: Expression | undefined): boolean {
  if (!value) return false;
  if (value.kind === 'Constant') return value.value === null;
  if (value.kind === 'Str') return value.value === '';
  if (value.kind === 'Dict') return value.values.length === 0;
  return (value.kind === 'List' || value.kind === 'Tuple') && value.elements.length === 0;
}

/** The call or the assignment through which an attribute is changed in place. */
function changeOf(use: AttributeUse): Node {
  let at: Node = use.node;
  while (
    at.parent &&
    at.kind !== 'Call' &&
    at.kind !== 'Assign' &&
    at.kind !== 'AugAssign' &&
    at.kind !== 'Delete'
  )
    at = at.parent;
  const direct = changedBy(at);
  // A change deeper inside (`self.x[a].append(b)`) leaves it open which values there are.
  return direct === use.node ? at : use.node;
}

function call(node: Call, down: (node: Expression) => Value): Value {
  const { func } = node;
  const first = node.args[0];
  if (func.kind === 'Name') {
    const value = first ? down(first) : undefined;
    if (COPIES.has(func.id) && node.args.length <= 1)
      return copied(func.id, value, node, down) ?? unknown(node);
    if (func.id === 'range') return range(node.args.map(down)) ?? unknown(node);
    const text =
      func.id === 'str' && value ? (value.kind === 'str' ? value.value : plainText(value)) : undefined;
    return text === undefined ? unknown(node) : str(text);
  }
  if (func.kind !== 'Attribute') return unknown(node);
  const name = dottedName(func);
  if ((name === 'copy.deepcopy' || name === 'copy.copy' || name === 'deepcopy') && first) return down(first);
  return textMethod(func.attr, down(func.value), node.args.map(down)) ?? unknown(node);
}
const COPIES = new Set(['list', 'tuple', 'set', 'frozenset', 'sorted', 'dict', 'deque', 'reversed']);

function copied(
  to: string,
  value: Value | undefined,
  node: Call,
  down: (node: Expression) => Value,
): Value | undefined {
  if (to === 'dict') {
    if (value && value.kind !== 'dict') return undefined;
    const named = node.keywords.map(
      (k) => [k.name === undefined ? unknown() : str(k.name), down(k.value)] as const,
    );
    return {
      kind: 'dict',
      entries: [...(value?.kind === 'dict' ? value.entries : []), ...named],
      open: value?.kind === 'dict' && value.open,
    };
  }
  const kind = to === 'tuple' ? 'tuple' : to === 'set' || to === 'frozenset' ? 'set' : 'list';
  if (!value) return { kind, items: [], open: false };
  const inner = itemsOf(value);
  return inner && { kind, items: inner.items, open: inner.open };
}

function range(args: readonly Value[]): Value | undefined {
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
function textMethod(method: string, value: Value, args: readonly Value[]): Value | undefined {
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

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The value as JSON when every part of it is known and JSON can hold it. */
export function toJson(value: Value): Json | undefined {
  switch (value.kind) {
    case 'str':
    case 'num':
    case 'bool':
      return value.value;
    case 'none':
      return null;
    case 'list':
    case 'tuple': {
      if (value.open) return undefined;
      const items = value.items.map(toJson);
      return items.every((i) => i !== undefined) ? items : undefined;
    }
    case 'dict': {
      if (value.open) return undefined;
      const result: { [key: string]: Json } = {};
      for (const [key, inner] of value.entries) {
        const json = toJson(inner);
        if (key.kind !== 'str' || json === undefined) return undefined;
        Object.defineProperty(result, key.value, {
          value: json,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return result;
    }
    default:
      return undefined;
  }
}
