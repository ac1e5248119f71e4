/** Builds the scopes of a module in one walk. */
import type {
  ClassDef,
  Comprehension,
  DictComp,
  Expression,
  FunctionDef,
  Lambda,
  Module,
  Name,
  Node,
  Parameter,
  Pattern,
  Statement,
} from './python/syntax.ts';
import { forEachChild } from './python/visit.ts';
import type { Binding, BindingKind, ScopeNode, Scopes } from './scope.ts';

interface OpenScope {
  readonly node: ScopeNode;
  readonly parent: OpenScope | undefined;
  readonly bindings: Map<string, Binding[]>;
  readonly reads: Name[];
  /** Names declared `global` or `nonlocal`. */
  readonly outer: Map<string, 'global' | 'nonlocal'>;
  /** Visits a node in this scope. */
  readonly visit: (node: Node) => void;
}

export class ScopeBuilder {
  private readonly all = new Map<ScopeNode, OpenScope>();
  private readonly module: OpenScope;

  constructor(module: Module) {
    this.module = this.open(module, undefined);
  }

  build(): Scopes {
    this.declareOuter((this.module.node as Module).body, this.module);
    this.visitBlock((this.module.node as Module).body, this.module);
    return { module: this.module, all: this.all };
  }

  private open(node: ScopeNode, parent: OpenScope | undefined): OpenScope {
    const scope: OpenScope = {
      node,
      parent,
      bindings: new Map(),
      reads: [],
      outer: new Map(),
      visit: (child) => this.visit(child, scope),
    };
    this.all.set(node, scope);
    return scope;
  }

  /** `global` and `nonlocal` count for the whole function, wherever they stand. */
  private declareOuter(body: readonly Statement[], scope: OpenScope): void {
    for (const statement of body) {
      if (statement.kind === 'Global') for (const name of statement.names) scope.outer.set(name, 'global');
      else if (statement.kind === 'Nonlocal')
        for (const name of statement.names) scope.outer.set(name, 'nonlocal');
    }
  }

  private bind(
    scope: OpenScope,
    name: string,
    kind: BindingKind,
    node: Node,
    value?: Expression,
    index?: number,
  ): void {
    if (!name) return;
    let target = scope;
    const outer = scope.outer.get(name);
    if (outer === 'global') target = this.module;
    else if (outer === 'nonlocal') {
      for (let at = scope.parent; at; at = at.parent) {
        if (at.node.kind !== 'ClassDef' && at.bindings.has(name)) {
          target = at;
          break;
        }
      }
    }
    const binding: Binding = { name, kind, node, value, index };
    const known = target.bindings.get(name);
    if (known) known.push(binding);
    else target.bindings.set(name, [binding]);
  }

  private visitBlock(body: readonly Statement[], scope: OpenScope): void {
    for (const statement of body) this.visit(statement, scope);
  }

  private visit(node: Node, scope: OpenScope): void {
    switch (node.kind) {
      case 'Name':
        scope.reads.push(node);
        return;
      case 'FunctionDef':
        this.visitFunction(node, scope);
        return;
      case 'Lambda':
        this.visitLambda(node, scope);
        return;
      case 'ClassDef':
        this.visitClass(node, scope);
        return;
      case 'Assign':
        this.visit(node.value, scope);
        for (const target of node.targets) this.target(target, 'assign', scope, node.value);
        return;
      case 'AugAssign':
        this.visit(node.value, scope);
        if (node.target.kind === 'Name') scope.reads.push(node.target);
        this.target(node.target, 'augment', scope, node.value);
        return;
      case 'AnnAssign':
        this.visit(node.annotation, scope);
        if (node.value) this.visit(node.value, scope);
        this.target(node.target, node.value ? 'assign' : 'annotation', scope, node.value);
        return;
      case 'TypeAlias':
        this.bind(scope, node.name, 'assign', node, node.value);
        this.visit(node.value, scope);
        return;
      case 'For':
        this.visit(node.iter, scope);
        this.target(node.target, 'for', scope, node.iter);
        this.visitBlock(node.body, scope);
        this.visitBlock(node.orelse, scope);
        return;
      case 'WithItem':
        this.visit(node.context, scope);
        if (node.target) this.target(node.target, 'with', scope, node.context);
        return;
      case 'ExceptHandler':
        if (node.type) this.visit(node.type, scope);
        if (node.name) this.bind(scope, node.name, 'except', node);
        this.visitBlock(node.body, scope);
        return;
      case 'Import':
        for (const alias of node.names)
          this.bind(scope, alias.asName ?? alias.name.split('.')[0] ?? '', 'import', alias);
        return;
      case 'ImportFrom':
        for (const alias of node.names) this.bind(scope, alias.asName ?? alias.name, 'import', alias);
        return;
      case 'NamedExpr': {
        this.visit(node.value, scope);
        let home = scope;
        while (isComprehension(home.node) && home.parent) home = home.parent;
        this.target(node.target, 'walrus', home, node.value);
        return;
      }
      case 'Delete':
        for (const target of node.targets) this.target(target, 'delete', scope, undefined);
        return;
      case 'MatchCase':
        this.pattern(node.pattern, scope);
        if (node.guard) this.visit(node.guard, scope);
        this.visitBlock(node.body, scope);
        return;
      case 'ListComp':
      case 'SetComp':
      case 'GeneratorExp':
      case 'DictComp':
        this.visitComprehension(node, scope);
        return;
      default:
        forEachChild(node, scope.visit);
    }
  }

