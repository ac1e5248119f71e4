/**
 * What runs when the environment is loaded and played: the module's statements, the methods that a loader or an agent
 * calls, and everything that these name. Found by names alone, so it may say too much (a method counts when any
 * method of its name is called), never too little.
 */
import { type ClassFacts, TOOL_USE_METHODS } from './classes.ts';
import { memo } from './memo.ts';
import type { ClassDef, Expression, FunctionDef, Module, Node } from './python/syntax.ts';
import { walk } from './python/visit.ts';

/** Called from outside; `close` and `render` are not. */
const ENTRIES: ReadonlySet<string> = new Set(['__init__', 'reset', 'step', 'solution']);

/** Functions and methods (not those nested in others) that are played. */
export function playedFunctions(module: Module, cls: ClassFacts): ReadonlySet<FunctionDef> {
  return played(module)(cls);
}

const played = memo((module: Module) =>
  memo((cls: ClassFacts): ReadonlySet<FunctionDef> => new Reach(module).from(cls)),
);

interface Names {
  readonly names: ReadonlySet<string>;
  /** `getattr` with a name that is made at run time: it may be any method's. */
  readonly any: boolean;
}

class Reach {
  private readonly byName = new Map<string, FunctionDef[]>();
  private readonly classes = new Map<string, ClassDef[]>();
  private readonly reached = new Set<FunctionDef>();
  private readonly open: FunctionDef[] = [];
  private readonly seen = new Set<string>();
  private readonly module: Module;

  constructor(module: Module) {
    this.module = module;
    this.index(module);
  }

  from(cls: ClassFacts): ReadonlySet<FunctionDef> {
    for (const [name, method] of cls.methods) {
      if (ENTRIES.has(name) || name.startsWith('tool_') || (cls.toolUse && TOOL_USE_METHODS.has(name)))
        this.reach(method.node);
    }
    for (const statement of this.module.body) if (!isScriptGuard(statement)) this.follow(namesIn(statement));
    for (let fn = this.open.pop(); fn; fn = this.open.pop()) this.follow(namesIn(fn));
    return this.reached;
  }

  private index(node: Module | ClassDef): void {
    walk(node, (one) => {
      if (one.kind === 'ClassDef') add(this.classes, one.name, one);
      if (one.kind !== 'FunctionDef') return true;
      add(this.byName, one.name, one);
      return false;
    });
  }

  private reach(fn: FunctionDef): void {
    if (this.reached.has(fn)) return;
    this.reached.add(fn);
    this.open.push(fn);
  }

  private follow({ names, any }: Names): void {
    for (const name of names) {
      if (this.seen.has(name)) continue;
      this.seen.add(name);
      for (const fn of this.byName.get(name) ?? []) this.reach(fn);
      // A class may be instantiated, and its instances compared, printed, iterated over.
      for (const cls of this.classes.get(name) ?? [])
        for (const member of cls.body)
          if (member.kind === 'FunctionDef' && member.name.startsWith('__')) this.reach(member);
    }
    if (any) for (const all of this.byName.values()) for (const fn of all) this.reach(fn);
  }
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** The names and attributes that a function, or a statement outside of functions and classes, mentions. */
function namesIn(root: Node): Names {
  const names = new Set<string>();
  let any = false;
  walk(root, (node) => {
    // At the top level a body runs only when something names it; a class's own statements run at once.
    if (node.kind === 'FunctionDef' && root.kind !== 'FunctionDef') {
      for (const decorator of node.decorators) for (const name of namesIn(decorator).names) names.add(name);
      return false;
    }
    if (node.kind === 'Name') names.add(node.id);
    else if (node.kind === 'Attribute') names.add(node.attr);
    else if (node.kind === 'Call' && node.func.kind === 'Name' && node.func.id === 'getattr') {
      const [, name] = node.args;
      if (name?.kind === 'Str' && name.value !== undefined) names.add(name.value);
      else any = true;
    }
    return true;
  });
  return { names, any };
}

/** `if __name__ == "__main__":` and `if TYPE_CHECKING:`, whose bodies do not run when a loader takes the source. */
export function isScriptGuard(node: Node): boolean {
  return node.kind === 'If' && isScriptTest(node.test);
}

function isScriptTest(test: Expression): boolean {
  if (test.kind === 'Name') return test.id === 'TYPE_CHECKING';
  if (test.kind === 'Attribute') return test.attr === 'TYPE_CHECKING';
  if (test.kind !== 'Compare' || test.ops.length !== 1 || test.ops[0] !== '==') return false;
  const sides = [test.left, test.comparators[0]];
  return (
    sides.some((side) => side?.kind === 'Name' && side.id === '__name__') &&
    sides.some((side) => side?.kind === 'Str' && side.value === '__main__')
  );
}

/**
 * Whether a node can run in a play: its function is played, and no guard keeps it for another use of the source.
 * @param functions the functions that are played; asked for only where it depends on them.
 */
export function isPlayed(node: Node, functions: () => ReadonlySet<FunctionDef>): boolean {
  let home: FunctionDef | undefined;
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (at.kind === 'If' && isScriptGuard(at) && at.body.some((one) => one === child)) return false;
    if (at.kind === 'FunctionDef' && at.body.some((one) => one === child)) home = at;
  }
  return home === undefined || functions().has(home);
}
