/** Which attributes of `self` are certainly set when a method ends, and which may be read before they are. */
import { type AttributeUse, attributesOf } from './attributes.ts';
import { type ClassFacts, classMembers, type Method, TOOL_USE_ATTRIBUTES } from './classes.ts';
import { flowOf, forward, type Point } from './flow.ts';
import { memo } from './memo.ts';
import type { FunctionDef, Node } from './python/syntax.ts';
import { enclosing } from './python/visit.ts';

export interface Need {
  readonly attribute: string;
  /** The read that comes too early. */
  readonly use: AttributeUse;
}

export interface AssignmentSummary {
  /** Set on every path that ends the method by itself. */
  readonly sets: ReadonlySet<string>;
  /** Read on some path before anything in the method has set them. */
  readonly needs: ReadonlyMap<string, Need>;
}

export interface EarlyRead extends Need {
  /** The method during which it happens, counted from a fresh instance: the constructor, `reset`, `step`, … */
  readonly during: string;
}

interface Summaries {
  readonly of: (method: Method) => AssignmentSummary;
}

const NOTHING: AssignmentSummary = { sets: new Set(), needs: new Map() };

const summaries = memo((cls: ClassFacts): Summaries => {
  const known = new Map<FunctionDef, AssignmentSummary>();
  const open = new Set<FunctionDef>();
  const of = (method: Method): AssignmentSummary => {
    const done = known.get(method.node);
    if (done) return done;
    // A recursive call adds nothing that the first call does not.
    if (open.has(method.node)) return NOTHING;
    open.add(method.node);
    const summary = summarise(method, cls, of);
    open.delete(method.node);
    known.set(method.node, summary);
    return summary;
  };
  return { of };
});

/** What a method sets and needs, helpers included. */
export function assignmentOf(cls: ClassFacts, method: Method): AssignmentSummary {
  return summaries(cls).of(method);
}

function summarise(
  method: Method,
  cls: ClassFacts,
  of: (method: Method) => AssignmentSummary,
): AssignmentSummary {
  const flow = flowOf(method.node);
  const uses = new Map<Point, AttributeUse[]>();
  for (const use of attributesOf(cls).byMethod.get(method.node) ?? []) {
    for (const point of use.deferred ? [] : flow.pointsOf(use.node)) {
      const there = uses.get(point);
      if (there) there.push(use);
      else uses.set(point, [use]);
    }
  }
  const needs = new Map<string, Need>();
  const members = classMembers(cls);
  const need = (attribute: string, use: AttributeUse, state: ReadonlySet<string>): void => {
    if (
      !state.has(attribute) &&
      !members.has(attribute) &&
      !needs.has(attribute) &&
      !isGuarded(use.node, attribute)
    )
      needs.set(attribute, { attribute, use });
  };
  const transfer = (point: Point, before: ReadonlySet<string>): ReadonlySet<string> => {
    const here = uses.get(point);
    if (!here) return before;
    const state = new Set(before);
    for (const use of here) {
      const callee = calleeOf(use, cls);
      if (callee) {
        const summary = of(callee);
        for (const [attribute, inner] of summary.needs)
          if (!state.has(attribute) && !needs.has(attribute)) needs.set(attribute, inner);
        if (isUnconditional(use.node)) for (const attribute of summary.sets) state.add(attribute);
      } else if (use.by === 'super') {
        if (cls.toolUse) for (const attribute of TOOL_USE_ATTRIBUTES) state.add(attribute);
        // The base class's constructor ends with `self.reset()`.
        const reset = cls.toolUse && use.name === '__init__' ? cls.methods.get('reset') : undefined;
        if (!reset) continue;
        const summary = of(reset);
        for (const [attribute, inner] of summary.needs)
          if (!state.has(attribute) && !needs.has(attribute)) needs.set(attribute, inner);
        for (const attribute of summary.sets) state.add(attribute);
      } else {
        if (use.kind !== 'write') need(use.name, use, state);
        if (use.kind === 'write' || use.kind === 'augment') state.add(use.name);
        if (use.kind === 'delete') state.delete(use.name);
      }
    }
    return state;
  };
  const before = forward(flow, new Set<string>() as ReadonlySet<string>, transfer, intersection, sameSize);
  const ends = [before.get(flow.fall), before.get(flow.returned)].filter((s) => s !== undefined);
  const [first, ...others] = ends;
  // A method that never ends by itself sets whatever one likes.
  const sets = first ? others.reduce(intersection, first) : new Set<string>();
  return { sets, needs };
}