  private target(
    node: Expression,
    kind: BindingKind,
    scope: OpenScope,
    value: Expression | undefined,
    index?: number,
  ): void {
    if (node.kind === 'Name')
      this.bind(scope, node.id, index === undefined || kind === 'for' ? kind : 'unpack', node, value, index);
    else if (node.kind === 'Tuple' || node.kind === 'List') {
      const literal =
        value && (value.kind === 'Tuple' || value.kind === 'List') && kind === 'assign'
          ? value.elements
          : undefined;
      const pairwise =
        literal?.length === node.elements.length &&
        ![...literal, ...node.elements].some((e) => e.kind === 'Starred');
      for (const [i, element] of node.elements.entries()) {
        const part = pairwise ? literal?.[i] : undefined;
        if (part) this.target(element, kind, scope, part);
        else this.target(element, kind, scope, value, index === undefined ? i : -1);
      }
    } else if (node.kind === 'Starred') this.target(node.value, kind, scope, value, -1);
    else this.visit(node, scope);
  }

  private pattern(node: Pattern, scope: OpenScope): void {
    switch (node.kind) {
      case 'MatchValue':
        this.visit(node.value, scope);
        return;
      case 'MatchAs':
        if (node.pattern) this.pattern(node.pattern, scope);
        if (node.name) this.bind(scope, node.name, 'capture', node);
        return;
      case 'MatchStar':
        if (node.name) this.bind(scope, node.name, 'capture', node);
        return;
      case 'MatchMapping':
        for (const key of node.keys) this.visit(key, scope);
        for (const pattern of node.patterns) this.pattern(pattern, scope);
        if (node.rest) this.bind(scope, node.rest, 'capture', node);
        return;
      case 'MatchClass':
        this.visit(node.cls, scope);
        for (const pattern of node.patterns) this.pattern(pattern, scope);
        for (const pattern of node.keywordPatterns) this.pattern(pattern, scope);
        return;
      case 'MatchSequence':
      case 'MatchOr':
        for (const pattern of node.patterns) this.pattern(pattern, scope);
    }
  }

  private parameters(parameters: readonly Parameter[], inner: OpenScope, outer: OpenScope): void {
    for (const parameter of parameters) {
      if (parameter.annotation) this.visit(parameter.annotation, outer);
      if (parameter.default) this.visit(parameter.default, outer);
      this.bind(inner, parameter.name, 'parameter', parameter, parameter.default);
    }
  }

  private visitFunction(node: FunctionDef, scope: OpenScope): void {
    for (const decorator of node.decorators) this.visit(decorator, scope);
    this.bind(scope, node.name, 'function', node);
    const inner = this.open(node, scope);
    this.parameters(node.parameters, inner, scope);
    if (node.returns) this.visit(node.returns, scope);
    this.declareOuter(node.body, inner);
    this.visitBlock(node.body, inner);
  }

  private visitLambda(node: Lambda, scope: OpenScope): void {
    const inner = this.open(node, scope);
    this.parameters(node.parameters, inner, scope);
    this.visit(node.body, inner);
  }

  private visitClass(node: ClassDef, scope: OpenScope): void {
    for (const part of [...node.decorators, ...node.bases, ...node.keywords]) this.visit(part, scope);
    this.bind(scope, node.name, 'class', node);
    this.visitBlock(node.body, this.open(node, scope));
  }

  private visitComprehension(node: Comprehension | DictComp, scope: OpenScope): void {
    const inner = this.open(node, scope);
    for (const [i, generator] of node.generators.entries()) {
      this.visit(generator.iter, i === 0 ? scope : inner);
      this.target(generator.target, 'for', inner, generator.iter);
      for (const condition of generator.conditions) this.visit(condition, inner);
    }
    if (node.kind === 'DictComp') {
      this.visit(node.key, inner);
      this.visit(node.value, inner);
    } else this.visit(node.element, inner);
  }
}

function isComprehension(node: ScopeNode): boolean {
  return (
    node.kind === 'ListComp' ||
    node.kind === 'SetComp' ||
    node.kind === 'GeneratorExp' ||
    node.kind === 'DictComp'
  );
}
