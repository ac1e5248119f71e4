/**
 * What each path of a method returns: through locals, conditional expressions and helpers of the class, with the
 * types and the constant values of the parts.
 */
import { type ClassFacts, TOOL_USE_METHODS } from './classes.ts';
import { evaluate } from './constants.ts';
import { flowOf, truthOf } from './flow.ts';
import { argumentsFor, type Context, helperOf } from './helpers.ts';
import { argumentTypes, isGenerator, type TypeContext, typeOf } from './infer.ts';
import { memo } from './memo.ts';
import type { Call, Expression, FunctionDef, Module, Node, Return } from './python/syntax.ts';
import { definitionsOf } from './reaching.ts';
import { is, isOnly, type Type, tupleOf, UNKNOWN, without } from './types.ts';
import { unknown, type Value } from './values.ts';

export interface Part {
  /** The expression as it stands in the tuple; parameters in it belong to the helper it stands in. */
  readonly expression: Expression | undefined;
  readonly type: Type;
  /** The values that it can have, one for each assignment that reaches it; `unknown` among them means anything. */
  readonly values: readonly Value[];
}

export interface ReturnShape {
  /** The `return` of the method itself; `undefined` when the path ends without one. */
  readonly node: Return | undefined;
  /** Where the tuple or the value stands: the `return`'s expression, a local's assignment, a helper's `return`. */
  readonly at: Node;
  /** The calls between, outermost first. */
  readonly through: readonly Call[];
  readonly type: Type;
  /** The parts when it is a tuple of known length. */
  readonly parts: readonly Part[] | undefined;
}

const MAX_DEPTH = 6;
const MAX_SHAPES = 150;

const shapes = memo((module: Module) =>
  memo((cls: ClassFacts) => memo((fn: FunctionDef) => new Reader({ module, cls }).shapes(fn))),
);

/** Every shape in which a method of the class can return, in source order; paths that cannot be reached are left out. */
export function returnsOf(module: Module, cls: ClassFacts, fn: FunctionDef): readonly ReturnShape[] {
  return shapes(module)(cls)(fn);
}

interface Place {
  readonly node: Return | undefined;
  readonly through: readonly Call[];
  readonly context: TypeContext;
}

class Reader {
  private readonly context: Context;
  private readonly found: ReturnShape[] = [];
  private readonly active: FunctionDef[] = [];

  constructor(context: Context) {
    this.context = context;
  }

  shapes(fn: FunctionDef): readonly ReturnShape[] {
    if (isGenerator(fn) || fn.async) {
      const type = is(fn.async ? 'object' : 'generator');
      return [{ node: undefined, at: fn, through: [], type, parts: undefined }];
    }
    this.function(fn, undefined, [], this.context);
    return this.found;
  }

  private function(
    fn: FunctionDef,
    outer: Return | undefined,
    through: readonly Call[],
    context: TypeContext,
  ): void {
    const flow = flowOf(fn);
    this.active.push(fn);
    for (const { node } of flow.returns) {
      const place: Place = { node: outer ?? node, through, context };
      if (node.value) this.expression(node.value, place, 0);
      else this.add(node, place, is('none'));
    }
    if (flow.fallsOff) this.add(fn, { node: outer, through, context }, is('none'));
    this.active.pop();
  }

  private add(at: Node, place: Place, type: Type, parts?: readonly Part[]): void {
    if (this.found.length < MAX_SHAPES)
      this.found.push({ node: place.node, at, through: place.through, type, parts });
  }

