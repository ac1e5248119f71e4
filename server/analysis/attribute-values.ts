/** What an attribute of `self` holds, from the one place where it is set and what is done to it afterwards. */
import { type AttributeUse, attributesOf } from './attributes.ts';
import { changedBy, isCertain, withChange } from './changes.ts';
import type { ClassFacts, Method } from './classes.ts';
import { classConstant, evaluate } from './constants.ts';
import { argumentsFor, type Context } from './helpers.ts';
import type { Call, Expression, Node } from './python/syntax.ts';
import { isMutable, type Value } from './values.ts';

/** `undefined` when it is set in several places to different expressions, or nowhere. */
export function attributeValue(
  cls: ClassFacts,
  name: string,
  context: Context,
  depth = 0,
): Value | undefined {
  const attributes = attributesOf(cls);
  const facts = attributes.byName.get(name);
  const writes = facts?.writes ?? [];
  const write = onlyWrite(writes);
  const source = writes.length === 0 ? classConstant(cls, name) : write?.value;
  if (!source) return undefined;
  const start = evaluate(source, context, depth + 1);
  return isMutable(start)
    ? changedByAll(start, facts?.mutations ?? [], write?.method, cls, context, depth)
    : start;
}

/** Applies what the setting method does, itself or through a helper, in order. What other methods do leaves it open. */
function changedByAll(
  start: Value,
  mutations: readonly AttributeUse[],
  setter: Method | undefined,
  cls: ClassFacts,
  context: Context,
  depth: number,
): Value {
  const steps: { readonly at: number; readonly apply: (value: Value) => Value }[] = [];
  let elsewhere = false;
  for (const use of mutations) {
    const change = changeOf(use);
    if (use.method === setter) {
      steps.push({ at: change.start, apply: (value) => withChange(value, change, context, depth) });
      continue;
    }
    const calls = callsOf(use.method.name, cls);
    const own = calls.filter((call) => call.method === setter);
    elsewhere ||= own.length === 0 || own.length < calls.length;
    for (const { node } of own) {
      const parameters = argumentsFor(use.method.parameters, node, (argument) =>
        evaluate(argument, context, depth + 1),
      );
      const certain = isCertain(change) && isCertain(node);
      steps.push({
        at: node.start,
        apply: (value) => withChange(value, change, { ...context, parameters }, depth, certain),
      });
    }
  }
  steps.sort((a, b) => a.at - b.at);
  const value = steps.reduce((before, step) => step.apply(before), start);
  return elsewhere && isMutable(value) ? { ...value, open: true } : value;
}

/** Calls of a method on `self`. */
function callsOf(
  name: string,
  cls: ClassFacts,
): { readonly node: Call; readonly method: AttributeUse['method'] }[] {
  return (attributesOf(cls).byName.get(name)?.reads ?? []).flatMap((use) => {
    const { parent } = use.node;
    return parent?.kind === 'Call' && parent.func === use.node ? [{ node: parent, method: use.method }] : [];
  });
}

/** The one value written; an empty placeholder in `__init__` before the real value in another method does not count. */
function onlyWrite(writes: readonly AttributeUse[]): AttributeUse | undefined {
  const real =
    writes.length > 1
      ? writes.filter((use) => use.method.name !== '__init__' || !isPlaceholder(use.value))
      : writes;
  const [only] = real;
  return real.length === 1 && only && only.kind === 'write' && only.index === undefined ? only : undefined;
}

export function isPlaceholder(value: Expression | undefined): boolean {
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
  // A change through something else (`self.x[a].pop().append(b)`) leaves it open which values there are.
  return changedBy(at) === use.node ? at : use.node;
}
