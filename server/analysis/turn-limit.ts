/** Where the turns are counted, and where the count is compared with the limit. */
import { type AttributeUse, attributesOf } from './attributes.ts';
import type { ClassFacts } from './classes.ts';
import { effectsOf } from './effects.ts';
import { helperOf } from './helpers.ts';
import { memo } from './memo.ts';
import type { Call, Compare, ComparisonOp, Expression, FunctionDef, Module, Node } from './python/syntax.ts';
import { isFunction, selfAttribute, walk } from './python/visit.ts';

export interface LimitTest {
  readonly node: Expression;
  /** The test is true when time is up, or as long as it is not. */
  readonly trueWhen: 'late' | 'early';
  /** Time is up on one turn only: `==`. */
  readonly exact: boolean;
  /** On the turn that reaches the limit there is still time: `>`. */
  readonly strict: boolean;
}

export interface TurnLimit {
  /** Attributes that hold the limit. */
  readonly limits: ReadonlySet<string>;
  /** Attributes that `step` counts turns in. */
  readonly counters: ReadonlySet<string>;
  /** The expression as a test of the limit; `undefined` when it is none. */
  readonly testOf: (node: Expression) => LimitTest | undefined;
  /** Some test of it, or a call that makes one, stands in what `step` runs. */
  readonly tested: boolean;
}

const LIMIT_NAME = /^_?max_?(?:turns?|steps?|moves?|rounds?|actions?)$|^_?(?:turn|step|move)_?limit$/i;
const COUNTER_NAME = /turn|step|move_?count|moves_(?:made|used)|tick/i;

const limits = memo((module: Module) =>
  memo((cls: ClassFacts) => memo((step: FunctionDef): TurnLimit => new Reader(module, cls, step).read())),
);

export const turnLimitOf = (module: Module, cls: ClassFacts, step: FunctionDef): TurnLimit =>
  limits(module)(cls)(step);

/** Attributes that the constructor fills from its `max_turns`, and others named for it. */
export const limitAttributes = memo((cls: ClassFacts): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const [name, { writes }] of attributesOf(cls).byName) {
    const fromParameter = writes.some((use) => use.method.name === '__init__' && readsName(use, 'max_turns'));
    if (LIMIT_NAME.test(name) || (fromParameter && !isCounted(cls, name))) found.add(name);
  }
  for (const name of cls.constants.keys()) if (LIMIT_NAME.test(name)) found.add(name);
  if (cls.toolUse) found.add('max_turns');
  return found;
});

function readsName({ value }: AttributeUse, name: string): boolean {
  let found = false;
  if (value)
    walk(value, (node) => {
      found ||= node.kind === 'Name' && node.id === name;
      return !found;
    });
  return found;
}

/** `self.left -= 1` */
const isCounted = (cls: ClassFacts, name: string): boolean =>
  attributesOf(cls)
    .byName.get(name)
    ?.writes.some(({ kind }) => kind === 'augment') ?? false;

const FLIPPED: Readonly<Partial<Record<ComparisonOp, ComparisonOp>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

class Reader {
  private readonly module: Module;
  private readonly cls: ClassFacts;
  private readonly step: FunctionDef;
  private readonly limits: ReadonlySet<string>;
  private readonly counters = new Set<string>();
  /** Counted down from the limit to nought. */
  private readonly left = new Set<string>();
  private readonly known = new Map<Expression, LimitTest | undefined>();

  constructor(module: Module, cls: ClassFacts, step: FunctionDef) {
    this.module = module;
    this.cls = cls;
    this.step = step;
    this.limits = limitAttributes(cls);
  }

  read(): TurnLimit {
    const { methods } = effectsOf(this.module, this.cls, this.step);
    for (const [name, { writes }] of attributesOf(this.cls).byName) {
      const counts = writes.filter(({ method }) => methods.has(method.node)).map(countOf);
      if (counts.includes('+') && !this.limits.has(name)) this.counters.add(name);
      const startsAtLimit = writes.some(
        ({ value }) => value && (this.isLimit(value) || (value.kind === 'Name' && value.id === 'max_turns')),
      );
      if (counts.includes('-') && startsAtLimit) this.left.add(name);
    }
    const testOf = (node: Expression): LimitTest | undefined => {
      if (!this.known.has(node)) this.known.set(node, this.test(node));
      return this.known.get(node);
    };
    let tested = false;
    const compared = new Set(this.left);
    for (const fn of methods)
      walk(fn, (node) => {
        const found = node.kind === 'Compare' || node.kind === 'UnaryOp' ? testOf(node) : undefined;
        tested ||= found !== undefined;
        if (found) walk(node, (one) => noteAttribute(one, compared));
        return true;
      });
    const counters = new Set([...this.counters, ...this.left].filter((name) => compared.has(name)));
    return { limits: this.limits, counters, testOf, tested };
  }

