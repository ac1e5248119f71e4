/** The classes of a source, their methods and lineage, and which of them is the environment. */
import { memo } from './memo.ts';
import { nodesOf } from './nodes.ts';
import type {
  ClassDef,
  Expression,
  FunctionDef,
  Module,
  Node,
  Parameter,
  Statement,
} from './python/syntax.ts';
import { dottedName } from './python/visit.ts';
import { bindingsOf, scopesOf } from './scope.ts';

export type MethodKind = 'instance' | 'class' | 'static' | 'property';

export interface Method {
  readonly name: string;
  readonly node: FunctionDef;
  readonly owner: ClassFacts;
  readonly kind: MethodKind;
  /** The name of the first parameter (`self`); empty for a static method. */
  readonly self: string;
  /** Parameters without `self`. */
  readonly parameters: readonly Parameter[];
}

export interface ClassFacts {
  readonly name: string;
  readonly node: ClassDef;
  /** Base classes as written, dotted. */
  readonly bases: readonly string[];
  /** The classes of this source among the bases, nearest first, through all levels; without the class itself. */
  readonly ancestors: readonly ClassFacts[];
  /** A base class is not known from this source, so what it defines is not known either. */
  readonly opaque: boolean;
  /** The class derives from `ToolUseBaseEnv`, which is injected. */
  readonly toolUse: boolean;
  readonly decorators: readonly string[];
  /** Defined in the body itself; the last definition of a name counts. */
  readonly own: ReadonlyMap<string, Method>;
  /** `own` and what the ancestors define. */
  readonly methods: ReadonlyMap<string, Method>;
  /** Assignments in the class body, by name; the last counts. */
  readonly constants: ReadonlyMap<string, Expression>;
  /** Not at the module's top level. */
  readonly nested: boolean;
}

export interface EnvironmentChoice {
  /** All module-level names that end in `Env` and stand for a class of this source, in order of binding. */
  readonly candidates: readonly { readonly name: string; readonly cls: ClassFacts }[];
  /**
   * The environment: the first that has `reset` and `step`, else the first. A loader takes that one too, unless what
   * it takes is a helper of which it can make no instance (SP102): then nothing is played, and this is what is meant.
   */
  readonly chosen: { readonly name: string; readonly cls: ClassFacts } | undefined;
}

/** What `ToolUseBaseEnv` gives its subclasses. */
export const TOOL_USE_METHODS: ReadonlySet<string> = new Set([
  '__init__',
  'step',
  'get_tools',
  'execute_tool',
  'close',
  '_check_answer',
  '_obs_suffix',
  '_incorrect_answer_feedback',
  '_after_turn',
  '_over',
  '_call_result',
  '_run_tool',
]);
export const TOOL_USE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'max_turns',
  'turn_count',
  '_tools',
  '_state',
  '_call_history',
  '_expected_answer',
  '_ended_turn',
]);
const BASE_NAMES: ReadonlySet<string> = new Set(['Env', 'ToolUseBaseEnv']);
/** Bases that bring no methods a rule asks about. */
const PLAIN_BASES: ReadonlySet<string> = new Set([
  'object',
  'ABC',
  'abc.ABC',
  'Generic',
  'Protocol',
  'Enum',
  'IntEnum',
  'NamedTuple',
]);

export const classesOf = memo((module: Module): readonly ClassFacts[] => {
  const nodes = nodesOf(module, 'ClassDef');
  const known = new Map<ClassDef, ClassFacts>();
  for (const node of nodes) classFacts(module, node, known, new Set());
  return nodes.map((node) => known.get(node)).filter((found) => found !== undefined);
});

function classFacts(
  module: Module,
  node: ClassDef,
  known: Map<ClassDef, ClassFacts>,
  open: Set<ClassDef>,
): ClassFacts {
  const done = known.get(node);
  if (done) return done;
  open.add(node);
  const bases = node.bases.map((base) => dottedName(base.kind === 'Subscript' ? base.value : base) ?? '');
  const ancestors: ClassFacts[] = [];
  let opaque = node.keywords.some((keyword) => keyword.name === undefined);
  let toolUse = false;
  for (const [i, base] of bases.entries()) {
    const found = resolveClass(module, base, node.bases[i] ?? node);
    if (found && !open.has(found)) {
      const facts = classFacts(module, found, known, open);
      for (const one of [facts, ...facts.ancestors]) if (!ancestors.includes(one)) ancestors.push(one);
      opaque ||= facts.opaque;
      toolUse ||= facts.toolUse;
    } else if (base === 'ToolUseBaseEnv' || base.endsWith('.ToolUseBaseEnv')) toolUse = true;
    else if (!PLAIN_BASES.has(base)) opaque = true;
  }
  const own = new Map<string, Method>();
  const constants = new Map<string, Expression>();
  const facts: ClassFacts = {
    name: node.name,
    node,
    bases,
    ancestors,
    opaque,
    toolUse,
    own,
    constants,
    decorators: node.decorators.map((d) => dottedName(d.kind === 'Call' ? d.func : d) ?? ''),
    nested: node.parent?.kind !== 'Module',
    methods: new Map(),
  };
  collectMembers(node.body, facts, own, constants);
  const methods = facts.methods as Map<string, Method>;
  for (const one of [facts, ...ancestors]) {
    for (const [name, method] of one.own) if (!methods.has(name)) methods.set(name, method);
  }
  known.set(node, facts);
  open.delete(node);
  return facts;
}