  private expression(node: Expression, place: Place, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.add(node, place, UNKNOWN);
      return;
    }
    switch (node.kind) {
      case 'Tuple':
        this.tuple(node, node.elements, place);
        return;
      case 'IfExp': {
        const truth = truthOf(node.test);
        if (truth !== false) this.expression(node.body, place, depth + 1);
        if (truth !== true) this.expression(node.orelse, place, depth + 1);
        return;
      }
      case 'NamedExpr':
        this.expression(node.value, place, depth + 1);
        return;
      case 'Name': {
        const definitions = definitionsOf(this.context.module, node);
        const plain =
          definitions.length > 0 &&
          definitions.every(
            (d) => (d.kind === 'assign' || d.kind === 'walrus') && d.value && d.index === undefined,
          );
        if (!plain) break;
        for (const { value } of definitions) if (value) this.expression(value, place, depth + 1);
        return;
      }
      case 'Call': {
        const helper = helperOf(node, place.context);
        if (
          helper &&
          !helper.node.async &&
          !isGenerator(helper.node) &&
          !this.active.includes(helper.node) &&
          place.through.length < MAX_DEPTH
        ) {
          const context = this.entering(helper, node, place.context);
          this.function(helper.node, place.node, [...place.through, node], context);
          return;
        }
        if (this.isBaseStep(node)) {
          this.baseStep(node, place);
          return;
        }
        break;
      }
    }
    const type = typeOf(node, place.context);
    const parts = isOnly(type, 'tuple')
      ? type.items?.map((item): Part => ({ expression: undefined, type: item, values: [unknown()] }))
      : undefined;
    this.add(node, place, type, parts);
  }

  private entering(
    helper: { readonly node: FunctionDef; readonly parameters: FunctionDef['parameters'] },
    call: Call,
    context: TypeContext,
  ): TypeContext {
    const values = argumentsFor(helper.parameters, call, (argument) => only(this.values(argument, context)));
    return { ...argumentTypes(helper.parameters, call, context, 0), parameters: values };
  }

  private tuple(node: Expression, elements: readonly Expression[], place: Place): void {
    if (elements.some((e) => e.kind === 'Starred')) {
      this.add(node, place, is('tuple'));
      return;
    }
    const parts = elements.map(
      (expression): Part => ({
        expression,
        type: this.partType(expression, place.context),
        values: this.values(expression, place.context),
      }),
    );
    this.add(node, place, tupleOf(parts.map((p) => p.type)), parts);
  }

  /** A local that is tested against `None` somewhere is not taken to be `None`: the test may be why it is not. */
  private partType(node: Expression, context: TypeContext): Type {
    const type = typeOf(node, context);
    return node.kind === 'Name' && type.names.length > 1 && type.names.includes('none')
      ? { ...without(type, 'none'), unknown: true }
      : type;
  }

  /** The values of an expression over the assignments that reach it. */
  private values(node: Expression, context: TypeContext, depth = 0): readonly Value[] {
    if (node.kind === 'IfExp' && depth < 3)
      return [...this.values(node.body, context, depth + 1), ...this.values(node.orelse, context, depth + 1)];
    if (node.kind !== 'Name' || depth > 3) return [evaluate(node, context)];
    const definitions = definitionsOf(this.context.module, node);
    if (definitions.length === 0) return [unknown(node)];
    return definitions.flatMap((d) => {
      if (d.kind === 'parameter') return [context.parameters?.get(d.node) ?? unknown(node)];
      return d.kind === 'assign' && d.value && d.index === undefined
        ? this.values(d.value, context, depth + 1)
        : [unknown(node)];
    });
  }

  /** `super().step(action)` of the injected base class. */
  private isBaseStep(node: Call): boolean {
    const { func } = node;
    return (
      this.context.cls?.toolUse === true &&
      func.kind === 'Attribute' &&
      TOOL_USE_METHODS.has(func.attr) &&
      (func.attr === 'step' || func.attr === '_after_turn') &&
      func.value.kind === 'Call' &&
      func.value.func.kind === 'Name' &&
      func.value.func.id === 'super'
    );
  }

  private baseStep(node: Call, place: Place): void {
    const parts = (['str', 'float', 'bool', 'bool', 'dict'] as const).map(
      (name): Part => ({ expression: undefined, type: is(name), values: [unknown()] }),
    );
    this.add(node, place, tupleOf(parts.map((p) => p.type)), parts);
  }
}

const only = (values: readonly Value[]): Value => (values.length === 1 && values[0] ? values[0] : unknown());
