/** What goes into a text: its literal parts, and the attributes that are shown in it, directly or worked upon. */
import type { ClassFacts } from './classes.ts';
import { flowOf } from './flow.ts';
import { type Context, helperOf } from './helpers.ts';
import { memo } from './memo.ts';
import type {
  Attribute,
  Call,
  Expression,
  FunctionDef,
  Module,
  Name,
  Node,
  TextSegment,
} from './python/syntax.ts';
import { enclosing, forEachChild, isFunction, walkBody } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import { type ReturnShape, returnsOf } from './returns.ts';

export type Manner = 'whole' | 'part' | 'derived';

export interface Shown {
  readonly attribute: string;
  readonly node: Attribute;
  /** `whole`: the value itself; `part`: an item or a slice of it; `derived`: something computed (`len(self.word)`). */
  readonly how: Manner;
}

export interface Exact {
  /** An attribute, an item of one, a call or the like whose text stands in the text as it is, case and spaces aside. */
  readonly node: Expression;
  /** Where it passes on the way: names, calls of helpers, additions to a local; outermost first. */
  readonly trail: readonly Node[];
}

export interface TextFacts {
  readonly literals: readonly TextSegment[];
  readonly shown: readonly Shown[];
  /** What is shown as it is; branches that it stands in are the reader's business. */
  readonly exact: readonly Exact[];
  /** Parts of the text that could not be followed. */
  readonly unknown: readonly Expression[];
}

/** Calls that leave what they show recognisable. */
const SHOWING: ReadonlySet<string> = new Set([
  'str',
  'repr',
  'format',
  'sorted',
  'list',
  'tuple',
  'map',
  'reversed',
  'enumerate',
  'round',
  'int',
  'float',
  'join',
  'upper',
  'lower',
  'title',
  'capitalize',
  'strip',
  'dumps',
  'center',
  'ljust',
  'rjust',
  'zfill',
  'format',
  'items',
  'keys',
  'values',
  'dedent',
]);
const MAX_DEPTH = 12;

/** `exact`: whole, and nothing but case and spaces is changed on the way. */
type Mode = Manner | 'exact';
const RANK: Readonly<Record<Mode, number>> = { exact: 0, whole: 1, part: 2, derived: 3 };
/** A part of what is shown in some manner. */
const partly = (how: Mode): Mode => (how === 'whole' || how === 'exact' ? 'part' : how);
/** No longer exact. */
const loosely = (how: Mode): Mode => (how === 'exact' ? 'whole' : how);
/** What is a text of its own keeps its place in a list of lines; anything else may be one of several to choose from. */
const asLine = (node: Expression, how: Mode): Mode =>
  node.kind === 'Str' || node.kind === 'BinOp' ? how : loosely(how);

/** Calls that change nothing but case and spaces. */
const KEEPING: ReadonlySet<string> = new Set([
  'str',
  'format',
  'join',
  'upper',
  'lower',
  'title',
  'capitalize',
  'strip',
  'dedent',
]);

class TextReader {
  readonly literals: TextSegment[] = [];
  readonly shown: Shown[] = [];
  readonly exact: Exact[] = [];
  readonly unknown: Expression[] = [];
  private readonly trail: Node[] = [];
  private readonly context: Context;
  private readonly seen = new Map<Node, Mode>();
  /** Calls that lead to the present helper, innermost last. */
  private readonly calls: Call[];

  constructor(context: Context, calls: readonly Call[]) {
    this.context = context;
    this.calls = [...calls];
  }

  read(node: Expression, how: Mode, depth = 0): void {
    if (depth > MAX_DEPTH) {
      this.unknown.push(node);
      return;
    }
    switch (node.kind) {
      case 'Name':
        this.trail.push(node);
        this.name(node, how, depth);
        this.trail.pop();
        return;
      case 'Attribute':
        this.note(node, how);
        this.attribute(node, loosely(how));
        return;
      case 'Call':
        this.trail.push(node);
        this.call(node, how, depth);
        this.trail.pop();
        return;
      case 'Num':
      case 'Constant':
      case 'Compare':
      case 'UnaryOp':
        return;
      default:
        this.parts(node, how, depth);
    }
  }

