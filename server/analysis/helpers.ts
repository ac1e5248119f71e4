/** Which function, method or class of the source an expression reaches, and what a call hands over. */
import { type ClassFacts, classesOf } from './classes.ts';
import { memo } from './memo.ts';
import type { Call, Expression, FunctionDef, Module, Node, Parameter } from './python/syntax.ts';
import { enclosing } from './python/visit.ts';
import { bindingsOf, scopesOf } from './scope.ts';
import { str, type Value } from './values.ts';

export interface Context {
  readonly module: Module;
  /** The class whose `self` is meant. */
  readonly cls: ClassFacts | undefined;
  /** What the parameters of the helper that is being read, and the names that a comprehension runs over, stand for. */
  readonly parameters?: ReadonlyMap<Node, Value>;
}

export interface Helper {
  readonly node: FunctionDef;
  /** Without `self`. */
  readonly parameters: readonly Parameter[];
}

/** The function or method of this source that a call reaches: `helper(…)`, `self.helper(…)`, `Class.helper(…)`. */
export function helperOf(node: Call, context: Context): Helper | undefined {
  if (node.func.kind !== 'Name' && node.func.kind !== 'Attribute') return undefined;
  const helpers = helpersOf(context.cls ?? context.module);
  const known = helpers.get(node);
  if (known !== undefined) return known ?? undefined;
  const helper = findHelper(node, context);
  helpers.set(node, helper ?? null);
  return helper;
}

/** Helpers by call, for each class that `self` may stand for; `null` where there is none. */
const helpersOf = memo((_: ClassFacts | Module) => new Map<Call, Helper | null>());

function findHelper(node: Call, context: Context): Helper | undefined {
  const { func } = node;
  if (func.kind === 'Name') {
    const [binding, ...others] = bindingsOf(scopesOf(context.module), func.id, func);
    const found = others.length === 0 ? binding?.node : undefined;
    return found?.kind === 'FunctionDef' ? { node: found, parameters: found.parameters } : undefined;
  }
  if (func.kind !== 'Attribute') return undefined;
  const root = func.value;
  if (root.kind === 'Call' && root.func.kind === 'Name' && root.func.id === 'super') {
    const home = enclosing(node, (one) => one.kind === 'ClassDef');
    const cls = classesOf(context.module).find((one) => one.node === home);
    for (const one of cls?.ancestors ?? []) {
      const method = one.own.get(func.attr);
      if (method) return method;
    }
    return undefined;
  }
  if (root.kind !== 'Name') return undefined;
  if (root.id === 'self' || root.id === 'cls') return selfClass(node, context)?.methods.get(func.attr);
  const method = namedClass(root.id, context)?.methods.get(func.attr);
  return method && method.kind !== 'instance' ? method : undefined;
}

/** The class of that name. */
export const namedClass = (name: string, context: Context): ClassFacts | undefined =>
  classesOf(context.module).find((one) => one.name === name);

/** The class whose instance `self` is at a node: the context's, unless the node stands in a class unrelated to it. */
export function selfClass(node: Node, context: Context): ClassFacts | undefined {
  const { cls } = context;
  const home = enclosing(node, (one) => one.kind === 'ClassDef');
  if (!home || cls?.node === home || cls?.ancestors.some((one) => one.node === home)) return cls;
  return classesOf(context.module).find((one) => one.node === home);
}

/** What each parameter gets in a call; `**rest` gets a dict of what is left over, defaults count. */
export function argumentsFor(
  parameters: readonly Parameter[],
  node: Call,
  of: (argument: Expression) => Value,
): ReadonlyMap<Node, Value> {
  const values = new Map<Node, Value>();
  const known =
    node.args.every((a) => a.kind !== 'Starred') && node.keywords.every((k) => k.name !== undefined);
  if (!known) return values;
  const positional = parameters.filter((p) => p.flavour === 'normal' || p.flavour === 'positionalOnly');
  const left = [...node.keywords];
  for (const [i, parameter] of positional.entries()) {
    const named = left.findIndex((k) => k.name === parameter.name);
    const argument =
      node.args[i] ?? (named >= 0 ? left.splice(named, 1)[0]?.value : undefined) ?? parameter.default;
    if (argument) values.set(parameter, of(argument));
  }
  for (const parameter of parameters) {
    const named = left.findIndex((k) => k.name === parameter.name);
    if (parameter.flavour === 'keywordOnly') {
      const argument = named >= 0 ? left.splice(named, 1)[0]?.value : parameter.default;
      if (argument) values.set(parameter, of(argument));
    } else if (parameter.flavour === 'varArgs') {
      values.set(parameter, {
        kind: 'tuple',
        items: node.args.slice(positional.length).map(of),
        open: false,
      });
    } else if (parameter.flavour === 'varKeywords') {
      const entries = left.map((k) => [str(k.name ?? ''), of(k.value)] as const);
      values.set(parameter, { kind: 'dict', entries, open: false });
    }
  }
  return values;
}
