/** Which assignments of a local name a read may see, path by path. */
import { type Flow, flowOf, forward, type Point } from './flow.ts';
import { memo } from './memo.ts';
import type { FunctionDef, Module, Name, Node } from './python/syntax.ts';
import { type Binding, bindingsOf, scopeAt, scopesOf } from './scope.ts';

type State = ReadonlyMap<string, ReadonlySet<Binding>>;

interface Reaching {
  readonly flow: Flow;
  readonly before: ReadonlyMap<number, State>;
  readonly bindings: ReadonlyMap<Point, readonly Binding[]>;
}

/** A function has more bindings than this only when a machine wrote it. */
const MAX_BINDINGS = 600;

const reachingIn = memo((module: Module) =>
  memo((fn: FunctionDef): Reaching | undefined => {
    const scope = scopesOf(module).all.get(fn);
    if (!scope) return undefined;
    const flow = flowOf(fn);
    const bindings = new Map<Point, Binding[]>();
    const start = new Map<string, ReadonlySet<Binding>>();
    let count = 0;
    for (const [name, all] of scope.bindings) {
      for (const binding of all) {
        if (++count > MAX_BINDINGS) return undefined;
        if (binding.kind === 'parameter') start.set(name, new Set([binding]));
        const point = binding.kind === 'parameter' ? undefined : flow.pointOf(binding.node);
        if (!point) continue;
        const there = bindings.get(point);
        if (there) there.push(binding);
        else bindings.set(point, [binding]);
      }
    }
    const transfer = (point: Point, before: State): State => {
      const here = bindings.get(point);
      if (!here) return before;
      const after = new Map(before);
      for (const binding of here) {
        // An annotation without a value binds nothing; `+=` and a walrus in a condition add to what was there.
        if (binding.kind === 'annotation') continue;
        const adds = binding.kind === 'augment' || binding.kind === 'walrus';
        after.set(
          binding.name,
          adds ? new Set([...(after.get(binding.name) ?? []), binding]) : new Set([binding]),
        );
      }
      return after;
    };
    return { flow, before: forward(flow, start, transfer, meet, equal), bindings };
  }),
);

function meet(a: State, b: State): State {
  if (a === b) return a;
  const result = new Map(a);
  for (const [name, more] of b) {
    const known = result.get(name);
    if (!known) result.set(name, more);
    else if (known !== more) result.set(name, new Set([...known, ...more]));
  }
  return result;
}

function equal(a: State, b: State): boolean {
  if (a.size !== b.size) return false;
  for (const [name, known] of a) if (b.get(name)?.size !== known.size) return false;
  return true;
}

/**
 * The bindings that a read may see. For locals of the function around it these are the ones that reach the read on
 * some path; for other names all bindings of the scope. Empty for builtins.
 */
export function definitionsOf(module: Module, node: Name): readonly Binding[] {
  const scopes = scopesOf(module);
  const scope = scopeAt(scopes, node);
  const fn = scope.node;
  if (fn.kind !== 'FunctionDef' || !scope.bindings.has(node.id)) return bindingsOf(scopes, node.id, node);
  const reaching = reachingIn(module)(fn);
  const point = reaching?.flow.pointOf(node);
  const state = point && reaching?.before.get(point.id);
  if (!state) return scope.bindings.get(node.id) ?? [];
  const before = state.get(node.id);
  // A walrus in the same condition may stand before the read.
  const here = (reaching?.bindings.get(point) ?? []).filter(
    (b) => b.name === node.id && b.kind === 'walrus' && precedes(b.node, node),
  );
  return [...(before ?? []), ...here.filter((b) => !before?.has(b))];
}

const precedes = (a: Node, b: Node): boolean => a.start < b.start;
