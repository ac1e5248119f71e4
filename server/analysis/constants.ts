/**
 * What an expression is worth as far as the source tells: literals, through names, attributes that are set once,
 * concatenation, f-strings and the plainest calls. Never a guess: what cannot be known is `unknown`.
 */
import { attributeValue } from './attribute-values.ts';
import { changesOfName, withChanges } from './changes.ts';
import type { ClassFacts } from './classes.ts';
import { argumentsFor, type Context, helperOf, namedClass, selfClass } from './helpers.ts';
import { memo } from './memo.ts';
import { nodesWithin } from './nodes.ts';
import { binary, item, range, slice, textMethod } from './operations.ts';
import type {
  Attribute,
  Call,
  Comprehension,
  DictComp,
  Expression,
  FunctionDef,
  Module,
  Name,
  Node,
  Parameter,
  Str,
} from './python/syntax.ts';
import { dottedName, enclosing, isFunction } from './python/visit.ts';
import { bindingsOf, scopesOf } from './scope.ts';
import {
  isMutable,
  itemsOf,
  joined,
  MAX_ITEMS,
  partsOf,
  plainText,
  str,
  unknown,
  type Value,
} from './values.ts';

export { argumentsFor, type Context, helperOf, selfClass } from './helpers.ts';

const MAX_DEPTH = 16;
/** Names that name names that name names: one question may ask no more than this. */
const MAX_EVALUATIONS = 20_000;
let budget = MAX_EVALUATIONS;
/** Something was left unknown because it was too far away. */
let cut = false;

/** The value of `node`, never throwing and always ending. */
export function evaluate(node: Expression, context: Context, depth = 0): Value {
  if (context.parameters) return fresh(node, context, depth);
  const known = evaluations(context.cls ?? context.module);
  const found = known.get(node);
  if (found) return found;
  const outer = cut;
  cut = false;
  const value = fresh(node, context, depth);
  // What was cut short says less than what is asked from nearer by.
  if (depth === 0 || !cut) known.set(node, value);
  cut ||= outer;
  return value;
}

/** Values by expression, for each class that `self` may stand for. */
const evaluations = memo((_: ClassFacts | Module) => new Map<Expression, Value>());

function fresh(node: Expression, context: Context, depth: number): Value {
  if (depth === 0) budget = MAX_EVALUATIONS;
  if (depth > MAX_DEPTH || --budget < 0) {
    cut = true;
    return unknown(node);
  }
  const value = evaluated(node, context, depth);
  return value.node === undefined ? { ...value, node } : value;
}

function evaluated(node: Expression, context: Context, depth: number): Value {
  switch (node.kind) {
    case 'Name':
      return named(node, context, depth);
    case 'Attribute':
      return attribute(node, context, depth);
    case 'Call':
      return call(node, context, depth);
    case 'Num':
      return node.type === 'complex'
        ? unknown(node)
        : { kind: 'num', value: node.value, float: node.type === 'float' };
    case 'Constant':
      if (node.value === null) return { kind: 'none' };
      return typeof node.value === 'boolean' ? { kind: 'bool', value: node.value } : unknown(node);
    case 'ListComp':
    case 'SetComp':
    case 'GeneratorExp':
    case 'DictComp':
      return comprehension(node, context, depth) ?? unknown(node);
    default:
      return composed(node, (inner) => evaluate(inner, context, depth + 1));
  }
}

