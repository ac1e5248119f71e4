/**
 * The control-flow graph of a function: one point for every statement or condition, edges as Python may take them.
 * Constant conditions (`while True`) are taken at their word; every statement of a `try` body may raise.
 */
import { memo } from './memo.ts';
import type {
  Expression,
  FunctionDef,
  Match,
  Node,
  Pattern,
  Return,
  Statement,
  Try,
} from './python/syntax.ts';

export interface Point {
  readonly id: number;
  /** What is evaluated here, in order; nested statements have points of their own. */
  readonly nodes: readonly Node[];
  /** The statement that the point belongs to; `undefined` for entry and exits. */
  readonly statement: Node | undefined;
  readonly next: readonly number[];
}

export interface Flow {
  readonly points: readonly Point[];
  readonly entry: number;
  /** Reached when the end of the body is passed without a `return`. */
  readonly fall: number;
  /** Reached by every `return`. */
  readonly returned: number;
  /** Reached by what is raised and not caught here. */
  readonly raised: number;
  /** Points that can be reached from the entry. */
  readonly reachable: ReadonlySet<number>;
  /** Reachable `return` statements with their points. */
  readonly returns: readonly { readonly node: Return; readonly point: number }[];
  /** Some path passes the end of the body. */
  readonly fallsOff: boolean;
  /** The points at which a node is evaluated: several inside a `finally`, which every way of leaving runs anew. */
  readonly pointsOf: (node: Node) => readonly Point[];
}

export const flowOf = memo((fn: FunctionDef): Flow => new Builder(fn).build());

interface OpenPoint {
  readonly id: number;
  readonly nodes: readonly Node[];
  readonly statement: Node | undefined;
  readonly next: number[];
}

interface Targets {
  readonly break: number;
  readonly continue: number;
}

/** Ways out of a block: where each kind of leaving goes. */
interface Exits {
  readonly loop: Targets | undefined;
  readonly returned: number;
  /** Where an exception goes. */
  readonly raised: readonly number[];
  /** A `try` is around: any statement may raise. */
  readonly guarded: boolean;
}

/** Nested `finally` blocks multiply; past this many points they are passed over on the ways out. */
const MAX_POINTS = 4000;

class Builder {
  private readonly fn: FunctionDef;
  private readonly points: OpenPoint[] = [];
  private readonly roots = new Map<Node, OpenPoint[]>();

  constructor(fn: FunctionDef) {
    this.fn = fn;
  }

  private point(nodes: readonly Node[], statement?: Node): OpenPoint {
    const point: OpenPoint = { id: this.points.length, nodes, statement, next: [] };
    this.points.push(point);
    for (const node of nodes) {
      const known = this.roots.get(node);
      if (known) known.push(point);
      else this.roots.set(node, [point]);
    }
    return point;
  }

  private edge(from: readonly number[], to: number): void {
    for (const id of from) {
      const next = this.points[id]?.next;
      if (next && !next.includes(to)) next.push(to);
    }
  }

  build(): Flow {
    const entry = this.point([]);
    const fall = this.point([]);
    const returned = this.point([]);
    const raised = this.point([]);
    const open = this.block(this.fn.body, [entry.id], {
      loop: undefined,
      returned: returned.id,
      raised: [raised.id],
      guarded: false,
    });
    this.edge(open, fall.id);
    const reachable = this.reachable(entry.id);
    const returns = this.points.flatMap((p) =>
      p.statement?.kind === 'Return' && reachable.has(p.id) ? [{ node: p.statement, point: p.id }] : [],
    );
    const seen = new Set<Return>();
    return {
      points: this.points,
      entry: entry.id,
      fall: fall.id,
      returned: returned.id,
      raised: raised.id,
      reachable,
      returns: returns.filter(({ node }) => !seen.has(node) && seen.add(node)),
      fallsOff: reachable.has(fall.id),
      pointsOf: (node) => {
        for (let at: Node | undefined = node; at && at !== this.fn; at = at.parent) {
          const points = this.roots.get(at);
          if (points) return points;
        }
        return [];
      },
    };
  }

