/**
 * What seeds each generator of an environment: told apart by whether `reset` was given a seed, since code takes
 * another way when it was not.
 */
import { attributesOf } from './attributes.ts';
import type { ClassFacts } from './classes.ts';
import { evaluate } from './constants.ts';
import { type Draw, entropyOf } from './entropy.ts';
import { qualifiedName } from './imports.ts';
import { memo } from './memo.ts';
import type {
  Attribute,
  Call,
  Expression,
  FunctionDef,
  Module,
  Name,
  Node,
  Parameter,
} from './python/syntax.ts';
import { isFunction, selfAttribute, walk } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import { type Called, SeedConditions } from './seed-conditions.ts';

export type { Called } from './seed-conditions.ts';

/**
 * `seed`: the seed of `reset`, or something made from it; `none`: nothing, so the operating system's entropy;
 * `constructor`: the constructor's seed; `self`: a draw from a generator of the instance; `global`: a draw from the
 * shared generator; `entropy`: time and the like.
 */
export type SeedKind = 'seed' | 'none' | 'constant' | 'constructor' | 'self' | 'global' | 'entropy' | 'other';

/** A generator is made or seeded anew. */
export interface Seeding {
  readonly node: Call;
  readonly fn: FunctionDef | undefined;
  /** Attributes of `self` and names that hold the generator; `global`: the one that all modules share. */
  readonly attributes: readonly string[];
  readonly names: readonly string[];
  readonly global: boolean;
  /** What it may be seeded with; empty when this place is not reached under that condition. */
  readonly given: ReadonlySet<SeedKind>;
  readonly absent: ReadonlySet<SeedKind>;
}

export interface SeedingFacts {
  /** In source order. */
  readonly all: readonly Seeding[];
  /** Whether a place is not ruled out by the conditions around it. */
  readonly runs: (node: Node, called: Called) => boolean;
}

/** @param started what `reset` may run. */
export function seedingOf(module: Module, cls: ClassFacts, started: ReadonlySet<FunctionDef>): SeedingFacts {
  return read(module)(cls)(started);
}

const read = memo((module: Module) =>
  memo((cls: ClassFacts) =>
    memo((started: ReadonlySet<FunctionDef>): SeedingFacts => new Reader(module, cls, started).read()),
  ),
);

const MAX_DEPTH = 8;
const NOTHING: ReadonlySet<SeedKind> = new Set();

class Reader {
  private readonly module: Module;
  private readonly cls: ClassFacts;
  private readonly started: ReadonlySet<FunctionDef>;
  private readonly conditions: SeedConditions;
  private readonly entropic: ReadonlyMap<Node, SeedKind>;
  private readonly draws: ReadonlyMap<Node, Draw>;
  /** The attributes that hold the generator whose seed is being read. */
  private held: readonly string[] = [];

  constructor(module: Module, cls: ClassFacts, started: ReadonlySet<FunctionDef>) {
    this.module = module;
    this.cls = cls;
    this.started = started;
    this.conditions = new SeedConditions(module, cls, started);
    const { sources, draws } = entropyOf(module, cls);
    this.draws = new Map(draws.map((draw) => [draw.node, draw]));
    const kinds = new Map<Node, SeedKind>();
    for (const { node, kind } of sources) kinds.set(node, kind === 'globalDraw' ? 'global' : 'entropy');
    this.entropic = kinds;
  }

  read(): SeedingFacts {
    const { generators, sources } = entropyOf(this.module, this.cls);
    const made = generators.map(({ node, fn, attribute, name, reseeds }) => {
      const held = reseeds ? { attributes: [attribute], names: [name] } : holders(node);
      return this.seeding(node, fn, held.attributes, held.names, false);
    });
    const shared = sources
      .filter(
        ({ kind, name }) => (kind === 'globalSeed' && name === 'random.seed') || name === 'numpy.random.seed',
      )
      .map(({ node, fn }) => this.seeding(node, fn, [], [], true));
    return {
      all: [...made, ...shared].sort((a, b) => a.node.start - b.node.start),
      runs: (node, called) => this.conditions.runs(node, called),
    };
  }