/** What follows from the values of the parts alone. */
function composed(node: Expression, down: (inner: Expression) => Value): Value {
  switch (node.kind) {
    case 'Str':
      return node.value === undefined ? template(node, down) : str(node.value);
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
    case 'Subscript':
      if (node.index.kind === 'Slice') {
        const { lower, upper, step } = node.index;
        return (
          (step ? undefined : slice(down(node.value), lower && down(lower), upper && down(upper))) ??
          unknown(node)
        );
      }
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

/** A comprehension over known items, without conditions and with one `for`. */
function comprehension(node: Comprehension | DictComp, context: Context, depth: number): Value | undefined {
  const [generator, ...others] = node.generators;
  if (!generator || others.length > 0) return undefined;
  const over = itemsOf(evaluate(generator.iter, context, depth + 1));
  if (!over) return undefined;
  const open = over.open || generator.conditions.length > 0;
  const each = over.items.slice(0, MAX_ITEMS).map((one) => {
    const parameters = new Map(context.parameters);
    bindTarget(generator.target, one, parameters);
    return { ...context, parameters };
  });
  if (node.kind === 'DictComp') {
    return {
      kind: 'dict',
      entries: each.map(
        (c) => [evaluate(node.key, c, depth + 1), evaluate(node.value, c, depth + 1)] as const,
      ),
      open,
    };
  }
  return {
    kind: node.kind === 'SetComp' ? 'set' : 'list',
    items: each.map((c) => evaluate(node.element, c, depth + 1)),
    open,
  };
}

/** Binds the names of a loop's target to the parts of an item. */
export function bindTarget(target: Expression, value: Value, parameters: Map<Node, Value>): void {
  if (target.kind === 'Name') parameters.set(target, value);
  else if (target.kind === 'Tuple' || target.kind === 'List') {
    const parts = value.kind === 'tuple' || value.kind === 'list' ? value.items : [];
    for (const [i, element] of target.elements.entries())
      bindTarget(element, parts[i] ?? unknown(), parameters);
  }
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

/** A name bound once, by plain assignment, and what is done to it afterwards in the same scope. */
function named(node: Name, context: Context, depth: number): Value {
  const bindings = bindingsOf(scopesOf(context.module), node.id, node).filter((b) => b.kind !== 'annotation');
  const [binding, ...others] = bindings;
  if (!binding || others.length > 0) return unknown(node);
  if (binding.kind === 'parameter' || binding.kind === 'for')
    return context.parameters?.get(binding.node) ?? unknown(node);
  if (!binding.value || binding.kind !== 'assign' || binding.index !== undefined) return unknown(node);
  const value = evaluate(binding.value, context, depth + 1);
  return isMutable(value) ? withChanges(value, changesOfName(binding), context, depth) : value;
}

function attribute(node: Attribute, context: Context, depth: number): Value {
  const root = node.value;
  if (root.kind !== 'Name') return unknown(node);
  const owner =
    root.id === 'self' || root.id === 'cls' ? selfClass(node, context) : namedClass(root.id, context);
  if (!owner) return unknown(node);
  if (root.id === 'self') return attributeValue(owner, node.attr, context, depth) ?? unknown(node);
  const constant = classConstant(owner, node.attr);
  return constant ? evaluate(constant, context, depth + 1) : unknown(node);
}

/** What the class body, or that of an ancestor, assigns to a name. */
export function classConstant(cls: ClassFacts, name: string): Expression | undefined {
  for (const one of [cls, ...cls.ancestors]) {
    const found = one.constants.get(name);
    if (found) return found;
  }
  return undefined;
}

function call(node: Call, context: Context, depth: number): Value {
  const { func } = node;
  const down = (inner: Expression): Value => evaluate(inner, context, depth + 1);
  const helper = helperOf(node, context);
  if (helper) return helperValue(helper.node, helper.parameters, node, context, depth) ?? unknown(node);
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
  if ((name === 'copy.deepcopy' || name === 'copy.copy') && first) return down(first);
  return textMethod(func.attr, down(func.value), node.args.map(down)) ?? unknown(node);
}

/** What a helper returns whose only `return` stands at its end. */
function helperValue(
  helper: FunctionDef,
  parameters: readonly Parameter[],
  node: Call,
  context: Context,
  depth: number,
): Value | undefined {
  const result = helper.body.at(-1);
  if (result?.kind !== 'Return' || !result.value || !isStraight(helper)) return undefined;
  const values = argumentsFor(parameters, node, (argument) => evaluate(argument, context, depth + 1));
  return evaluate(result.value, { ...context, parameters: values }, depth + 2);
}

const isStraight = memo((helper: FunctionDef): boolean => {
  const own = (node: Node): boolean =>
    enclosing(node, (one) => isFunction(one) || one.kind === 'ClassDef') === helper;
  return (
    !helper.async &&
    !nodesWithin(helper, 'Yield').some(own) &&
    !nodesWithin(helper, 'YieldFrom').some(own) &&
    !nodesWithin(helper, 'Return').some((node) => node.parent !== helper && own(node))
  );
});

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
