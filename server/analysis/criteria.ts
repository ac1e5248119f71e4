/** The criteria of a conversation's steps: what each reads of the state and with what it compares it. */

import { attributeValue } from './attribute-values.ts';
import { attributesOf, isMutator } from './attributes.ts';
import type { ClassFacts, Method } from './classes.ts';
import { evaluate } from './constants.ts';
import { entropyOf } from './entropy.ts';
import type { Context } from './helpers.ts';
import { typeOf } from './infer.ts';
import { memo } from './memo.ts';
import type {
  Compare,
  ComparisonOp,
  Expression,
  FunctionDef,
  Lambda,
  Module,
  Name,
  Node,
} from './python/syntax.ts';
import { enclosing, walk } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import { type Path, PathTracker, STATE } from './state.ts';
import type { Type } from './types.ts';
import { itemsOf, type Value } from './values.ts';

export interface CriterionComparison {
  readonly node: Compare;
  readonly path: Path;
  /** As seen from the state's side; `in` stands for membership in the container at the path. */
  readonly op: ComparisonOp;
  readonly other: Expression;
  readonly value: Value;
  readonly type: Type;
}

export interface CriterionFacts {
  /** The position in the list, from 0. */
  readonly index: number;
  readonly node: Lambda | FunctionDef;
  /** The state's parameter; `undefined` when the criterion takes none and reads `self._state`. */
  readonly parameter: string | undefined;
  /** Every part of the state that is read, outermost paths only. */
  readonly reads: readonly { readonly path: Path; readonly node: Expression }[];
  readonly comparisons: readonly CriterionComparison[];
  /** Attributes of `self` that it reads. */
  readonly attributes: readonly string[];
  /** Names from outside: values fixed when `reset` ran. */
  readonly captured: readonly Name[];
  /** Captured names that a loop goes on to change: late binding. */
  readonly lateBound: readonly Name[];
  /** Draws of randomness, time and the like. */
  readonly entropy: readonly Node[];
  /** Changes of the state or of `self`. */
  readonly mutations: readonly Node[];
  /** Reads nothing but the call history. */
  readonly historyOnly: boolean;
}

export interface CriteriaFacts {
  /** The attribute that holds the list; `undefined` when there is none. */
  readonly attribute: string | undefined;
  readonly criteria: readonly CriterionFacts[];
  /** How many there are; `undefined` when that is not known. */
  readonly count: number | undefined;
  /** How many user messages there are; `undefined` when that is not known. */
  readonly messages: number | undefined;
  /** The messages, where they are texts or have fixed parts. */
  readonly messageTexts: readonly Value[];
}

const read = memo((module: Module) =>
  memo((cls: ClassFacts): CriteriaFacts => criteriaIn({ module, cls }, cls)),
);

export function criteriaOf(module: Module, cls: ClassFacts): CriteriaFacts {
  return read(module)(cls);
}

const MESSAGES = '_user_messages';

function criteriaIn(context: Context, cls: ClassFacts): CriteriaFacts {
  const attributes = attributesOf(cls).byName;
  const attribute = [...attributes.keys()].find(
    (name) => /criteri/i.test(name) && (attributes.get(name)?.writes.length ?? 0) > 0,
  );
  const list = attribute === undefined ? undefined : attributeValue(cls, attribute, context);
  const items = list ? itemsOf(list) : undefined;
  const messages = attributeValue(cls, MESSAGES, context);
  const texts = messages ? itemsOf(messages) : undefined;
  const criteria = (items?.items ?? []).flatMap((item, index) => {
    const node = item.node && callable(item.node, context);
    return node ? [criterion(index, node, context, cls)] : [];
  });
  return {
    attribute,
    criteria,
    count: items && !items.open ? items.items.length : undefined,
    messages: texts && !texts.open ? texts.items.length : undefined,
    messageTexts: texts?.items ?? [],
  };
}

/** The function behind a criterion: a lambda, a nested function, a method. */
function callable(node: Expression, context: Context): Lambda | FunctionDef | undefined {
  if (node.kind === 'Lambda') return node;
  if (node.kind === 'Name') {
    const [definition, ...others] = definitionsOf(context.module, node);
    if (others.length > 0) return undefined;
    if (definition?.node.kind === 'FunctionDef') return definition.node;
    return definition?.kind === 'assign' && definition.value?.kind === 'Lambda'
      ? definition.value
      : undefined;
  }
  return node.kind === 'Attribute' && node.value.kind === 'Name' && node.value.id === 'self'
    ? context.cls?.methods.get(node.attr)?.node
    : undefined;
}