  private test(node: Expression): LimitTest | undefined {
    if (node.kind === 'UnaryOp' && node.op === 'not') {
      const attribute = selfAttribute(node.operand);
      if (attribute !== undefined && this.left.has(attribute))
        return { node, trueWhen: 'late', exact: true, strict: false };
      return undefined;
    }
    if (node.kind === 'Compare') return this.comparison(node);
    return node.kind === 'Call' ? this.call(node) : undefined;
  }

  private comparison(node: Compare): LimitTest | undefined {
    const [op, ...others] = node.ops;
    const [right] = node.comparators;
    if (!op || others.length > 0 || !right) return undefined;
    const direct = this.isBound(right) && this.isCount(node.left);
    const turned = this.isBound(node.left) && this.isCount(right);
    const remaining = this.isLeft(node.left) && right.kind === 'Num' && right.value <= 1;
    const way = direct ? op : turned || remaining ? FLIPPED[op] : undefined;
    if (!way) return undefined;
    const exact = way === '==' || way === '!=';
    if (way === '==' || way === '>=' || way === '>')
      return { node, trueWhen: 'late', exact, strict: way === '>' };
    return way === '!=' || way === '<' || way === '<='
      ? { node, trueWhen: 'early', exact, strict: way === '<=' }
      : undefined;
  }

  /** `self._late()`, whose only `return` is a test. */
  private call(node: Call): LimitTest | undefined {
    const helper = helperOf(node, { module: this.module, cls: this.cls })?.node;
    const [only, ...others] = helper?.body.filter((one) => one.kind !== 'ExpressionStatement') ?? [];
    if (only?.kind !== 'Return' || !only.value || others.length > 0) return undefined;
    const inner = this.test(only.value);
    return inner && { ...inner, node };
  }

  private isLimit(node: Expression): boolean {
    const attribute = selfAttribute(node);
    return attribute !== undefined && this.limits.has(attribute);
  }

  /** The limit, give or take one, or a constant that a counter of turns is compared with. */
  private isBound(node: Expression): boolean {
    if (this.isLimit(node)) return true;
    if (node.kind === 'BinOp' && (node.op === '-' || node.op === '+'))
      return this.isLimit(node.left) && node.right.kind === 'Num';
    // Without an attribute for it, the limit may be a plain number.
    if (node.kind === 'Num') return this.limits.size === 0 && node.value > 1;
    return node.kind === 'Name' && /^[A-Z][A-Z_]*$/.test(node.id) && LIMIT_NAME.test(node.id);
  }

  private isCount(node: Expression): boolean {
    const at = node.kind === 'BinOp' && node.right.kind === 'Num' ? node.left : node;
    const attribute = selfAttribute(at);
    if (attribute !== undefined)
      return this.counters.has(attribute) && (!this.isConstantBound(node) || COUNTER_NAME.test(attribute));
    const [first] = at.kind === 'Call' && at.func.kind === 'Name' && at.func.id === 'len' ? at.args : [];
    return first !== undefined && selfAttribute(first) !== undefined && !this.isConstantBound(node);
  }

  /** The other side of the comparison is a plain number: then only the name tells what is counted. */
  private isConstantBound({ parent }: Expression): boolean {
    return (
      parent?.kind === 'Compare' && [parent.left, ...parent.comparators].some(({ kind }) => kind === 'Num')
    );
  }

  /** `self.max_turns - self.turn`, or a count that goes down from the limit. */
  private isLeft(node: Expression): boolean {
    const attribute = selfAttribute(node);
    if (attribute !== undefined) return this.left.has(attribute);
    return node.kind === 'BinOp' && node.op === '-' && this.isLimit(node.left) && this.isCount(node.right);
  }
}

function noteAttribute(node: Node, into: Set<string>): boolean {
  const attribute = selfAttribute(node);
  if (attribute !== undefined) into.add(attribute);
  return !isFunction(node);
}

/** `+` for `self.x += 1` and `self.x = self.x + 1`, `-` for the reverse. */
function countOf({ kind, node, value, name }: AttributeUse): string | undefined {
  if (kind === 'augment') {
    const op = node.parent?.kind === 'AugAssign' ? node.parent.op : undefined;
    return value?.kind === 'Num' ? op : undefined;
  }
  if (kind !== 'write' || value?.kind !== 'BinOp' || value.right.kind !== 'Num') return undefined;
  return selfAttribute(value.left) === name ? value.op : undefined;
}
