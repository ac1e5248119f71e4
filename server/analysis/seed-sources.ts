/** What seeds a generator, and which names stand for randomness, time and hashing. */
import { evaluate } from './constants.ts';
import type { Context } from './helpers.ts';
import { qualifiedName } from './imports.ts';
import type { Expression, Node, Parameter } from './python/syntax.ts';
import { walk } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import type { Value } from './values.ts';

export type EntropyKind =
  /** A draw from the module's own generator (`random.choice`), or its seeding. */
  | 'globalDraw'
  | 'globalSeed'
  /** `numpy.random`, seeded or not. */
  | 'numpy'
  | 'time'
  | 'uuid'
  | 'secrets'
  | 'urandom'
  | 'systemRandom'
  /** `hash()` and `id()` differ between processes. */
  | 'hash'
  | 'identity';

/**
 * What a generator is seeded with. `seed`: the parameter of that name, as it is; `none`: nothing, so the operating
 * system's entropy; `truthiness`: `seed or …`, which loses 0; `default`: something else when the seed is `None`;
 * `self`: a draw from the instance's own generator; `constant`; `entropy`: time and the like; `other`.
 */
export interface SeedSource {
  readonly kind: 'seed' | 'none' | 'truthiness' | 'default' | 'self' | 'constant' | 'entropy' | 'other';
  readonly node: Expression | undefined;
  /** For `truthiness` and `default`: what stands in for a missing seed. */
  readonly fallback: SeedSource | undefined;
  readonly value: Value | undefined;
}

/** Methods of a generator that draw from it. */
export const DRAWS: ReadonlySet<string> = new Set([
  'random',
  'randint',
  'randrange',
  'choice',
  'choices',
  'sample',
  'shuffle',
  'uniform',
  'gauss',
  'normalvariate',
  'getrandbits',
  'triangular',
  'betavariate',
  'expovariate',
  'gammavariate',
  'lognormvariate',
  'vonmisesvariate',
  'paretovariate',
  'weibullvariate',
  'randbytes',
  'binomialvariate',
]);

/** The kind of source that a full name stands for. */
export function kindOf(name: string): EntropyKind | undefined {
  const [module = '', member = ''] = [
    name.slice(0, name.indexOf('.')),
    name.slice(name.lastIndexOf('.') + 1),
  ];
  if (name === 'hash') return 'hash';
  if (name === 'id') return 'identity';
  if (module === 'random' && name === `random.${member}`) {
    if (DRAWS.has(member)) return 'globalDraw';
    if (member === 'seed' || member === 'setstate') return 'globalSeed';
    return member === 'SystemRandom' ? 'systemRandom' : undefined;
  }
  if (name.startsWith('numpy.random.')) return 'numpy';
  if (
    module === 'time' &&
    /^(?:time|time_ns|monotonic|monotonic_ns|perf_counter|perf_counter_ns|process_time|localtime|gmtime)$/.test(
      member,
    )
  )
    return 'time';
  if (module === 'datetime' && /^(?:now|utcnow|today)$/.test(member)) return 'time';
  if (module === 'uuid' && /^uuid[14678]$/.test(member)) return 'uuid';
  if (module === 'secrets') return 'secrets';
  return name === 'os.urandom' || name === 'os.getrandom' || name === 'os.getpid' ? 'urandom' : undefined;
}

/** The attribute when the expression is `self.NAME`. */
export function selfAttributeOf(node: Expression): string | undefined {
  return node.kind === 'Attribute' && node.value.kind === 'Name' && node.value.id === 'self'
    ? node.attr
    : undefined;
}

const isSeedParameter = (node: Node): node is Parameter =>
  node.kind === 'Parameter' && /seed/i.test(node.name);

function isSeedName(node: Expression, context: Context): boolean {
  return node.kind === 'Name' && definitionsOf(context.module, node).some((d) => isSeedParameter(d.node));
}

/** What an expression that seeds a generator may be. */
export function seedSources(node: Expression, context: Context, depth: number): SeedSource[] {
  const make = (kind: SeedSource['kind'], fallback?: SeedSource, value?: Value): SeedSource => ({
    kind,
    node,
    fallback,
    value,
  });
  if (depth > 5) return [make('other')];
  const first = (inner: Expression): SeedSource => seedSources(inner, context, depth + 1)[0] ?? make('other');
  if (node.kind === 'Name') {
    const definitions = definitionsOf(context.module, node);
    if (definitions.length === 0) return [make('other')];
    const found = definitions.flatMap((d): SeedSource[] => {
      if (isSeedParameter(d.node)) return [make('seed')];
      return d.kind === 'assign' && d.value && d.index === undefined
        ? seedSources(d.value, context, depth + 1)
        : [make('other')];
    });
    // `if seed is None: seed = 42` before the call: the seed, with a default.
    if (found.length === 2 && found.some((s) => s.kind === 'seed')) {
      const other = found.find((s) => s.kind !== 'seed');
      return [make('default', other)];
    }
    return found;
  }
  if (node.kind === 'Constant' && node.value === null) return [make('none')];
  if (node.kind === 'BoolOp' && node.op === 'or' && node.values[0] && isSeedName(node.values[0], context)) {
    return [make('truthiness', node.values[1] && first(node.values[1]))];
  }
  if (node.kind === 'IfExp' && mentions(node.test, (n) => n.kind === 'Name' && /seed/i.test(n.id))) {
    const [given, missing] = isSeedName(node.body, context)
      ? [node.body, node.orelse]
      : [node.orelse, node.body];
    if (isSeedName(given, context))
      return [make(node.test.kind === 'Compare' ? 'default' : 'truthiness', first(missing))];
  }
  if (
    mentions(
      node,
      (n) => n.kind === 'Call' && kindOf(qualifiedName(context.module, n.func) ?? '') !== undefined,
    )
  )
    return [make('entropy')];
  if (
    mentions(
      node,
      (n) =>
        n.kind === 'Call' &&
        n.func.kind === 'Attribute' &&
        DRAWS.has(n.func.attr) &&
        selfAttributeOf(n.func.value) !== undefined,
    )
  )
    return [make('self')];
  const value = evaluate(node, context);
  if (value.kind === 'num' || value.kind === 'str') return [make('constant', undefined, value)];
  // Arithmetic on the seed keeps what the seed gives.
  return [make(mentions(node, (n) => n.kind === 'Name' && isSeedName(n, context)) ? 'seed' : 'other')];
}

function mentions(node: Node, test: (node: Node) => boolean): boolean {
  let found = false;
  walk(node, (one) => {
    found ||= test(one);
    return !found;
  });
  return found;
}
