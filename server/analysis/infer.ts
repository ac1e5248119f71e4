/** What type an expression has, through locals, attributes and helpers of the source. */
import { isPlaceholder } from './attribute-values.ts';
import { attributesOf } from './attributes.ts';
import { BUILTINS, binaryType, boolOp, METHODS, negated, QUALIFIED, TEXT_METHODS } from './builtin-types.ts';
import type { ClassFacts } from './classes.ts';
import { classConstant } from './constants.ts';
import { flowOf } from './flow.ts';
import { type Context, helperOf, selfClass } from './helpers.ts';
import { nodesWithin } from './nodes.ts';
import type { Attribute, Call, Expression, FunctionDef, Name, Node } from './python/syntax.ts';
import { enclosing, isFunction } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import type { Binding } from './scope.ts';
import { is, isOnly, NEVER, type Type, tupleOf, UNKNOWN, union } from './types.ts';

/** What the parameters of the function that is being read have been given. */
export interface TypeContext extends Context {
  readonly types?: ReadonlyMap<Node, Type>;
}

const MAX_DEPTH = 14;
/** One question may look at no more expressions than this. */
const MAX_STEPS = 4000;
let steps = MAX_STEPS;

/** The type of `node`, never throwing and always ending. */
export function typeOf(node: Expression, context: TypeContext, depth = 0): Type {
  if (depth === 0) steps = MAX_STEPS;
  if (depth > MAX_DEPTH || --steps < 0) return UNKNOWN;
  if (node.kind === 'Name') return nameType(node, context, depth);
  if (node.kind === 'Attribute') return attributeType(node, context, depth);
  if (node.kind === 'Call') return callType(node, context, depth);
  return compoundType(node, (inner) => typeOf(inner, context, depth + 1));
}

