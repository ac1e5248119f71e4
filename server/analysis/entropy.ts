/** Where randomness, time and hashing enter, how generators are seeded, and where sets lose their order. */
import type { ClassFacts } from './classes.ts';
import { type Context, evaluate } from './constants.ts';
import { importedName, qualifiedName } from './imports.ts';
import { typeOf } from './infer.ts';
import { memo } from './memo.ts';
import { nodesOf } from './nodes.ts';
import type { Call, Expression, FunctionDef, Module, Node, Parameter } from './python/syntax.ts';
import { enclosing, walk } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import { type Spread, spread } from './spread.ts';
import { isOnly } from './types.ts';
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

export interface EntropySource {
  readonly kind: EntropyKind;
  readonly node: Call;
  /** The full name that is called. */
  readonly name: string;
  /** The function around it; `undefined` at the top level or in a class body. */
  readonly fn: FunctionDef | undefined;
}

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

export interface GeneratorFacts {
  /** `random.Random(…)` or `generator.seed(…)`. */
  readonly node: Call;
  readonly fn: FunctionDef | undefined;
  /** The attribute of `self` that holds it, or the local or module-level name. */
  readonly attribute: string | undefined;
  readonly name: string | undefined;
  /** One for each value that may reach the call. */
  readonly seeds: readonly SeedSource[];
  /** An existing generator is seeded anew. */
  readonly reseeds: boolean;
}

export interface Draw {
  readonly node: Call;
  /** `choice`, `randint`, … */
  readonly method: string;
  readonly fn: FunctionDef | undefined;
  /** The generator: an attribute of `self`, a name, or the module's own. */
  readonly from: { readonly attribute?: string; readonly name?: string; readonly global?: true };
}

export interface SetOrder {
  /** The expression of type set whose order matters. */
  readonly node: Expression;
  readonly how: 'iterated' | 'joined' | 'listed' | 'popped' | 'chosen';
  readonly fn: FunctionDef | undefined;
}

export interface EntropyFacts {
  readonly sources: readonly EntropySource[];
  readonly generators: readonly GeneratorFacts[];
  readonly draws: readonly Draw[];
  /** Where `seed` is tested for truth rather than for `None`. */
  readonly truthTests: readonly Node[];
  readonly setOrders: readonly SetOrder[];
}

