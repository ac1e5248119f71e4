/**
 * Where values spread: from given expressions through locals, attributes, helpers and the branches they decide, to
 * attributes and to what methods return. It may say too much (a branch counts for all that it guards), never too
 * little within one class.
 */
import { attributesOf, isMutator } from './attributes.ts';
import type { ClassFacts, Method } from './classes.ts';
import type { Expression, FunctionDef, Node, Return } from './python/syntax.ts';
import { forEachChild, isFunction } from './python/visit.ts';

export interface Spread {
  /** Attributes of `self` that may hold something of it. */
  readonly attributes: ReadonlySet<string>;
  /** `return` statements whose value, or whether they are reached, depends on it. */
  readonly returns: readonly { readonly method: Method; readonly node: Return }[];
}

const MAX_ROUNDS = 8;

/** Follows what `isSource` picks out, over all methods of the class. */
export function spread(cls: ClassFacts, isSource: (node: Node) => boolean): Spread {
  const methods = [...cls.methods.values()];
  const attributes = new Set<string>();
  const tainted = new Set<FunctionDef>();
  const parameters = new Map<FunctionDef, Set<string>>();
  let returns: { method: Method; node: Return }[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before =
      attributes.size + tainted.size + [...parameters.values()].reduce((sum, s) => sum + s.size, 0);
    returns = [];
    for (const method of methods) {
      const reader = new Reader(method, cls, isSource, attributes, tainted, parameters);
      reader.read();
      for (const node of reader.returns) returns.push({ method, node });
      if (reader.returns.length > 0) tainted.add(method.node);
    }
    if (
      attributes.size + tainted.size + [...parameters.values()].reduce((sum, s) => sum + s.size, 0) ===
      before
    )
      break;
  }
  return { attributes, returns };
}

class Reader {
  readonly returns: Return[] = [];
  private readonly locals: Set<string>;
  private readonly method: Method;
  private readonly cls: ClassFacts;
  private readonly isSource: (node: Node) => boolean;
  private readonly attributes: Set<string>;
  private readonly tainted: ReadonlySet<FunctionDef>;
  private readonly parameters: Map<FunctionDef, Set<string>>;

  constructor(
    method: Method,
    cls: ClassFacts,
    isSource: (node: Node) => boolean,
    attributes: Set<string>,
    tainted: ReadonlySet<FunctionDef>,
    parameters: Map<FunctionDef, Set<string>>,
  ) {
    this.method = method;
    this.cls = cls;
    this.isSource = isSource;
    this.attributes = attributes;
    this.tainted = tainted;
    this.parameters = parameters;
    this.locals = new Set(parameters.get(method.node));
  }

  read(): void {
    let before = -1;
    for (let i = 0; i < MAX_ROUNDS && before !== this.locals.size; i++) {
      before = this.locals.size;
      this.returns.length = 0;
      for (const statement of this.method.node.body) this.visit(statement, false);
    }
  }

  /** Whether something of it is in the value of an expression. */
  private carries(node: Node): boolean {
    if (this.isSource(node)) return true;
    if (node.kind === 'Name') return this.locals.has(node.id);
    if (node.kind === 'Attribute' && node.value.kind === 'Name' && node.value.id === this.method.self) {
      const property = this.cls.methods.get(node.attr);
      return (
        this.attributes.has(node.attr) || (property?.kind === 'property' && this.tainted.has(property.node))
      );
    }
    if (node.kind === 'Call') {
      const callee = this.callee(node);
      if (callee) this.pass(node, callee);
      if (callee && this.tainted.has(callee.node)) return true;
    }
    if (node.kind === 'FunctionDef' || node.kind === 'ClassDef') return false;
    let found = false;
    forEachChild(node, (child) => {
      // All children, so that every call hands on its arguments.
      if (this.carries(child)) found = true;
    });
    return found;
  }