  private reachable(entry: number): ReadonlySet<number> {
    const seen = new Set([entry]);
    const stack = [entry];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      for (const next of this.points[id]?.next ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        stack.push(next);
      }
    }
    return seen;
  }

  /** Adds a block behind `from`; gives the points from which it is left at its end. */
  private block(body: readonly Statement[], from: readonly number[], exits: Exits): readonly number[] {
    let open = from;
    for (const statement of body) open = this.statement(statement, open, exits);
    return open;
  }

  /** A point for a simple statement or a condition. */
  private step(nodes: readonly Node[], statement: Node, from: readonly number[], exits: Exits): OpenPoint {
    const point = this.point(nodes, statement);
    this.edge(from, point.id);
    // Inside a `try`, a statement may stop before it has had its effect or after.
    if (exits.guarded) {
      for (const handler of exits.raised) {
        this.edge(from, handler);
        this.edge([point.id], handler);
      }
    }
    return point;
  }

  private statement(node: Statement, from: readonly number[], exits: Exits): readonly number[] {
    switch (node.kind) {
      case 'If': {
        const test = this.step([node.test], node, from, exits);
        const truth = truthOf(node.test);
        const yes = this.block(node.body, truth === false ? [] : [test.id], exits);
        const no = this.block(node.orelse, truth === true ? [] : [test.id], exits);
        return [...yes, ...no];
      }
      case 'While': {
        const test = this.step([node.test], node, from, exits);
        const done = this.point([]);
        const truth = truthOf(node.test);
        const loop: Exits = { ...exits, loop: { break: done.id, continue: test.id } };
        this.edge(this.block(node.body, truth === false ? [] : [test.id], loop), test.id);
        const no = this.block(node.orelse, truth === true ? [] : [test.id], exits);
        this.edge(no, done.id);
        return [done.id];
      }
      case 'For': {
        const iterate = this.step([node.iter], node, from, exits);
        const head = this.step([node.target], node, [iterate.id], exits);
        const done = this.point([]);
        const loop: Exits = { ...exits, loop: { break: done.id, continue: head.id } };
        this.edge(this.block(node.body, [head.id], loop), head.id);
        this.edge(this.block(node.orelse, [iterate.id, head.id], exits), done.id);
        return [done.id];
      }
      case 'With': {
        const enter = this.step(node.items, node, from, exits);
        return this.block(node.body, [enter.id], exits);
      }
      case 'Try':
        return this.tryStatement(node, from, exits);
      case 'Match':
        return this.matchStatement(node, from, exits);
      case 'Return': {
        const point = this.step([node], node, from, exits);
        this.edge([point.id], exits.returned);
        return [];
      }
      case 'Raise': {
        const point = this.step([node], node, from, exits);
        for (const handler of exits.raised) this.edge([point.id], handler);
        return [];
      }
      case 'Assert': {
        const point = this.step([node], node, from, exits);
        for (const handler of exits.raised) this.edge([point.id], handler);
        return truthOf(node.test) === false ? [] : [point.id];
      }
      case 'Break':
      case 'Continue': {
        const point = this.step([node], node, from, exits);
        if (exits.loop) this.edge([point.id], node.kind === 'Break' ? exits.loop.break : exits.loop.continue);
        return [];
      }
      default:
        return [this.step([node], node, from, exits).id];
    }
  }

  private tryStatement(node: Try, from: readonly number[], exits: Exits): readonly number[] {
    const { finalbody } = node;
    // What leaves through a `finally` runs a copy of it for each way of leaving.
    const through = (to: number): number => {
      if (finalbody.length === 0 || this.points.length > MAX_POINTS) return to;
      const start = this.point([]);
      this.edge(this.block(finalbody, [start.id], exits), to);
      return start.id;
    };
    const outer: Exits = {
      loop: exits.loop && { break: through(exits.loop.break), continue: through(exits.loop.continue) },
      returned: through(exits.returned),
      raised: exits.raised.map(through),
      guarded: exits.guarded || finalbody.length > 0,
    };
    const catches = node.handlers.map((handler) => this.point(handler.type ? [handler.type] : [], handler));
    const all = node.handlers.some(
      (h) =>
        h.type === undefined ||
        (h.type.kind === 'Name' && (h.type.id === 'Exception' || h.type.id === 'BaseException')),
    );
    const inner: Exits = {
      ...outer,
      raised: [...catches.map((c) => c.id), ...(all ? [] : outer.raised)],
      guarded: true,
    };
    const body = this.block(node.body, from, inner);
    const after = this.block(node.orelse, body, outer);
    const handled = node.handlers.flatMap((handler, i) =>
      this.block(handler.body, [catches[i]?.id ?? 0], outer),
    );
    return this.block(finalbody, [...after, ...handled], exits);
  }

  private matchStatement(node: Match, from: readonly number[], exits: Exits): readonly number[] {
    const subject = this.step([node.subject], node, from, exits);
    let open: readonly number[] = [subject.id];
    const done: number[] = [];
    for (const one of node.cases) {
      const test = this.step(one.guard ? [one.pattern, one.guard] : [one.pattern], one, open, exits);
      done.push(...this.block(one.body, [test.id], exits));
      if (!one.guard && isIrrefutable(one.pattern)) return done;
      open = [test.id];
    }
    return [...done, ...open];
  }
}

function isIrrefutable(pattern: Pattern): boolean {
  if (pattern.kind === 'MatchAs') return !pattern.pattern || isIrrefutable(pattern.pattern);
  return pattern.kind === 'MatchOr' && pattern.patterns.some(isIrrefutable);
}

/** Whether a condition is constant. */
export function truthOf(test: Expression): boolean | undefined {
  if (test.kind === 'Constant') return typeof test.value === 'boolean' ? test.value : test.value !== null;
  if (test.kind === 'Num') return test.value !== 0;
  if (test.kind === 'UnaryOp' && test.op === 'not') {
    const inner = truthOf(test.operand);
    return inner === undefined ? undefined : !inner;
  }
  return undefined;
}

/**
 * Solves a forward problem: the state before each reachable point. `meet` joins the states of two ways to a point,
 * `transfer` gives the state after it. States are compared with `equal`; the lattice must be of finite height.
 */
export function forward<S>(
  flow: Flow,
  start: S,
  transfer: (point: Point, before: S) => S,
  meet: (a: S, b: S) => S,
  equal: (a: S, b: S) => boolean,
): ReadonlyMap<number, S> {
  const before = new Map<number, S>([[flow.entry, start]]);
  const queue = [flow.entry];
  const queued = new Set(queue);
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    queued.delete(id);
    const point = flow.points[id];
    const state = before.get(id);
    if (!point || state === undefined) continue;
    const after = transfer(point, state);
    for (const next of point.next) {
      const known = before.get(next);
      const joined = known === undefined ? after : meet(known, after);
      if (known !== undefined && equal(known, joined)) continue;
      before.set(next, joined);
      if (!queued.has(next)) {
        queued.add(next);
        queue.push(next);
      }
    }
  }
  return before;
}
