/** Where the attributes of `self` are set, read and changed in place. */
import type { ClassFacts, Method } from './classes.ts';
import { memo } from './memo.ts';
import type { Attribute, Expression, FunctionDef, Name, Node } from './python/syntax.ts';
import { forEachChild, isFunction } from './python/visit.ts';

/**
 * `write`: `self.x = …`, also unpacked, annotated, as a loop variable; `augment`: `self.x += …`, which reads too;
 * `mutate`: the value is changed in place (`self.x.append(…)`, `self.x[i] = …`, `del self.x[i]`, `self.x.y = …`).
 */
export type UseKind = 'read' | 'write' | 'augment' | 'mutate' | 'delete';

export interface AttributeUse {
  readonly name: string;
  readonly kind: UseKind;
  readonly node: Attribute;
  readonly method: Method;
  /** For `write` and `augment`: what is assigned (the whole right side when unpacked, see `index`). */
  readonly value: Expression | undefined;
  readonly index: number | undefined;
  /** For `mutate`: the method called on it, or `[]`, `del`, `.`. For `read`: `super` when it is `super().x`. */
  readonly by: string | undefined;
  /** Inside a nested function or a lambda, which may run later or never. */
  readonly deferred: boolean;
}

export interface AttributeFacts {
  readonly name: string;
  /** In source order, method by method. */
  readonly uses: readonly AttributeUse[];
  readonly writes: readonly AttributeUse[];
  readonly reads: readonly AttributeUse[];
  readonly mutations: readonly AttributeUse[];
}

export interface ClassAttributes {
  readonly byName: ReadonlyMap<string, AttributeFacts>;
  /** Uses by the method they stand in. */
  readonly byMethod: ReadonlyMap<FunctionDef, readonly AttributeUse[]>;
  /** `setattr(self, …)`, `self.__dict__` or `vars(self)`: attributes may be set that are not listed. */
  readonly dynamic: boolean;
}

const MUTATORS: ReadonlySet<string> = new Set([
  'append',
  'extend',
  'insert',
  'remove',
  'pop',
  'popleft',
  'appendleft',
  'clear',
  'sort',
  'reverse',
  'add',
  'discard',
  'update',
  'setdefault',
  'popitem',
  'rotate',
  'extendleft',
  'shuffle',
  'seed',
  'setstate',
  'intersection_update',
  'difference_update',
  'symmetric_difference_update',
  'move_to_end',
  'subtract',
]);
export const isMutator = (name: string): boolean => MUTATORS.has(name);

/** Attributes over the class's own and inherited methods, as far as this source has them. */
export const attributesOf = memo((cls: ClassFacts): ClassAttributes => {
  const uses: AttributeUse[] = [];
  const byMethod = new Map<FunctionDef, AttributeUse[]>();
  let dynamic = false;
  const seen = new Set<Node>();
  for (const method of [cls, ...cls.ancestors].flatMap((one) => [...one.own.values()])) {
    if (!method.self || seen.has(method.node)) continue;
    seen.add(method.node);
    const collector = new Collector(method);
    for (const statement of method.node.body) collector.visit(statement, false);
    uses.push(...collector.uses);
    byMethod.set(method.node, collector.uses);
    dynamic ||= collector.dynamic;
  }
  const byName = new Map<string, AttributeUse[]>();
  for (const use of uses) {
    const known = byName.get(use.name);
    if (known) known.push(use);
    else byName.set(use.name, [use]);
  }
  const facts = new Map<string, AttributeFacts>();
  for (const [name, all] of byName) {
    facts.set(name, {
      name,
      uses: all,
      writes: all.filter((use) => use.kind === 'write' || use.kind === 'augment'),
      reads: all.filter((use) => use.kind === 'read' || use.kind === 'augment'),
      mutations: all.filter((use) => use.kind === 'mutate' || use.kind === 'delete'),
    });
  }
  return { byName: facts, byMethod, dynamic };
});

/** Narrower than `Attribute`, so that a failed test does not rule out other attributes. */
type SelfAttribute = Attribute & { readonly value: Name };

const isSuper = (node: Expression): boolean =>
  node.kind === 'Call' && node.func.kind === 'Name' && node.func.id === 'super';

class Collector {
  readonly uses: AttributeUse[] = [];
  dynamic = false;
  private readonly method: Method;
  // One of each for the whole walk.
  private readonly visitNow = (child: Node): void => this.visit(child, false);
  private readonly visitLater = (child: Node): void => this.visit(child, true);

  constructor(method: Method) {
    this.method = method;
  }

  private isSelf(node: Node): node is SelfAttribute {
    return (
      node.kind === 'Attribute' &&
      node.value.kind === 'Name' &&
      node.value.id === this.method.self &&
      node.attr !== ''
    );
  }

  private use(
    node: Attribute,
    kind: UseKind,
    deferred: boolean,
    extra: { value?: Expression | undefined; index?: number | undefined; by?: string } = {},
  ): void {
    if (node.attr === '__dict__') this.dynamic = true;
    const { value, index, by } = extra;
    this.uses.push({ name: node.attr, kind, node, method: this.method, value, index, by, deferred });
  }

