/** Which assignments of a local name a read may see, path by path. */
import { type Flow, flowOf, forward, type Point } from './flow.ts';
import { memo } from './memo.ts';
import type { Module, Name } from './python/syntax.ts';
import { enclosing, isFunction } from './python/visit.ts';
import { type Binding, bindingsOf, type Scope, scopeAt, scopesOf } from './scope.ts';

interface Reaching {
  readonly flow: Flow;
  /** The bindings, numbered; states are sets of these numbers as bits. */
  readonly numbered: readonly Binding[];
  readonly before: ReadonlyMap<number, bigint>;
  readonly at: ReadonlyMap<Point, readonly number[]>;
  /** The bits of all bindings of a name. */
  readonly masks: ReadonlyMap<string, bigint>;
  /** Names that a nested function binds with `nonlocal`: at any time. */
  readonly shared: ReadonlySet<string>;
}

/** Only what a machine wrote has more. */
const MAX_BINDINGS = 1000;

const reachingIn = memo((scope: Scope): Reaching | undefined => {
  if (scope.node.kind !== 'FunctionDef') return undefined;
  const flow = flowOf(scope.node);
  const numbered: Binding[] = [];
  const at = new Map<Point, number[]>();
  const masks = new Map<string, bigint>();
  const shared = new Set<string>();
  let start = 0n;
  for (const [name, all] of scope.bindings) {
    for (const binding of all) {
      // An annotation without a value binds nothing.
      if (binding.kind === 'annotation') continue;
      const number = numbered.push(binding) - 1;
      const bit = 1n << BigInt(number);
      masks.set(name, (masks.get(name) ?? 0n) | bit);
      if (binding.kind === 'parameter') start |= bit;
      else if (enclosing(binding.node, isFunction) !== scope.node) shared.add(name);
      for (const point of binding.kind === 'parameter' ? [] : flow.pointsOf(binding.node)) {
        const there = at.get(point);
        if (there) there.push(number);
        else at.set(point, [number]);
      }
    }
  }
  if (numbered.length > MAX_BINDINGS) return undefined;
  const transfer = (point: Point, before: bigint): bigint => {
    let state = before;
    for (const number of at.get(point) ?? []) {
      const binding = numbered[number];
      if (!binding) continue;
      // `+=` and a walrus in a condition add to what was there.
      if (binding.kind !== 'augment' && binding.kind !== 'walrus') state &= ~(masks.get(binding.name) ?? 0n);
      state |= 1n << BigInt(number);
    }
    return state;
  };
  const before = forward(
    flow,
    start,
    transfer,
    (a, b) => a | b,
    (a, b) => a === b,
  );
  return { flow, numbered, before, at, masks, shared };
});

const read = memo((_: Module) => new Map<Name, readonly Binding[]>());

/**
 * The bindings that a read may see. For locals of the function around it these are the ones that reach the read on
 * some path; for other names all bindings of the scope. Empty for builtins.
 */
export function definitionsOf(module: Module, node: Name): readonly Binding[] {
  const known = read(module);
  let found = known.get(node);
  if (!found) {
    found = find(module, node);
    known.set(node, found);
  }
  return found;
}

function find(module: Module, node: Name): readonly Binding[] {
  const scopes = scopesOf(module);
  const scope = scopeAt(scopes, node);
  const own = scope.bindings.get(node.id);
  if (!own) return bindingsOf(scopes, node.id, node);
  if (own.length === 1 || scope.node.kind !== 'FunctionDef') return own;
  const reaching = reachingIn(scope);
  if (!reaching || reaching.shared.has(node.id)) return own;
  let bits = 0n;
  let reached = false;
  for (const point of reaching.flow.pointsOf(node)) {
    const state = reaching.before.get(point.id);
    if (state === undefined) continue;
    reached = true;
    bits |= state & (reaching.masks.get(node.id) ?? 0n);
    // A walrus in the same condition may stand before the read.
    for (const number of reaching.at.get(point) ?? []) {
      const binding = reaching.numbered[number];
      if (binding?.name === node.id && binding.kind === 'walrus' && binding.node.start < node.start)
        bits |= 1n << BigInt(number);
    }
  }
  if (!reached) return own;
  return reaching.numbered.filter(
    ({ name }, number) => name === node.id && ((bits >> BigInt(number)) & 1n) === 1n,
  );
}