  private seeding(
    node: Call,
    fn: FunctionDef | undefined,
    attributes: readonly (string | undefined)[],
    names: readonly (string | undefined)[],
    global: boolean,
  ): Seeding {
    const argument =
      node.args[0] ??
      node.keywords.find(({ name }) => name === 'x' || name === 'seed' || name === 'a')?.value;
    const system = qualifiedName(this.module, node.func) === 'random.SystemRandom';
    const held = attributes.filter((one) => one !== undefined);
    const under = (called: Called): ReadonlySet<SeedKind> => {
      this.held = held;
      if (!this.conditions.runs(node, called)) return NOTHING;
      if (system) return new Set(['entropy']);
      return argument ? new Set(this.kinds(argument, called, 0)) : new Set(['none']);
    };
    return {
      node,
      fn,
      attributes: held,
      names: names.filter((one) => one !== undefined),
      global,
      given: under('given'),
      absent: under('absent'),
    };
  }

  private kinds(node: Expression, called: Called, depth: number): readonly SeedKind[] {
    if (depth > MAX_DEPTH) return ['other'];
    const down = (inner: Expression): readonly SeedKind[] => this.kinds(inner, called, depth + 1);
    const known = this.entropic.get(node);
    if (known) return [known];
    const draw = this.draws.get(node);
    if (draw) return this.drawn(draw, called, depth);
    switch (node.kind) {
      case 'Name':
        return this.named(node, called, depth);
      case 'Attribute':
        return selfAttribute(node) === undefined ? ['other'] : this.attribute(node, called, depth);
      case 'Constant':
        return [node.value === null ? 'none' : 'constant'];
      case 'IfExp': {
        const asked = this.conditions.asks(node.test, 0);
        if (asked) return down(asked === called ? node.body : node.orelse);
        return [...down(node.body), ...down(node.orelse)];
      }
      case 'BoolOp': {
        const [first, ...rest] = node.values;
        if (!first) return ['other'];
        const kinds = down(first);
        // What is `None` or nothing falls through to the next.
        if (node.op === 'or' && kinds.includes('none'))
          return [...kinds.filter((kind) => kind !== 'none'), ...rest.flatMap(down)];
        return node.op === 'or' ? kinds : [...kinds, ...rest.flatMap(down)];
      }
      case 'NamedExpr':
        return down(node.value);
      case 'UnaryOp':
        return down(node.operand);
      case 'BinOp':
        return mixed([...down(node.left), ...down(node.right)]);
      case 'Tuple':
        return mixed(node.elements.flatMap(down));
      case 'Call':
        return this.called(node, called, depth);
      default: {
        const value = evaluate(node, { module: this.module, cls: this.cls });
        if (value.kind === 'num' || value.kind === 'str') return ['constant'];
        return mixed(this.mentioned(node, called, depth));
      }
    }
  }

  /** A number drawn from a generator is as good as what seeded that one. */
  private drawn({ from, node }: Draw, called: Called, depth: number): readonly SeedKind[] {
    const { attribute } = from;
    if (attribute === undefined) {
      const { func } = node;
      const holder = func.kind === 'Attribute' ? func.value : undefined;
      const made = holder?.kind === 'Name' ? definitionsOf(this.module, holder) : [];
      const kinds = made.flatMap(({ value }) =>
        value?.kind === 'Call' ? this.madeWith(value, called, depth) : ['other' as const],
      );
      return kinds.length > 0 ? kinds : ['other'];
    }
    if (this.held.includes(attribute)) return ['self'];
    const { generators } = entropyOf(this.module, this.cls);
    const made = generators.filter(
      (one) =>
        one.attribute === attribute &&
        one.fn &&
        this.started.has(one.fn) &&
        this.conditions.runs(one.node, called),
    );
    return made.length > 0 ? made.flatMap((one) => this.madeWith(one.node, called, depth)) : ['other'];
  }

  private madeWith(node: Call, called: Called, depth: number): readonly SeedKind[] {
    const [argument] = node.args;
    return argument ? this.kinds(argument, called, depth + 1) : ['none'];
  }

  private named(node: Name, called: Called, depth: number): readonly SeedKind[] {
    const definitions = definitionsOf(this.module, node).filter((one) =>
      this.conditions.runs(one.node, called),
    );
    if (definitions.length === 0) return ['other'];
    // A value given under the condition replaces the parameter's.
    const assigned = definitions.filter(({ kind }) => kind !== 'parameter');
    const replaced = assigned.some((one) => isUnderSeedTest(one.node));
    return (replaced ? assigned : definitions).flatMap((one): readonly SeedKind[] => {
      if (one.node.kind === 'Parameter') return this.parameter(one.node, called, depth);
      return one.value && one.index === undefined && (one.kind === 'assign' || one.kind === 'walrus')
        ? this.kinds(one.value, called, depth + 1)
        : ['other'];
    });
  }