  visit(node: Node, deferred: boolean): void {
    switch (node.kind) {
      case 'Attribute':
        if (this.isSelf(node)) this.use(node, 'read', deferred);
        else if (isSuper(node.value)) this.use(node, 'read', deferred, { by: 'super' });
        else this.visit(node.value, deferred);
        return;
      case 'Assign':
        this.visit(node.value, deferred);
        for (const target of node.targets) this.target(target, node.value, deferred);
        return;
      case 'AnnAssign':
        if (!node.value) return;
        this.visit(node.value, deferred);
        this.target(node.target, node.value, deferred);
        return;
      case 'AugAssign':
        this.visit(node.value, deferred);
        if (this.isSelf(node.target)) this.use(node.target, 'augment', deferred, { value: node.value });
        else this.target(node.target, node.value, deferred);
        return;
      case 'For':
      case 'Generator':
        this.visit(node.iter, deferred);
        this.target(node.target, node.iter, deferred, -1);
        forEachChild(node, (child) => {
          if (child !== node.iter && child !== node.target) this.visit(child, deferred);
        });
        return;
      case 'WithItem':
        this.visit(node.context, deferred);
        if (node.target) this.target(node.target, node.context, deferred, -1);
        return;
      case 'Delete':
        for (const target of node.targets) {
          if (this.isSelf(target)) this.use(target, 'delete', deferred);
          else this.changed(target, deferred, 'del');
        }
        return;
      case 'Call':
        this.call(node, deferred);
        return;
      case 'FunctionDef':
      case 'Lambda':
        // A nested function with a `self` of its own speaks of another object.
        if (node.parameters.some((p) => p.name === this.method.self)) return;
        break;
      case 'ClassDef':
        return;
    }
    this.children(node, deferred || isFunction(node));
  }

  private children(node: Node, deferred: boolean): void {
    forEachChild(node, deferred ? this.visitLater : this.visitNow);
  }

  private call(node: Node & { kind: 'Call' }, deferred: boolean): void {
    const { func } = node;
    const first = node.args[0];
    if (
      func.kind === 'Name' &&
      (func.id === 'setattr' || func.id === 'vars' || func.id === 'delattr') &&
      first?.kind === 'Name' &&
      first.id === this.method.self
    ) {
      const name = node.args[1];
      const value = node.args[2];
      if (func.id !== 'setattr' || name?.kind !== 'Str' || name.value === undefined || !value)
        this.dynamic = true;
    }
    if (func.kind === 'Attribute' && isMutator(func.attr) && !this.isSelf(func)) {
      this.changed(func, deferred, func.attr);
      for (const argument of node.args) this.visit(argument, deferred);
      for (const keyword of node.keywords) this.visit(keyword.value, deferred);
    } else this.children(node, deferred);
    // `random.shuffle(self.deck)` changes its argument.
    if (func.kind === 'Attribute' && func.attr === 'shuffle' && first && this.isSelf(first))
      this.use(first, 'mutate', deferred, { by: 'shuffle' });
    if (
      func.kind === 'Attribute' &&
      func.value.kind === 'Name' &&
      func.value.id === 'heapq' &&
      first &&
      this.isSelf(first)
    ) {
      this.use(first, 'mutate', deferred, { by: func.attr });
    }
  }

  private target(node: Expression, value: Expression, deferred: boolean, index?: number): void {
    if (this.isSelf(node)) this.use(node, 'write', deferred, { value, index });
    else if (node.kind === 'Tuple' || node.kind === 'List') {
      const parts =
        (value.kind === 'Tuple' || value.kind === 'List') &&
        index === undefined &&
        value.elements.length === node.elements.length
          ? value.elements
          : undefined;
      for (const [i, element] of node.elements.entries()) {
        const part = parts?.[i];
        if (part) this.target(element, part, deferred);
        else this.target(element, value, deferred, index === undefined ? i : -1);
      }
    } else if (node.kind === 'Starred') this.target(node.value, value, deferred, -1);
    else if (node.kind !== 'Name') this.changed(node, deferred, node.kind === 'Subscript' ? '[]' : '.');
  }

  /** `self.a.b[c] = …`: `self.a` is changed in place; what stands in between is read. */
  private changed(node: Expression, deferred: boolean, by: string): void {
    let at: Expression = node;
    const read: Expression[] = [];
    while (at.kind === 'Attribute' || at.kind === 'Subscript' || at.kind === 'Call') {
      if (this.isSelf(at)) {
        this.use(at, 'mutate', deferred, { by });
        for (const expression of read) this.visit(expression, deferred);
        return;
      }
      if (at.kind === 'Subscript') read.push(at.index);
      if (at.kind === 'Call') {
        // What a method gives out may be the object's own part, as `self.rooms.get(name)` is.
        read.push(...at.args);
        if (this.isSelf(at.func)) break;
        at = at.func;
      } else at = at.value;
    }
    this.children(node, deferred);
  }
}