function compoundType(node: Expression, down: (inner: Expression) => Type): Type {
  switch (node.kind) {
    case 'Str':
      return is(node.bytes ? 'bytes' : 'str');
    case 'Num':
      return node.type === 'complex' ? is('object') : is(node.type);
    case 'Constant':
      return node.value === null ? is('none') : typeof node.value === 'boolean' ? is('bool') : is('object');
    case 'List':
    case 'ListComp':
      return is('list');
    case 'Set':
    case 'SetComp':
      return is('set');
    case 'Dict':
    case 'DictComp':
      return is('dict');
    case 'GeneratorExp':
      return is('generator');
    case 'Lambda':
      return is('function');
    case 'Tuple':
      return node.elements.some((e) => e.kind === 'Starred') ? is('tuple') : tupleOf(node.elements.map(down));
    case 'Compare':
      return is('bool');
    case 'UnaryOp':
      return node.op === 'not' ? is('bool') : negated(down(node.operand));
    case 'BoolOp':
      return boolOp(node.op, node.values.map(down));
    case 'IfExp':
      return union([down(node.body), down(node.orelse)]);
    case 'NamedExpr':
      return down(node.value);
    case 'BinOp':
      return binaryType(node.op, down(node.left), down(node.right));
    case 'Subscript': {
      const value = down(node.value);
      if (isOnly(value, 'str')) return is('str');
      if (node.index.kind === 'Slice')
        return isOnly(value, 'list', 'str', 'bytes') ? value : isOnly(value, 'tuple') ? is('tuple') : UNKNOWN;
      const index = node.index.kind === 'Num' ? node.index.value : undefined;
      return (index !== undefined && isOnly(value, 'tuple') ? value.items?.at(index) : undefined) ?? UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

function nameType(node: Name, context: TypeContext, depth: number): Type {
  const bindings = definitionsOf(context.module, node);
  if (bindings.length === 0) return UNKNOWN;
  return union(bindings.map((binding) => bindingType(binding, context, depth)));
}

function bindingType(binding: Binding, context: TypeContext, depth: number): Type {
  switch (binding.kind) {
    case 'parameter': {
      const given = context.types?.get(binding.node);
      if (given) return given;
      return binding.node.kind === 'Parameter' && binding.node.flavour === 'varArgs'
        ? is('tuple')
        : binding.node.kind === 'Parameter' && binding.node.flavour === 'varKeywords'
          ? is('dict')
          : UNKNOWN;
    }
    case 'assign':
    case 'walrus':
      return binding.value ? typeOf(binding.value, context, depth + 1) : UNKNOWN;
    case 'unpack': {
      if (!binding.value || binding.index === undefined || binding.index < 0) return UNKNOWN;
      const value = typeOf(binding.value, context, depth + 1);
      return isOnly(value, 'tuple')
        ? (value.items?.[binding.index] ?? UNKNOWN)
        : isOnly(value, 'str')
          ? is('str')
          : UNKNOWN;
    }
    case 'augment': {
      // `+=` on a text is a text; on numbers it depends on both sides.
      const added = binding.value ? typeOf(binding.value, context, depth + 1) : UNKNOWN;
      const op = binding.node.parent?.kind === 'AugAssign' ? binding.node.parent.op : '';
      if (op === '+' && isOnly(added, 'str')) return is('str');
      if (op === '/') return isOnly(added, 'int', 'float') ? is('float') : UNKNOWN;
      if (isOnly(added, 'float')) return is('float');
      // What was there before is among the other definitions.
      return isOnly(added, 'int', 'bool') ? NEVER : UNKNOWN;
    }
    case 'for': {
      const over =
        binding.value?.kind === 'Call' && binding.value.func.kind === 'Name'
          ? binding.value.func.id
          : undefined;
      if (over === 'range' || (over === 'enumerate' && binding.index === 0)) return is('int');
      return binding.value &&
        binding.index === undefined &&
        isOnly(typeOf(binding.value, context, depth + 1), 'str')
        ? is('str')
        : UNKNOWN;
    }
    case 'function':
      return is('function');
    case 'class':
      return is('function');
    default:
      return UNKNOWN;
  }
}

function attributeType(node: Attribute, context: TypeContext, depth: number): Type {
  const root = node.value;
  if (root.kind !== 'Name' || (root.id !== 'self' && root.id !== 'cls')) return UNKNOWN;
  const cls = selfClass(node, context);
  return cls ? attributeTypeOf(cls, node.attr, context, depth) : UNKNOWN;
}

const NO_TYPES: ReadonlyMap<Node, Type> = new Map();

/** The type of an attribute over everything that is written to it; a placeholder in `__init__` does not count. */
export function attributeTypeOf(cls: ClassFacts, name: string, context: TypeContext, depth = 0): Type {
  const method = cls.methods.get(name);
  if (method)
    return method.kind === 'property'
      ? returnType(method.node, { ...context, cls }, depth + 1)
      : is('function');
  const attributes = attributesOf(cls);
  const writes = attributes.byName.get(name)?.writes ?? [];
  const constant = classConstant(cls, name);
  if (attributes.dynamic || (cls.opaque && !constant && writes.length === 0)) return UNKNOWN;
  const real = writes.filter((use) => use.method.name !== '__init__' || !isPlaceholder(use.value));
  const counted = real.length > 0 ? real : writes;
  const types = counted.map((use): Type => {
    if (!use.value) return UNKNOWN;
    // Parameters here belong to the method that writes.
    const value = typeOf(use.value, { ...context, types: NO_TYPES }, depth + 1);
    if (use.index === undefined) return use.kind === 'augment' ? augmented(value, use.node) : value;
    return isOnly(value, 'tuple') ? (value.items?.[use.index] ?? UNKNOWN) : UNKNOWN;
  });
  if (constant && counted.length === 0) types.push(typeOf(constant, context, depth + 1));
  return types.length === 0 ? UNKNOWN : union(types);
}

function augmented(added: Type, node: Attribute): Type {
  const op = node.parent?.kind === 'AugAssign' ? node.parent.op : '';
  if (op === '+' && isOnly(added, 'str', 'list')) return added;
  if (isOnly(added, 'float')) return is('float');
  return isOnly(added, 'int', 'bool') && op !== '/' ? NEVER : UNKNOWN;
}

function callType(node: Call, context: TypeContext, depth: number): Type {
  const { func } = node;
  const down = (inner: Expression): Type => typeOf(inner, context, depth + 1);
  const helper = helperOf(node, context);
  if (helper)
    return returnType(helper.node, argumentTypes(helper.parameters, node, context, depth), depth + 1);
  const [first] = node.args;
  if (func.kind === 'Name') {
    if (definitionsOf(context.module, func).length > 0 && QUALIFIED[`random.${func.id}`] === undefined)
      return UNKNOWN;
    const known = BUILTINS[func.id];
    if (known) return is(known);
    if (func.id === 'round' && first)
      return node.args.length === 1 && node.keywords.length === 0
        ? is('int')
        : isOnly(down(first), 'float')
          ? is('float')
          : UNKNOWN;
    if (func.id === 'abs' && first) return down(first);
    if ((func.id === 'min' || func.id === 'max') && node.args.length > 1) return union(node.args.map(down));
    return UNKNOWN;
  }
  if (func.kind !== 'Attribute') return UNKNOWN;
  if (func.value.kind === 'Name') {
    const known = QUALIFIED[`${func.value.id}.${func.attr}`];
    if (known) return is(known);
  }
  if (TEXT_METHODS.has(func.attr)) {
    const receiver = down(func.value);
    if (func.attr === 'replace' && !isOnly(receiver, 'str')) return receiver.unknown ? UNKNOWN : receiver;
    return is('str');
  }
  const known = METHODS[func.attr];
  if (known) return is(known);
  if (func.attr === 'copy') return down(func.value);
  return func.attr === 'count' || func.attr === 'index' || func.attr === 'find' ? is('int') : UNKNOWN;
}

/** The context in which a helper is read: its parameters have what the call gives them. */
export function argumentTypes(
  parameters: readonly { readonly name: string }[],
  node: Call,
  context: TypeContext,
  depth: number,
): TypeContext {
  const types = new Map<Node, Type>();
  for (const [i, parameter] of parameters.entries()) {
    const one = parameter as Node & { kind: 'Parameter' };
    if (one.flavour === 'varArgs' || one.flavour === 'varKeywords') continue;
    const argument = node.args.slice(0, i + 1).some((a) => a.kind === 'Starred') ? undefined : node.args[i];
    const given = one.flavour === 'keywordOnly' ? undefined : argument;
    const value = given ?? node.keywords.find((k) => k.name === one.name)?.value;
    const open =
      node.keywords.some((k) => k.name === undefined) || node.args.some((a) => a.kind === 'Starred');
    if (value) types.set(one, typeOf(value, context, depth + 1));
    else if (one.default && !open) types.set(one, typeOf(one.default, context, depth + 1));
  }
  return { ...context, types };
}

/** The type of a call of the function: of all its `return`s, and `None` where it can end without one. */
export function returnType(fn: FunctionDef, context: TypeContext, depth = 0): Type {
  if (depth > MAX_DEPTH || steps < 0) return UNKNOWN;
  if (fn.async) return is('object');
  if (isGenerator(fn)) return is('generator');
  const flow = flowOf(fn);
  const types = flow.returns.map(({ node }) =>
    node.value ? typeOf(node.value, context, depth + 1) : is('none'),
  );
  if (flow.fallsOff) types.push(is('none'));
  return union(types);
}

export const isGenerator = (fn: FunctionDef): boolean => yieldsIn(fn, 'Yield') || yieldsIn(fn, 'YieldFrom');

const yieldsIn = (fn: FunctionDef, kind: 'Yield' | 'YieldFrom'): boolean =>
  nodesWithin(fn, kind).some(
    (node) =>
      enclosing(node, (one) => isFunction(one) || one.kind === 'ClassDef') === fn &&
      node.start >= (fn.body[0]?.start ?? fn.end),
  );
