/** What goes into a text: its literal parts, and the attributes that are shown in it, directly or worked upon. */
import type { ClassFacts } from './classes.ts';
import { type Context, helperOf } from './constants.ts';
import { flowOf } from './flow.ts';
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

export interface TextFacts {
  readonly literals: readonly TextSegment[];
  readonly shown: readonly Shown[];
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

const RANK: Readonly<Record<Manner, number>> = { whole: 0, part: 1, derived: 2 };
/** A part of what is shown in some manner. */
const partly = (how: Manner): Manner => (how === 'whole' ? 'part' : how);

class TextReader {
  readonly literals: TextSegment[] = [];
  readonly shown: Shown[] = [];
  readonly unknown: Expression[] = [];
  private readonly context: Context;
  private readonly seen = new Map<Node, Manner>();
  /** Calls that lead to the present helper, innermost last. */
  private readonly calls: Call[];

  constructor(context: Context, calls: readonly Call[]) {
    this.context = context;
    this.calls = [...calls];
  }

  read(node: Expression, how: Manner, depth = 0): void {
    if (depth > MAX_DEPTH) {
      this.unknown.push(node);
      return;
    }
    const down = (inner: Expression, manner = how): void => this.read(inner, manner, depth + 1);
    switch (node.kind) {
      case 'Str':
        for (const { segments } of node.literals) {
          for (const segment of segments) {
            if (segment.kind === 'TextSegment') this.literals.push(segment);
            else down(segment.value);
          }
        }
        return;
      case 'BinOp':
        if (node.op === '+' || node.op === '%') {
          down(node.left);
          down(node.right);
        } else this.derived(node);
        return;
      case 'IfExp':
        down(node.body);
        down(node.orelse);
        return;
      case 'BoolOp':
        for (const value of node.values) down(value);
        return;
      case 'NamedExpr':
      case 'Starred':
        down(node.value);
        return;
      case 'List':
      case 'Tuple':
      case 'Set':
        for (const element of node.elements) down(element);
        return;
      case 'Dict':
        for (const [i, value] of node.values.entries()) {
          const key = node.keys[i];
          if (key) down(key);
          down(value);
        }
        return;
      case 'ListComp':
      case 'SetComp':
      case 'GeneratorExp':
        // The loop's names lead to what it runs over.
        down(node.element);
        return;
      case 'Name':
        this.name(node, how, depth);
        return;
      case 'Attribute':
        this.attribute(node, how);
        return;
      case 'Subscript':
        down(node.value, partly(how));
        this.derived(node.index);
        return;
      case 'Call':
        this.call(node, how, depth);
        return;
      case 'Num':
      case 'Constant':
      case 'Compare':
      case 'UnaryOp':
        return;
      default:
        this.unknown.push(node);
    }
  }

  /** Whether the node has been read before in the same way or better; notes that it has now. */
  private done(node: Node, how: Manner): boolean {
    const known = this.seen.get(node);
    if (known !== undefined && RANK[known] <= RANK[how]) return true;
    this.seen.set(node, how);
    return false;
  }

  private attribute(node: Attribute, how: Manner): void {
    if (node.value.kind === 'Name' && (node.value.id === 'self' || node.value.id === 'cls')) {
      if (!this.done(node, how)) this.shown.push({ attribute: node.attr, node, how });
      const property = this.context.cls?.methods.get(node.attr);
      if (property?.kind === 'property') this.helper(property.node, how, 1);
    } else if (node.value.kind === 'Attribute' || node.value.kind === 'Subscript')
      this.read(node.value, partly(how), 1);
  }

  /** Whatever attributes an expression reads, worked upon. */
  private derived(node: Node): void {
    if (node.kind === 'Name') this.name(node, 'derived', 1);
    else if (node.kind === 'Attribute') this.attribute(node, 'derived');
    else forEachChild(node, (child) => this.derived(child));
  }

  private name(node: Name, how: Manner, depth: number): void {
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
  private argument(parameter: Node, node: Name, how: Manner, depth: number): void {
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
  private added(node: Name, how: Manner, depth: number): void {
    const home = enclosing(node, isFunction);
    if (home?.kind !== 'FunctionDef' || depth > MAX_DEPTH) return;
    for (const { at, values } of additionsIn(home).get(node.id) ?? []) {
      if (!this.done(at, how)) for (const value of values) this.read(value, how, depth + 1);
    }
  }

  private call(node: Call, how: Manner, depth: number): void {
    const helper = helperOf(node, this.context);
    if (helper) {
      this.calls.push(node);
      this.helper(helper.node, how, depth);
      this.calls.pop();
      return;
    }
    const { func } = node;
    const name = func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';
    const showing = SHOWING.has(name);
    if (func.kind === 'Attribute') {
      if (showing || name === 'replace' || name === 'get')
        this.read(func.value, showing ? how : partly(how), depth + 1);
      else this.derived(func.value);
    }
    for (const argument of node.args) {
      if (showing) this.read(argument, how, depth + 1);
      else this.derived(argument);
    }
    for (const keyword of node.keywords) this.read(keyword.value, how, depth + 1);
  }

  private helper(fn: FunctionDef, how: Manner, depth: number): void {
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
  reader.read(node, 'whole');
  return { literals: reader.literals, shown: reader.shown, unknown: reader.unknown };
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
