/**
 * Which functions a method may run: through `self.x` (called, passed on or a property), `super().x`, names of the
 * module, and methods of the source's other classes by their name.
 */
import { attributesOf } from './attributes.ts';
import { type ClassFacts, classesOf, type Method } from './classes.ts';
import { memo } from './memo.ts';
import { nodesOf } from './nodes.ts';
import type { FunctionDef, Module, Node } from './python/syntax.ts';
import { walk } from './python/visit.ts';
import { bindingsOf, scopesOf } from './scope.ts';

/** The methods themselves and all that they may run. Functions nested in others count as part of these. */
export function reachedFrom(
  module: Module,
  cls: ClassFacts,
  methods: readonly (Method | undefined)[],
): ReadonlySet<FunctionDef> {
  const reached = new Set<FunctionDef>();
  const open: FunctionDef[] = [];
  const add = (fn: FunctionDef | undefined): void => {
    if (!fn || reached.has(fn)) return;
    reached.add(fn);
    open.push(fn);
  };
  for (const method of methods) add(method?.node);
  for (let fn = open.pop(); fn; fn = open.pop()) for (const next of calleesOf(module, cls, fn)) add(next);
  return reached;
}

/** The function of the set that a node stands in. */
export function homeIn(node: Node, functions: ReadonlySet<FunctionDef>): FunctionDef | undefined {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === 'FunctionDef' && functions.has(at)) return at;
  return undefined;
}

const callees = memo((module: Module) =>
  memo((cls: ClassFacts) => memo((fn: FunctionDef) => find(module, cls, fn))),
);

const calleesOf = (module: Module, cls: ClassFacts, fn: FunctionDef): readonly FunctionDef[] =>
  callees(module)(cls)(fn);

function find(module: Module, cls: ClassFacts, fn: FunctionDef): readonly FunctionDef[] {
  const found = new Set<FunctionDef>();
  const uses = attributesOf(cls).byMethod.get(fn) ?? [];
  for (const use of uses) {
    const method =
      use.by === 'super'
        ? use.method.owner.ancestors.find((one) => one.own.has(use.name))?.own.get(use.name)
        : cls.methods.get(use.name);
    if (method && use.kind !== 'write') found.add(method.node);
  }
  const { functions, classes } = namedIn(module);
  const lineage = [cls, ...cls.ancestors];
  const others = classesOf(module).filter((one) => !lineage.includes(one));
  if (functions.size + classes.size + others.length === 0) return [...found];
  const own = new Set<Node>(uses.map(({ node }) => node));
  walk(fn, (node) => {
    if (node.kind === 'Name') {
      if (!functions.has(node.id) && !classes.has(node.id)) return true;
      const target = bindingsOf(scopesOf(module), node.id, node)[0]?.node;
      if (target?.kind === 'FunctionDef' && !isInside(target, fn)) found.add(target);
      const init =
        target?.kind === 'ClassDef'
          ? others.find((one) => one.node === target)?.methods.get('__init__')
          : undefined;
      if (init) found.add(init.node);
    } else if (node.kind === 'Attribute' && others.length > 0 && !own.has(node)) {
      for (const other of others) {
        const method = other.own.get(node.attr);
        if (method) found.add(method.node);
      }
    }
    return true;
  });
  return [...found];
}

/** Names that some function or class has that is no method. */
const namedIn = memo((module: Module) => ({
  functions: new Set(
    nodesOf(module, 'FunctionDef').flatMap(({ name, parent }) => (parent?.kind === 'ClassDef' ? [] : [name])),
  ),
  classes: new Set(nodesOf(module, 'ClassDef').map(({ name }) => name)),
}));

function isInside(node: Node, fn: FunctionDef): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at === fn) return true;
  return false;
}