function criterion(
  index: number,
  node: Lambda | FunctionDef,
  context: Context,
  cls: ClassFacts,
): CriterionFacts {
  const method: Method | undefined = [...cls.methods.values()].find((m) => m.node === node);
  const parameter = (method ? method.parameters : node.parameters)[0];
  const tracker = new PathTracker(context, parameter);
  const reads: { path: Path; node: Expression }[] = [];
  const comparisons: CriterionComparison[] = [];
  const attributes = new Set<string>();
  const captured: Name[] = [];
  const mutations: Node[] = [];
  const body: readonly Node[] = node.kind === 'Lambda' ? [node.body] : node.body;
  const visit = (one: Node): boolean => {
    if (one.kind === 'Compare') comparisons.push(...comparisonsAt(one, tracker, context));
    if (
      one.kind === 'Attribute' &&
      one.value.kind === 'Name' &&
      one.value.id === 'self' &&
      one.attr !== STATE
    )
      attributes.add(one.attr);
    if (one.kind === 'Name' && isCaptured(one, node, context)) captured.push(one);
    if (isMutation(one, tracker)) mutations.push(one);
    const path = isExpression(one) && one.kind !== 'Name' ? tracker.pathOf(one) : undefined;
    if (path && path.length > 0 && !isPartOfLonger(one, tracker))
      reads.push({ path, node: one as Expression });
    return true;
  };
  for (const part of body) walk(part, visit);
  const inside = (one: Node): boolean => one.start >= node.start && one.end <= node.end;
  return {
    index,
    node,
    parameter: parameter?.name,
    reads,
    comparisons,
    attributes: [...attributes],
    captured,
    lateBound: captured.filter((name) => isLateBound(name, node, context)),
    entropy: [
      ...entropyOf(context.module, cls).sources.map((s) => s.node),
      ...entropyOf(context.module, cls).draws.map((d) => d.node),
    ].filter(inside),
    mutations,
    historyOnly:
      attributes.size > 0 &&
      [...attributes].every((a) => /history|calls|log/i.test(a)) &&
      reads.every((r) => /history|calls|log/i.test(r.path[0] ?? '')),
  };
}

const EXPRESSIONS: ReadonlySet<string> = new Set(['Subscript', 'Call', 'Attribute', 'Name']);
const isExpression = (node: Node): node is Expression => EXPRESSIONS.has(node.kind);

/** The node is the base of a longer path: `s["a"]` in `s["a"]["b"]`. */
function isPartOfLonger(node: Node, tracker: PathTracker): boolean {
  const { parent } = node;
  if (parent?.kind === 'Subscript' && parent.value === node) return tracker.pathOf(parent) !== undefined;
  if (parent?.kind !== 'Attribute' || parent.parent?.kind !== 'Call') return false;
  return tracker.pathOf(parent.parent) !== undefined;
}

const MIRRORED: Readonly<Partial<Record<ComparisonOp, ComparisonOp>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function comparisonsAt(node: Compare, tracker: PathTracker, context: Context): CriterionComparison[] {
  const found: CriterionComparison[] = [];
  let left = node.left;
  for (const [i, op] of node.ops.entries()) {
    const right = node.comparators[i];
    if (!right) break;
    const [a, b] = [tracker.pathOf(left), tracker.pathOf(right)];
    const make = (path: Path, seen: ComparisonOp, other: Expression): void => {
      found.push({
        node,
        path,
        op: seen,
        other,
        value: evaluate(other, context),
        type: typeOf(other, context),
      });
    };
    if (a && !b) make(a, op, right);
    else if (b && !a) make(b, MIRRORED[op] ?? op, left);
    left = right;
  }
  return found;
}

function isCaptured(name: Name, criterion: Lambda | FunctionDef, context: Context): boolean {
  if (name.id === 'self') return false;
  const definitions = definitionsOf(context.module, name);
  return (
    definitions.length > 0 &&
    definitions.every(
      (d) =>
        (d.node.start < criterion.start || d.node.start >= criterion.end) &&
        enclosing(d.node, (n) => n.kind === 'FunctionDef') !== undefined,
    )
  );
}

/** The name is a loop's, or is assigned anew in a loop, in which the criterion is made. */
function isLateBound(name: Name, criterion: Lambda | FunctionDef, context: Context): boolean {
  return definitionsOf(context.module, name).some((d) => {
    const loop = enclosing(d.node, (n) => n.kind === 'For' || n.kind === 'While' || n.kind === 'ListComp');
    return loop !== undefined && criterion.start >= loop.start && criterion.end <= loop.end;
  });
}

function isMutation(node: Node, tracker: PathTracker): boolean {
  if (node.kind === 'Call' && node.func.kind === 'Attribute' && isMutator(node.func.attr)) {
    return (
      tracker.pathOf(node.func.value) !== undefined ||
      (node.func.value.kind === 'Attribute' &&
        node.func.value.value.kind === 'Name' &&
        node.func.value.value.id === 'self')
    );
  }
  if (node.kind === 'Assign')
    return node.targets.some(
      (t) => t.kind === 'Attribute' || (t.kind === 'Subscript' && tracker.pathOf(t) !== undefined),
    );
  return node.kind === 'AugAssign' && node.target.kind !== 'Name';
}