  private parameter(parameter: Parameter, called: Called, depth: number): readonly SeedKind[] {
    if (this.conditions.isSeedParameter(parameter)) {
      if (called === 'given') return ['seed'];
      return parameter.default ? this.kinds(parameter.default, called, depth + 1) : ['none'];
    }
    const fn = parameter.parent;
    // The constructor is called without a seed of its own.
    if (fn?.kind === 'FunctionDef' && fn.name === '__init__' && /seed/i.test(parameter.name))
      return ['constructor'];
    return ['other'];
  }

  /** What an attribute was last set to: by `reset` where that sets it, else by the constructor. */
  private attribute(node: Attribute, called: Called, depth: number): readonly SeedKind[] {
    const writes = attributesOf(this.cls).byName.get(node.attr)?.writes ?? [];
    const inReset = writes.filter(
      (use) => this.started.has(use.method.node) && this.conditions.runs(use.node, called),
    );
    const chosen = inReset.length > 0 ? inReset : writes.filter(({ method }) => method.name === '__init__');
    if (chosen.length === 0) return ['other'];
    return chosen.flatMap((use): readonly SeedKind[] =>
      use.value && use.index === undefined && use.kind === 'write'
        ? this.kinds(use.value, called, depth + 1)
        : ['other'],
    );
  }

  private called(node: Call, called: Called, depth: number): readonly SeedKind[] {
    const { func } = node;
    const mentioned = node.args.flatMap((one) => this.kinds(one, called, depth + 1));
    if (func.kind === 'Name' && /^(?:int|abs|hash|str|round|float|repr|len)$/.test(func.id))
      return mixed(mentioned);
    // `str(seed).encode()`, `hashlib.sha256(…).hexdigest()`: what is made from the seed is as good as the seed.
    const receiver = func.kind === 'Attribute' ? this.mentioned(func.value, called, depth) : [];
    const all = mixed([...mentioned, ...receiver]);
    return all.length === 1 && all[0] === 'constant' ? ['other'] : all;
  }

  /** The kinds of everything that an expression is made from. */
  private mentioned(node: Node, called: Called, depth: number): readonly SeedKind[] {
    const found: SeedKind[] = [];
    walk(node, (one) => {
      const known = this.entropic.get(one);
      const draw = this.draws.get(one);
      if (known) found.push(known);
      else if (draw)
        found.push(...(depth < MAX_DEPTH ? this.drawn(draw, called, depth + 1) : (['other'] as const)));
      else if (one.kind === 'Name' && definitionsOf(this.module, one).length > 0 && one.id !== 'self')
        found.push(...(depth < MAX_DEPTH ? this.named(one, called, depth + 1) : (['other'] as const)));
      return !known && !draw;
    });
    return found.length > 0 ? found : ['other'];
  }
}

/** A number made from several is what the least certain of them is; the seed makes it the seed's. */
function mixed(kinds: readonly SeedKind[]): readonly SeedKind[] {
  for (const kind of ['entropy', 'global', 'self', 'seed', 'constructor', 'other', 'none'] as const)
    if (kinds.includes(kind)) return [kind];
  return [kinds[0] ?? 'other'];
}

/** Under an `if` that asks for the seed. */
function isUnderSeedTest(node: Node): boolean {
  for (let at = node.parent; at && !isFunction(at); at = at.parent) {
    if (at.kind === 'If' && mentionsSeed(at.test)) return true;
  }
  return false;
}

function mentionsSeed(node: Node): boolean {
  let found = false;
  walk(node, (one) => {
    found ||= one.kind === 'Name' && /seed/i.test(one.id);
    return !found;
  });
  return found;
}

/** What a new generator is assigned to. */
function holders(node: Call): { attributes: string[]; names: string[] } {
  let value: Node = node;
  // `self.rng = random.Random(seed) if … else …`
  while (
    value.parent?.kind === 'IfExp' ||
    value.parent?.kind === 'BoolOp' ||
    value.parent?.kind === 'NamedExpr'
  )
    value = value.parent;
  const { parent } = value;
  const targets =
    parent?.kind === 'Assign' ? parent.targets : parent?.kind === 'AnnAssign' ? [parent.target] : [];
  return {
    attributes: targets.flatMap((target) => selfAttribute(target) ?? []),
    names: targets.flatMap((target) => (target.kind === 'Name' ? [target.id] : [])),
  };
}