/** The method that a use calls (`self.helper()`), or runs by being read (a property). */
function calleeOf(use: AttributeUse, cls: ClassFacts): Method | undefined {
  const { parent } = use.node;
  const called = parent?.kind === 'Call' && parent.func === use.node;
  if (use.by === 'super') {
    for (const one of use.method.owner.ancestors) {
      const method = one.own.get(use.name);
      if (method) return called ? method : undefined;
    }
    return undefined;
  }
  if (use.kind !== 'read') return undefined;
  const method = cls.methods.get(use.name);
  return method && (called || method.kind === 'property') ? method : undefined;
}

/** Evaluated whenever its statement is: on the right of no `and`, `or` or `if … else`, in no comprehension's body. */
function isUnconditional(node: Node): boolean {
  for (let at: Node = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (parent.kind === 'BoolOp' && parent.values[0] !== at) return false;
    if (parent.kind === 'IfExp' && parent.test !== at) return false;
    if (
      parent.kind === 'ListComp' ||
      parent.kind === 'SetComp' ||
      parent.kind === 'DictComp' ||
      parent.kind === 'GeneratorExp'
    )
      return false;
    if (
      parent.kind === 'Generator' &&
      (parent.iter !== at ||
        (parent.parent && 'generators' in parent.parent && parent.parent.generators[0] !== parent))
    )
      return false;
    if (
      parent.kind === 'FunctionDef' ||
      parent.kind === 'If' ||
      parent.kind === 'While' ||
      parent.kind === 'For'
    )
      return true;
  }
  return true;
}

/** The code expects that the attribute may be missing: `hasattr` around it, or AttributeError caught. */
function isGuarded(node: Node, attribute: string): boolean {
  const handled = enclosing(node, (one) => one.kind === 'Try');
  if (
    handled &&
    handled.handlers.length > 0 &&
    handled.body.some((s) => node.start >= s.start && node.end <= s.end)
  )
    return true;
  for (let at = node.parent; at && at.kind !== 'FunctionDef'; at = at.parent) {
    const test =
      at.kind === 'If' || at.kind === 'IfExp' || at.kind === 'While'
        ? at.test
        : at.kind === 'BoolOp'
          ? at
          : undefined;
    if (test && mentionsHasattr(test, attribute)) return true;
  }
  return false;
}

function mentionsHasattr(test: Node, attribute: string): boolean {
  if (test.kind === 'Call' && test.func.kind === 'Name' && test.func.id === 'hasattr') {
    const name = test.args[1];
    return name?.kind === 'Str' && name.value === attribute;
  }
  if (test.kind === 'UnaryOp') return mentionsHasattr(test.operand, attribute);
  return test.kind === 'BoolOp' && test.values.some((v) => mentionsHasattr(v, attribute));
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a === b) return a;
  const result = new Set<string>();
  for (const one of a) if (b.has(one)) result.add(one);
  return result.size === a.size ? a : result;
}

const sameSize = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size;

/**
 * Attributes that a play in the usual order (constructor, `reset`, then any other method) may read before they are
 * set. Empty where a base class or `setattr` may set what this source does not show.
 */
export const earlyReads = memo((cls: ClassFacts): readonly EarlyRead[] => {
  if (cls.opaque || attributesOf(cls).dynamic) return [];
  const found: EarlyRead[] = [];
  const seen = new Set<string>();
  const state = new Set<string>();
  const run = (method: Method | undefined, keep: boolean): void => {
    if (!method) return;
    const { needs, sets } = assignmentOf(cls, method);
    for (const need of needs.values()) {
      const key = `${need.attribute} ${need.use.node.start}`;
      if (state.has(need.attribute) || seen.has(need.attribute) || seen.has(key)) continue;
      seen.add(key).add(need.attribute);
      found.push({ ...need, during: method.name });
    }
    if (keep) for (const attribute of sets) state.add(attribute);
  };
  const init = cls.methods.get('__init__');
  const reset = cls.methods.get('reset');
  if (cls.toolUse && !init) for (const attribute of TOOL_USE_ATTRIBUTES) state.add(attribute);
  run(init, true);
  run(reset, true);
  for (const [name, method] of cls.methods) {
    if (name === '__init__' || name === 'reset' || method.kind === 'static' || method.kind === 'class')
      continue;
    if (name === 'step' || name === 'solution' || name.startsWith('tool_')) run(method, false);
  }
  return found;
});
