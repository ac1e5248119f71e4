/** Questions about every path through a function. */

import { flowOf, forward, type Point } from './flow.ts';
import { type Context, helperOf } from './helpers.ts';
import type { FunctionDef, Node, Return } from './python/syntax.ts';
import { forEachChild, isFunction } from './python/visit.ts';

export interface Exit {
  /** `undefined`: the end of the body. */
  readonly node: Return | undefined;
  /** On every path to it, the `return` expression included, a node has passed the test. */
  readonly always: boolean;
  /** On some path. */
  readonly ever: boolean;
}

interface State {
  readonly always: boolean;
  readonly ever: boolean;
}

const MAX_DEPTH = 6;

/** For each reachable way out of `fn`: whether a node that passes `test` is evaluated before, in helpers too. */
export function alwaysBefore(
  fn: FunctionDef,
  context: Context,
  test: (node: Node) => boolean,
): readonly Exit[] {
  return new PathQuery(context, test).exits(fn, []);
}

class PathQuery {
  private readonly context: Context;
  private readonly test: (node: Node) => boolean;
  private readonly known = new Map<FunctionDef, State>();

  constructor(context: Context, test: (node: Node) => boolean) {
    this.context = context;
    this.test = test;
  }

  exits(fn: FunctionDef, open: readonly FunctionDef[]): Exit[] {
    const flow = flowOf(fn);
    const inside = [...open, fn];
    const after = (point: Point, before: State): State => {
      let state = before;
      for (const node of point.nodes) state = join(state, this.evaluated(node, true, inside));
      return state;
    };
    const before = forward<State>(
      flow,
      { always: false, ever: false },
      after,
      (a, b) => ({ always: a.always && b.always, ever: a.ever || b.ever }),
      (a, b) => a.always === b.always && a.ever === b.ever,
    );
    const exits: Exit[] = [];
    for (const { node, point } of flow.returns) {
      const [at, state] = [flow.points[point], before.get(point)];
      if (at && state) exits.push({ node, ...after(at, state) });
    }
    const fall = before.get(flow.fall);
    if (fall) exits.push({ node: undefined, ...fall });
    return exits;
  }

  /** What evaluating a node comes to; `certain` is false where it may be skipped. */
  private evaluated(node: Node, certain: boolean, open: readonly FunctionDef[]): State {
    if (this.test(node)) return { always: certain, ever: true };
    if (isFunction(node) || node.kind === 'ClassDef') return { always: false, ever: false };
    let state: State = { always: false, ever: false };
    if (node.kind === 'Call') {
      const helper = helperOf(node, this.context)?.node;
      if (helper && !open.includes(helper) && open.length < MAX_DEPTH) {
        const inner = this.helper(helper, open);
        state = { always: certain && inner.always, ever: inner.ever };
      }
    }
    forEachChild(node, (child) => {
      state = join(state, this.evaluated(child, certain && !mayBeSkipped(node, child), open));
    });
    return state;
  }

  private helper(fn: FunctionDef, open: readonly FunctionDef[]): State {
    const known = this.known.get(fn);
    if (known) return known;
    const exits = this.exits(fn, open);
    const state = {
      always: exits.length > 0 && exits.every((e) => e.always),
      ever: exits.some((e) => e.ever),
    };
    this.known.set(fn, state);
    return state;
  }
}

const join = (a: State, b: State): State => ({ always: a.always || b.always, ever: a.ever || b.ever });

/** `b` in `a and b`, either side of `x if c else y`, the body of a comprehension. */
function mayBeSkipped(parent: Node, child: Node): boolean {
  switch (parent.kind) {
    case 'BoolOp':
      return parent.values[0] !== child;
    case 'IfExp':
      return parent.test !== child;
    case 'ListComp':
    case 'SetComp':
    case 'GeneratorExp':
      return parent.element === child;
    case 'DictComp':
      return parent.key === child || parent.value === child;
    case 'Generator':
      return parent.iter !== child;
    default:
      return false;
  }
}