const DRAWS: ReadonlySet<string> = new Set([
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

function kindOf(name: string): EntropyKind | undefined {
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

const read = memo((module: Module) => memo((cls: ClassFacts): EntropyFacts => entropyIn({ module, cls })));

export function entropyOf(module: Module, cls: ClassFacts): EntropyFacts {
  return read(module)(cls);
}

/** Where what the sources give spreads to within the class. */
export function entropySpread(cls: ClassFacts, sources: readonly EntropySource[]): Spread {
  const nodes = new Set<Node>(sources.map((s) => s.node));
  return spread(cls, (node) => nodes.has(node));
}

const functionAround = (node: Node): FunctionDef | undefined =>
  enclosing(node, (n) => n.kind === 'FunctionDef');

function entropyIn(context: Context): EntropyFacts {
  const { module } = context;
  const sources: EntropySource[] = [];
  const generators: GeneratorFacts[] = [];
  const draws: Draw[] = [];
  const truthTests: Node[] = [];
  const setOrders: SetOrder[] = [];
  for (const node of nodesOf(module, 'Call')) {
    const builtin = node.func.kind === 'Name' && (node.func.id === 'hash' || node.func.id === 'id');
    const name = builtin ? qualifiedName(module, node.func) : importedName(module, node.func);
    const kind = name === undefined ? undefined : kindOf(name);
    if (kind && name !== undefined) sources.push({ kind, node, name, fn: functionAround(node) });
    if (name === 'random.Random' || name === 'random.SystemRandom')
      generators.push(generator(node, false, context));
    else if (isReseeding(node)) generators.push(generator(node, true, context));
    const draw = drawAt(node, kind === 'globalDraw');
    if (draw) draws.push(draw);
  }
  for (const node of nodesOf(module, 'Name')) {
    const test = truthTestAt(node);
    if (test) truthTests.push(test);
  }
  for (const kind of ['For', 'Generator', 'Call'] as const) {
    for (const node of nodesOf(module, kind)) {
      const order = setOrderAt(node, context);
      if (order) setOrders.push({ ...order, fn: functionAround(node) });
    }
  }
  return { sources, generators, draws, truthTests, setOrders };
}

function selfAttributeOf(node: Expression): string | undefined {
  return node.kind === 'Attribute' && node.value.kind === 'Name' && node.value.id === 'self'
    ? node.attr
    : undefined;
}

function drawAt(node: Call, global: boolean): Draw | undefined {
  const { func } = node;
  if (global)
    return {
      node,
      method: func.kind === 'Attribute' ? func.attr : func.kind === 'Name' ? func.id : '',
      fn: functionAround(node),
      from: { global: true },
    };
  if (func.kind !== 'Attribute' || !DRAWS.has(func.attr)) return undefined;
  const attribute = selfAttributeOf(func.value);
  if (attribute !== undefined)
    return { node, method: func.attr, fn: functionAround(node), from: { attribute } };
  return func.value.kind === 'Name' && /rng|rand|gen|^r$/i.test(func.value.id)
    ? { node, method: func.attr, fn: functionAround(node), from: { name: func.value.id } }
    : undefined;
}

function isReseeding(node: Call): boolean {
  const { func } = node;
  return (
    func.kind === 'Attribute' &&
    func.attr === 'seed' &&
    (selfAttributeOf(func.value) !== undefined || (func.value.kind === 'Name' && /rng/i.test(func.value.id)))
  );
}

function generator(node: Call, reseeds: boolean, context: Context): GeneratorFacts {
  const holder: Expression | undefined = reseeds
    ? node.func.kind === 'Attribute'
      ? node.func.value
      : undefined
    : node.parent?.kind === 'Assign'
      ? node.parent.targets[0]
      : node.parent?.kind === 'AnnAssign'
        ? node.parent.target
        : undefined;
  const argument =
    node.args[0] ?? node.keywords.find((k) => k.name === 'x' || k.name === 'seed' || k.name === 'a')?.value;
  return {
    node,
    fn: functionAround(node),
    reseeds,
    attribute: holder && selfAttributeOf(holder),
    name: holder?.kind === 'Name' ? holder.id : undefined,
    seeds: argument
      ? seedSources(argument, context, 0)
      : [{ kind: 'none', node: undefined, fallback: undefined, value: undefined }],
  };
}

const isSeedParameter = (node: Node): node is Parameter =>
  node.kind === 'Parameter' && /seed/i.test(node.name);

function isSeedName(node: Expression, context: Context): boolean {
  return node.kind === 'Name' && definitionsOf(context.module, node).some((d) => isSeedParameter(d.node));
}

/** What an expression that seeds a generator may be. */
function seedSources(node: Expression, context: Context, depth: number): SeedSource[] {
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

/** `if seed:`, `if not seed`, `seed or …`, `… if seed else …`: the name whose truth is asked. */
function truthTestAt(node: Node): Node | undefined {
  if (node.kind !== 'Name' || node.id.length > 5 || !/^_?seed$/i.test(node.id)) return undefined;
  const { parent } = node;
  if (!parent) return undefined;
  if ((parent.kind === 'If' || parent.kind === 'While' || parent.kind === 'IfExp') && parent.test === node)
    return node;
  if (parent.kind === 'UnaryOp' && parent.op === 'not') return node;
  return parent.kind === 'BoolOp' && (parent.op === 'and' || parent.values.at(-1) !== node)
    ? node
    : undefined;
}

function setOrderAt(node: Node, context: Context): Omit<SetOrder, 'fn'> | undefined {
  const isSet = (one: Expression | undefined): one is Expression =>
    one !== undefined && isOnly(typeOf(one, context), 'set');
  switch (node.kind) {
    case 'For':
    case 'Generator':
      // A set built from a set, or a test over all of it, does not depend on the order.
      return isSet(node.iter) && !isOrderFree(node) ? { node: node.iter, how: 'iterated' } : undefined;
    case 'Call': {
      const { func } = node;
      const [first] = node.args;
      if (
        func.kind === 'Name' &&
        (func.id === 'list' || func.id === 'tuple' || func.id === 'enumerate' || func.id === 'iter')
      ) {
        return isSet(first) && !isSorted(node) ? { node: first, how: 'listed' } : undefined;
      }
      if (func.kind !== 'Attribute') return undefined;
      if (func.attr === 'join') return isSet(first) ? { node: first, how: 'joined' } : undefined;
      if (func.attr === 'pop' && node.args.length === 0)
        return isSet(func.value) ? { node: func.value, how: 'popped' } : undefined;
      return (func.attr === 'choice' || func.attr === 'sample' || func.attr === 'choices') && isSet(first)
        ? { node: first, how: 'chosen' }
        : undefined;
    }
    default:
      return undefined;
  }
}

const ORDER_FREE: ReadonlySet<string> = new Set([
  'set',
  'frozenset',
  'sorted',
  'sum',
  'any',
  'all',
  'min',
  'max',
  'len',
]);

function isOrderFree(node: Node): boolean {
  if (node.kind === 'For') return false;
  const comprehension = node.parent;
  if (comprehension?.kind === 'SetComp' || comprehension?.kind === 'DictComp') return true;
  return comprehension !== undefined && isSorted(comprehension);
}

/** Given at once to a function for which the order makes no difference. */
function isSorted(node: Node): boolean {
  const { parent } = node;
  return parent?.kind === 'Call' && parent.func.kind === 'Name' && ORDER_FREE.has(parent.func.id);
}