function collectMembers(
  body: readonly Statement[],
  owner: ClassFacts,
  own: Map<string, Method>,
  constants: Map<string, Expression>,
): void {
  for (const statement of body) {
    if (statement.kind === 'FunctionDef') own.set(statement.name, methodOf(statement, owner));
    else if (statement.kind === 'Assign') {
      for (const target of statement.targets) {
        if (target.kind !== 'Name') continue;
        const alias = statement.value.kind === 'Name' ? own.get(statement.value.id) : undefined;
        if (alias) own.set(target.id, { ...alias, name: target.id });
        else constants.set(target.id, statement.value);
      }
    } else if (statement.kind === 'AnnAssign' && statement.target.kind === 'Name' && statement.value) {
      constants.set(statement.target.id, statement.value);
    } else if (statement.kind === 'If' || statement.kind === 'Try' || statement.kind === 'With') {
      collectMembers(statement.body, owner, own, constants);
      if (statement.kind !== 'With') collectMembers(statement.orelse, owner, own, constants);
    }
  }
}

function methodOf(node: FunctionDef, owner: ClassFacts): Method {
  const decorators = node.decorators.map((d) => dottedName(d.kind === 'Call' ? d.func : d) ?? '');
  const kind: MethodKind = decorators.includes('staticmethod')
    ? 'static'
    : decorators.includes('classmethod')
      ? 'class'
      : decorators.some((d) => d === 'property' || d.endsWith('cached_property'))
        ? 'property'
        : 'instance';
  const first = node.parameters[0];
  const bound =
    kind !== 'static' && first && (first.flavour === 'normal' || first.flavour === 'positionalOnly');
  return {
    name: node.name,
    node,
    owner,
    kind,
    self: bound ? first.name : '',
    parameters: bound ? node.parameters.slice(1) : node.parameters,
  };
}

/** The class of this source that a dotted name stands for, through assignments such as `Base = RoomEnv`. */
function resolveClass(module: Module, name: string, at: Node): ClassDef | undefined {
  const path = name.split('.');
  let found: ClassDef | undefined;
  for (const [i, part] of path.entries()) {
    if (i === 0) found = namedClass(module, part, at, 0);
    else found = found?.body.find((s): s is ClassDef => s.kind === 'ClassDef' && s.name === part);
  }
  return found;
}

function namedClass(module: Module, name: string, at: Node, depth: number): ClassDef | undefined {
  const binding = bindingsOf(scopesOf(module), name, at).at(-1);
  if (binding?.node.kind === 'ClassDef') return binding.node;
  if (depth < 5 && binding?.kind === 'assign' && binding.value) {
    if (binding.value.kind === 'Name' && binding.value.id !== name)
      return namedClass(module, binding.value.id, binding.value, depth + 1);
    // A decorator applied by hand: `GameEnv = register(GameEnvImpl)`.
    const only =
      binding.value.kind === 'Call' && binding.value.args.length === 1 ? binding.value.args[0] : undefined;
    if (only?.kind === 'Name' && only.id !== name) return namedClass(module, only.id, only, depth + 1);
  }
  return undefined;
}

export const environmentOf = memo((module: Module): EnvironmentChoice => {
  const classes = new Map(classesOf(module).map((cls) => [cls.node, cls]));
  const candidates: { name: string; cls: ClassFacts }[] = [];
  for (const [name] of scopesOf(module).module.bindings) {
    if (!name.endsWith('Env') || BASE_NAMES.has(name)) continue;
    const node = namedClass(module, name, module, 0);
    const cls = node && classes.get(node);
    if (cls) candidates.push({ name, cls });
  }
  const playable = candidates.filter(({ cls }) => has(cls, 'reset') && has(cls, 'step'));
  const chosen = playable.find(({ cls }) => wantedBy(cls).length === 0) ?? playable[0] ?? candidates[0];
  return { candidates, chosen };
});

/** Arguments that the constructor requires and a loader does not give. */
export const wantedBy = (cls: ClassFacts): string[] =>
  (cls.methods.get('__init__')?.parameters ?? [])
    .filter(({ flavour, default: value }) => flavour !== 'varArgs' && flavour !== 'varKeywords' && !value)
    .flatMap(({ name }) => (name === 'max_turns' ? [] : [name]));

/** Whether the class has a method, as far as the source tells: what an unknown base may define does not count. */
export function has(cls: ClassFacts, method: string): boolean {
  return cls.methods.has(method) || (cls.toolUse && (TOOL_USE_METHODS.has(method) || method === 'reset'));
}

/** Names that an instance has without setting them: methods, class-level names, annotated fields, what the base gives. */
export const classMembers = memo((cls: ClassFacts): ReadonlySet<string> => {
  const names = new Set<string>(['__class__', '__dict__', '__doc__', '__module__']);
  for (const one of [cls, ...cls.ancestors]) {
    for (const name of [...one.own.keys(), ...one.constants.keys()]) names.add(name);
    for (const statement of one.node.body) {
      if (statement.kind === 'ClassDef') names.add(statement.name);
      // A dataclass makes attributes of its annotated fields.
      if (
        statement.kind === 'AnnAssign' &&
        statement.target.kind === 'Name' &&
        one.decorators.some((d) => d.endsWith('dataclass'))
      )
        names.add(statement.target.id);
    }
  }
  if (cls.toolUse) for (const name of TOOL_USE_METHODS) names.add(name);
  return names;
});