  private parts(node: Expression, how: Mode, depth: number): void {
    const down = (inner: Expression, manner: Mode = how): void => this.read(inner, manner, depth + 1);
    switch (node.kind) {
      case 'Str':
        for (const { segments } of node.literals) {
          for (const segment of segments) {
            if (segment.kind === 'TextSegment') this.literals.push(segment);
            else down(segment.value, segment.spec ? loosely(how) : how);
          }
        }
        return;
      case 'BinOp':
        if (node.op === '+') {
          down(node.left);
          down(node.right);
        } else if (node.op === '%') {
          down(node.left);
          const parts = node.right.kind === 'Tuple' ? node.right.elements : [node.right];
          for (const part of parts) down(part);
        } else this.derived(node);
        return;
      case 'IfExp':
        down(node.body, loosely(how));
        down(node.orelse, loosely(how));
        return;
      case 'BoolOp':
        for (const value of node.values) down(value, loosely(how));
        return;
      case 'NamedExpr':
      case 'Starred':
        down(node.value);
        return;
      case 'List':
      case 'Tuple':
      case 'Set':
        for (const element of node.elements) down(element, asLine(element, how));
        return;
      case 'Dict':
        for (const [i, value] of node.values.entries()) {
          const key = node.keys[i];
          if (key) down(key, loosely(how));
          down(value, loosely(how));
        }
        return;
      case 'ListComp':
      case 'SetComp':
      case 'GeneratorExp':
        // The loop's names lead to what it runs over.
        down(node.element, loosely(how));
        return;
      case 'Subscript':
        this.note(node, how);
        down(node.value, partly(how));
        this.derived(node.index);
        return;
      default:
        this.unknown.push(node);
    }
  }

  private note(node: Expression, how: Mode): void {
    if (how === 'exact') this.exact.push({ node, trail: [...this.trail] });
  }

  private along(node: Node, read: () => void): void {
    this.trail.push(node);
    read();
    this.trail.pop();
  }

  /** Whether the node has been read before in the same way or better; notes that it has now. */
  private done(node: Node, how: Mode): boolean {
    const known = this.seen.get(node);
    if (known !== undefined && RANK[known] <= RANK[how]) return true;
    this.seen.set(node, how);
    return false;
  }

  private attribute(node: Attribute, how: Mode): void {
    if (node.value.kind === 'Name' && (node.value.id === 'self' || node.value.id === 'cls')) {
      if (!this.done(node, how) && how !== 'exact') this.shown.push({ attribute: node.attr, node, how });
      const property = this.context.cls?.methods.get(node.attr);
      if (property?.kind === 'property') this.helper(property.node, loosely(how), 1);
    } else if (node.value.kind === 'Attribute' || node.value.kind === 'Subscript')
      this.read(node.value, partly(how), 1);
  }

  /** Whatever attributes an expression reads, worked upon. */
  private derived(node: Node): void {
    if (node.kind === 'Name') this.name(node, 'derived', 1);
    else if (node.kind === 'Attribute') this.attribute(node, 'derived');
    else forEachChild(node, (child) => this.derived(child));
  }

  private name(node: Name, how: Mode, depth: number): void {
    const definitions = definitionsOf(this.context.module, node);
    if (definitions.length === 0) this.unknown.push(node);
    for (const definition of definitions) {
      if (this.done(definition.node, how)) continue;
      if (definition.kind === 'parameter') {
        this.argument(definition.node, node, how, depth);
        continue;
      }
      if (definition.value)
        this.read(
          definition.value,
          definition.kind === 'for' || definition.index !== undefined ? partly(how) : how,
          depth + 1,
        );
      else this.unknown.push(node);
    }
    this.added(node, how, depth);
  }

  /** What a call hands to a helper's parameter. */
  private argument(parameter: Node, node: Name, how: Mode, depth: number): void {
    const call = this.calls.at(-1);
    const fn = parameter.parent;
    if (!call || fn?.kind !== 'FunctionDef' || parameter.kind !== 'Parameter') {
      this.unknown.push(node);
      return;
    }
    const helper = helperOf(call, this.context);
    const index = helper?.node === fn ? helper.parameters.indexOf(parameter) : -1;
    const argument =
      index < 0
        ? undefined
        : (call.args[index] ??
          call.keywords.find((k) => k.name === parameter.name)?.value ??
          parameter.default);
    if (!argument) {
      this.unknown.push(node);
      return;
    }
    this.calls.pop();
    this.read(argument, how, depth + 1);
    this.calls.push(call);
  }

