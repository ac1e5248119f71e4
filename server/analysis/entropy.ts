/** Where randomness, time and hashing enter, how generators are seeded, and where sets lose their order. */
import type { ClassFacts } from './classes.ts';
import type { Context } from './helpers.ts';
import { importedName, qualifiedName } from './imports.ts';
import { memo } from './memo.ts';
import {
  DRAWS,
  type EntropyKind,
  kindOf,
  type SeedSource,
  seedSources,
  selfAttributeOf,
} from './seed-sources.ts';
import { type SetOrder, setOrderAt } from './set-order.ts';

export type { EntropyKind, SeedSource } from './seed-sources.ts';
export type { SetOrder } from './set-order.ts';

import { nodesOf } from './nodes.ts';
import type { Call, Expression, FunctionDef, Module, Name, Node } from './python/syntax.ts';
import { enclosing } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import { type Spread, spread } from './spread.ts';

export interface EntropySource {
  readonly kind: EntropyKind;
  readonly node: Call;
  /** The full name that is called. */
  readonly name: string;
  /** The function around it; `undefined` at the top level or in a class body. */
  readonly fn: FunctionDef | undefined;
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

export interface EntropyFacts {
  readonly sources: readonly EntropySource[];
  readonly generators: readonly GeneratorFacts[];
  readonly draws: readonly Draw[];
  /** Where `seed` is tested for truth rather than for `None`. */
  readonly truthTests: readonly Node[];
  readonly setOrders: readonly SetOrder[];
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
    const draw = drawAt(node, kind === 'globalDraw', module);
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

function drawAt(node: Call, global: boolean, module: Module): Draw | undefined {
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
  if (func.value.kind !== 'Name') return undefined;
  return /rng|rand|gen|^r$/i.test(func.value.id) || isMadeGenerator(func.value, module)
    ? { node, method: func.attr, fn: functionAround(node), from: { name: func.value.id } }
    : undefined;
}

/** `dice = random.Random(seed)` */
const isMadeGenerator = (name: Name, module: Module): boolean =>
  definitionsOf(module, name).some(
    ({ value }) => value?.kind === 'Call' && importedName(module, value.func) === 'random.Random',
  );

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