  private callee(node: Node & { kind: 'Call' }): Method | undefined {
    const { func } = node;
    return func.kind === 'Attribute' &&
      func.value.kind === 'Name' &&
      (func.value.id === this.method.self || func.value.id === this.cls.name)
      ? this.cls.methods.get(func.attr)
      : undefined;
  }

  private pass(node: Node & { kind: 'Call' }, callee: Method): void {
    const into = this.parameters.get(callee.node) ?? new Set<string>();
    this.parameters.set(callee.node, into);
    for (const [i, argument] of node.args.entries()) {
      const name = callee.parameters[i]?.name;
      if (name && this.carries(argument)) into.add(name);
    }
    for (const keyword of node.keywords)
      if (keyword.name && this.carries(keyword.value)) into.add(keyword.name);
  }

  private assign(target: Expression): void {
    if (target.kind === 'Name') this.locals.add(target.id);
    else if (target.kind === 'Tuple' || target.kind === 'List')
      for (const element of target.elements) this.assign(element);
    else if (target.kind === 'Starred') this.assign(target.value);
    else this.change(target);
  }

  /** The root of what is changed: `self.a.b[c]` changes `a`, `x[0]` changes `x`. */
  private change(target: Expression): void {
    let at = target;
    while (at.kind === 'Attribute' || at.kind === 'Subscript' || at.kind === 'Call') {
      if (at.kind === 'Attribute' && at.value.kind === 'Name' && at.value.id === this.method.self) {
        this.attributes.add(at.attr);
        return;
      }
      at = at.kind === 'Call' ? at.func : at.value;
    }
    if (at.kind === 'Name' && at.id !== this.method.self) this.locals.add(at.id);
  }

  private visit(node: Node, decided: boolean): void {
    switch (node.kind) {
      case 'Assign':
        if (this.carries(node.value) || decided) for (const target of node.targets) this.assign(target);
        return;
      case 'AnnAssign':
        if (node.value && (this.carries(node.value) || decided)) this.assign(node.target);
        return;
      case 'AugAssign':
        if (this.carries(node.value) || decided) this.assign(node.target);
        return;
      case 'Return':
        if ((node.value && this.carries(node.value)) || decided) this.returns.push(node);
        return;
      case 'For':
      case 'Generator': {
        const carried = this.carries(node.iter);
        if (carried || decided) this.assign(node.target);
        if (node.kind === 'For')
          for (const statement of [...node.body, ...node.orelse]) this.visit(statement, decided || carried);
        return;
      }
      case 'If':
      case 'While': {
        const inner = this.carries(node.test) || decided;
        for (const statement of [...node.body, ...node.orelse]) this.visit(statement, inner);
        return;
      }
      case 'Match': {
        const inner = this.carries(node.subject) || decided;
        for (const one of node.cases) for (const statement of one.body) this.visit(statement, inner);
        return;
      }
      case 'ExpressionStatement': {
        const { value } = node;
        const carried = this.carries(value);
        if (
          value.kind === 'Call' &&
          value.func.kind === 'Attribute' &&
          isMutator(value.func.attr) &&
          (carried || decided)
        )
          this.change(value.func.value);
        if (
          value.kind === 'Call' &&
          value.func.kind === 'Attribute' &&
          value.func.attr === 'shuffle' &&
          value.args[0] &&
          carried
        )
          this.change(value.args[0]);
        return;
      }
      case 'ClassDef':
        return;
    }
    if (isFunction(node)) return;
    forEachChild(node, (child) => this.visit(child, decided));
  }
}

/** Whether a method, or one that it calls, reads an attribute. */
export function readsAttribute(
  cls: ClassFacts,
  method: Method,
  attribute: string,
  open: ReadonlySet<Method> = new Set(),
): boolean {
  if (open.has(method)) return false;
  const inside = new Set([...open, method]);
  return (attributesOf(cls).byMethod.get(method.node) ?? []).some((use) => {
    if (use.name === attribute && use.kind !== 'write') return true;
    const callee = cls.methods.get(use.name);
    return callee !== undefined && use.kind === 'read' && readsAttribute(cls, callee, attribute, inside);
  });
}