  /** `lines.append(…)` and `text += …` on a local that is shown. */
  private added(node: Name, how: Mode, depth: number): void {
    const home = enclosing(node, isFunction);
    if (home?.kind !== 'FunctionDef' || depth > MAX_DEPTH) return;
    for (const { at, values } of additionsIn(home).get(node.id) ?? []) {
      if (this.done(at, how)) continue;
      this.along(at, () => {
        for (const value of values) this.read(value, asLine(value, how), depth + 1);
      });
    }
  }

  private call(node: Call, how: Mode, depth: number): void {
    const helper = helperOf(node, this.context);
    if (helper) {
      this.note(node, how);
      this.calls.push(node);
      this.helper(helper.node, how, depth);
      this.calls.pop();
      return;
    }
    const { func } = node;
    const name = func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';
    const showing = SHOWING.has(name);
    if (!showing) this.note(node, how);
    const keeps = name === 'join' ? this.isLines(node.args[0]) : KEEPING.has(name);
    if (name === 'join' && !keeps) this.note(node, how);
    const inner = keeps ? how : loosely(how);
    if (func.kind === 'Attribute') {
      if (showing || name === 'replace' || name === 'get')
        this.read(func.value, showing ? inner : partly(how), depth + 1);
      else this.derived(func.value);
    }
    for (const argument of node.args) {
      if (showing) this.read(argument, inner, depth + 1);
      else this.derived(argument);
    }
    for (const keyword of node.keywords)
      this.read(keyword.value, name === 'format' ? how : loosely(how), depth + 1);
  }

  /** A list that is written down here, rather than one that is made elsewhere. */
  private isLines(node: Expression | undefined): boolean {
    if (node?.kind !== 'Name') return node?.kind === 'List' || node?.kind === 'Tuple';
    const definitions = definitionsOf(this.context.module, node);
    return definitions.length > 0 && definitions.every(({ value }) => value?.kind === 'List');
  }

  private helper(fn: FunctionDef, how: Mode, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const { node } of flowOf(fn).returns) {
      if (!node.value || this.done(node, how)) continue;
      this.read(node.value, how, depth + 1);
    }
  }
}

interface Addition {
  readonly at: Node;
  readonly values: readonly Expression[];
}

/** What a function adds to its local lists and texts, by name. */
const additionsIn = memo((fn: FunctionDef): ReadonlyMap<string, readonly Addition[]> => {
  const found = new Map<string, Addition[]>();
  const add = (name: string, at: Node, values: readonly Expression[]): void => {
    found.set(name, [...(found.get(name) ?? []), { at, values }]);
  };
  walkBody(fn.body, (node) => {
    if (node.kind === 'AugAssign' && node.target.kind === 'Name') add(node.target.id, node, [node.value]);
    const method = node.kind === 'Call' && node.func.kind === 'Attribute' ? node.func : undefined;
    if (
      node.kind === 'Call' &&
      method?.value.kind === 'Name' &&
      /^(?:append|extend|insert)$/.test(method.attr)
    )
      add(method.value.id, node, node.args);
    return true;
  });
  return found;
});

/** Reads a text expression of the class; `calls` lead to the helper that it stands in, outermost first. */
export function textOf(node: Expression, context: Context, calls: readonly Call[] = []): TextFacts {
  const reader = new TextReader(context, calls);
  reader.read(node, 'exact');
  const { literals, shown, exact, unknown } = reader;
  return { literals, shown, exact, unknown };
}

export interface ObservationFacts {
  readonly shape: ReturnShape;
  readonly text: TextFacts;
}

const observed = memo((module: Module) =>
  memo((cls: ClassFacts) =>
    memo((fn: FunctionDef): readonly ObservationFacts[] =>
      returnsOf(module, cls, fn).flatMap((shape) => {
        const expression = shape.parts?.[0]?.expression;
        return expression ? [{ shape, text: textOf(expression, { module, cls }, shape.through) }] : [];
      }),
    ),
  ),
);

/** The observation of every way in which `reset` or `step` returns. */
export function observationsOf(
  module: Module,
  cls: ClassFacts,
  fn: FunctionDef,
): readonly ObservationFacts[] {
  return observed(module)(cls)(fn);
}
