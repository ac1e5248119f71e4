/**
 * The state of a tool-use environment (`self._state`): the paths that `reset` builds, that tools write and that
 * criteria read. A path is a list of keys; `*` stands for a key that is computed, or for an item of a list.
 */
import { attributeValue } from './attribute-values.ts';
import { attributesOf } from './attributes.ts';
import type { ClassFacts, Method } from './classes.ts';
import { evaluate } from './constants.ts';
import type { Context } from './helpers.ts';
import { qualifiedName } from './imports.ts';
import { typeOf } from './infer.ts';
import { memo } from './memo.ts';
import type { Expression, Module, Node } from './python/syntax.ts';
import { walk } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import { toolsOf } from './tools.ts';
import { is, type Type, UNKNOWN, union } from './types.ts';
import type { Value } from './values.ts';

export type Path = readonly string[];

export interface StateWrite {
  readonly path: Path;
  readonly node: Node;
  /** `reset`, a tool, or a helper. */
  readonly method: Method;
  /** What is written, or added to the list at the path. */
  readonly value: Expression | undefined;
  readonly type: Type;
  /** `set`: the path itself; `add`: an item of the list, set or dict at the path; `remove`. */
  readonly how: 'set' | 'add' | 'remove';
}

export interface StateFacts {
  /** What `reset` assigns to `_state`, when it is a dict display. */
  readonly initial: Value | undefined;
  readonly writes: readonly StateWrite[];
  /** The whole state, or a part of it, goes where it cannot be followed. */
  readonly escapes: boolean;
}

export const STATE = '_state';
const ADDING: ReadonlySet<string> = new Set(['append', 'add', 'insert', 'extend', 'appendleft']);
const REMOVING: ReadonlySet<string> = new Set(['pop', 'remove', 'clear', 'discard', 'popitem', 'popleft']);

const read = memo((module: Module) => memo((cls: ClassFacts): StateFacts => stateIn({ module, cls }, cls)));

export function stateOf(module: Module, cls: ClassFacts): StateFacts {
  return read(module)(cls);
}

function stateIn(context: Context, cls: ClassFacts): StateFacts {
  const writes: StateWrite[] = [];
  const tracker = new PathTracker(context);
  for (const method of cls.methods.values()) {
    if (!method.self) continue;
    const types = argumentTypesOf(method, context, cls);
    const add = (
      path: Path,
      node: Node,
      value: Expression | undefined,
      how: StateWrite['how'],
      type?: Type,
    ): void => {
      writes.push({
        path,
        node,
        method,
        value,
        how,
        type: type ?? (value ? typeOf(value, { ...context, types }) : UNKNOWN),
      });
    };
    walk(method.node, (node) => {
      if (node.kind === 'Assign' || node.kind === 'AnnAssign' || node.kind === 'AugAssign') {
        for (const target of node.kind === 'Assign' ? node.targets : [node.target]) {
          const path = target.kind === 'Name' ? undefined : tracker.pathOf(target);
          if (!path) continue;
          add(path, node, node.value, 'set', node.kind === 'AugAssign' ? UNKNOWN : undefined);
          if (node.kind !== 'AugAssign' && node.value) within(path, node.value, node, add, context);
        }
      } else if (node.kind === 'Delete') {
        for (const target of node.targets) {
          const path = target.kind === 'Name' ? undefined : tracker.pathOf(target);
          if (path) add(path, node, undefined, 'remove');
        }
      } else if (node.kind === 'Call' && node.func.kind === 'Attribute') {
        const path = tracker.pathOf(node.func.value);
        if (!path) return true;
        const { attr } = node.func;
        const [first] = node.args;
        if (ADDING.has(attr) && first) {
          add([...path, '*'], node, first, 'add');
          within([...path, '*'], first, node, add, context);
        } else if (REMOVING.has(attr)) add(path, node, undefined, 'remove');
        else if (attr === 'update') {
          for (const keyword of node.keywords)
            if (keyword.name !== undefined) add([...path, keyword.name], node, keyword.value, 'set');
          if (first) within(path, first, node, add, context);
        } else if (attr === 'setdefault' && first) {
          add([...path, keyText(first, context)], node, node.args[1], 'set');
        }
      }
      return true;
    });
  }
  return { initial: attributeValue(cls, STATE, context), writes, escapes: escapesFrom(context, cls) };
}

/** Calls that look at what they are given and keep their hands off it. */
const LOOKING: ReadonlySet<string> = new Set(
  'json.dumps copy.deepcopy copy.copy str repr len dict list sorted print any all bool'.split(' '),
);

/** Whether some call may write to the state where it cannot be seen: it gets the state, or updates it with what is not known. */
function escapesFrom(context: Context, cls: ClassFacts): boolean {
  const whole = attributesOf(cls).byName.get(STATE)?.uses ?? [];
  return whole.some(({ node }) => {
    const { parent } = node;
    if (parent?.kind === 'Attribute' && parent.attr === 'update' && parent.parent?.kind === 'Call') {
      const [given] = parent.parent.args;
      return given !== undefined && given.kind !== 'Dict';
    }
    if (parent?.kind !== 'Call' || parent.func === node) return false;
    return !isCriterionCall(parent.func) && !LOOKING.has(qualifiedName(context.module, parent.func) ?? '');
  });
}

/** `self._message_criteria[i](…)`, `criterion(…)`: reads, and SP611 tells where one writes. */
function isCriterionCall(func: Expression): boolean {
  if (func.kind === 'Subscript') return true;
  const name = func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';
  return /crit|cond|check|test|pred|done|goal/i.test(name) && func.kind === 'Name';
}

const SCHEMA_TYPES: Readonly<Record<string, Type>> = {
  string: is('str'),
  integer: is('int'),
  number: union([is('int'), is('float')]),
  boolean: is('bool'),
  array: is('list'),
  object: is('dict'),
  null: is('none'),
};
const ANNOTATIONS: Readonly<Record<string, Type>> = {
  str: is('str'),
  int: is('int'),
  float: union([is('int'), is('float')]),
  bool: is('bool'),
  list: is('list'),
  dict: is('dict'),
};

/** What a tool's parameters are by its schema, else by their annotations. */
function argumentTypesOf(method: Method, context: Context, cls: ClassFacts): ReadonlyMap<Node, Type> {
  const types = new Map<Node, Type>();
  const tool = toolsOf(context.module, cls).listed.find((t) => t.method?.node === method.node);
  if (!method.name.startsWith('tool_')) return types;
  for (const parameter of method.parameters) {
    const schema = tool?.parameters.find((p) => p.name === parameter.name)?.type;
    const annotation = parameter.annotation?.kind === 'Name' ? parameter.annotation.id : undefined;
    const type =
      (schema === undefined ? undefined : SCHEMA_TYPES[schema]) ??
      (annotation === undefined ? undefined : ANNOTATIONS[annotation]);
    if (type) types.set(parameter, type);
  }
  return types;
}

/** The entries of a dict display that is written count as writes too. */
function within(
  path: Path,
  value: Expression,
  node: Node,
  add: (path: Path, node: Node, value: Expression | undefined, how: StateWrite['how']) => void,
  context: Context,
): void {
  if (value.kind === 'Dict') {
    for (const [i, inner] of value.values.entries()) {
      const key = value.keys[i];
      const at = [...path, key ? keyText(key, context) : '*'];
      add(at, node, inner, 'set');
      if (at.length < 8) within(at, inner, node, add, context);
    }
  } else if (value.kind === 'List' || value.kind === 'Tuple') {
    for (const inner of value.elements)
      if (path.length < 8) within([...path, '*'], inner, node, add, context);
  } else if (value.kind === 'DictComp' && path.length < 8) {
    const at = [...path, '*'];
    add(at, node, value.value, 'set');
    within(at, value.value, node, add, context);
  } else if (value.kind === 'ListComp' && path.length < 8)
    within([...path, '*'], value.element, node, add, context);
}

export function keyText(key: Expression, context: Context): string {
  const value = evaluate(key, context);
  return value.kind === 'str' ? value.value : '*';
}

/** Follows expressions to the place in a state that they stand for. */
export class PathTracker {
  private readonly context: Context;
  /** A criterion's parameter: the state itself. */
  private readonly parameter: Node | undefined;

  constructor(context: Context, parameter?: Node) {
    this.context = context;
    this.parameter = parameter;
  }

  /** `self._state["orders"][oid]` → `['orders', '*']`; `undefined` for what is no part of the state. */
  pathOf(node: Expression, depth = 0): Path | undefined {
    if (depth > 10) return undefined;
    switch (node.kind) {
      case 'Attribute':
        return node.attr === STATE && node.value.kind === 'Name' && node.value.id === 'self' ? [] : undefined;
      case 'Subscript': {
        const base = this.pathOf(node.value, depth + 1);
        if (!base) return undefined;
        return node.index.kind === 'Slice' ? base : [...base, keyText(node.index, this.context)];
      }
      case 'Name':
        return this.nameParts(node, depth);
      case 'NamedExpr':
        return this.pathOf(node.value, depth + 1);
      case 'BoolOp':
        // `state.get("x") or {}`
        return node.values[0] && this.pathOf(node.values[0], depth + 1);
      case 'IfExp':
        return this.pathOf(node.body, depth + 1) ?? this.pathOf(node.orelse, depth + 1);
      case 'Call':
        return this.callPath(node, depth);
      default:
        return undefined;
    }
  }

  private nameParts(node: Expression & { kind: 'Name' }, depth: number): Path | undefined {
    for (const definition of definitionsOf(this.context.module, node)) {
      if (this.parameter !== undefined && definition.node === this.parameter) return [];
      const { value, kind, index } = definition;
      if (!value) continue;
      const base =
        kind === 'assign' || kind === 'walrus'
          ? this.pathOf(value, depth + 1)
          : kind === 'for'
            ? this.pathOf(iterated(value), depth + 1)
            : undefined;
      if (!base) continue;
      if (kind !== 'for') return base;
      // `for key, item in state["x"].items()`: the second name is the item.
      const items =
        value.kind === 'Call' &&
        value.func.kind === 'Attribute' &&
        (value.func.attr === 'items' || value.func.attr === 'enumerate');
      return items && index === 0 ? undefined : [...base, '*'];
    }
    return undefined;
  }

  private callPath(node: Expression & { kind: 'Call' }, depth: number): Path | undefined {
    const { func } = node;
    const [first] = node.args;
    if (func.kind === 'Name') {
      // `next(item for item in state["x"] if …)`, `list(state["x"])`
      if (func.id === 'next' && first?.kind === 'GeneratorExp') return this.pathOf(first.element, depth + 1);
      return first && (func.id === 'list' || func.id === 'sorted' || func.id === 'dict' || func.id === 'iter')
        ? this.pathOf(first, depth + 1)
        : undefined;
    }
    if (func.kind !== 'Attribute') return undefined;
    const base = this.pathOf(func.value, depth + 1);
    if (!base) return undefined;
    if ((func.attr === 'get' || func.attr === 'setdefault') && first)
      return [...base, keyText(first, this.context)];
    if (func.attr === 'values') return base;
    return func.attr === 'copy' ? base : undefined;
  }
}

/** What a loop runs over, without the call around it. */
function iterated(value: Expression): Expression {
  if (value.kind !== 'Call') return value;
  if (
    value.func.kind === 'Attribute' &&
    (value.func.attr === 'values' || value.func.attr === 'items' || value.func.attr === 'keys')
  )
    return value.func.value;
  const [first] = value.args;
  return value.func.kind === 'Name' &&
    (value.func.id === 'enumerate' || value.func.id === 'list' || value.func.id === 'sorted') &&
    first
    ? iterated(first)
    : value;
}

/** Whether something that is written at `write` can be met at `read`: `*` on either side fits any key. */
export function meets(write: Path, read: Path): boolean {
  const shared = Math.min(write.length, read.length);
  for (let i = 0; i < shared; i++)
    if (write[i] !== '*' && read[i] !== '*' && write[i] !== read[i]) return false;
  return true;
}

/** The type that a value has, for comparison with what is written at a path. */
export function typeOfValue(value: Value): Type {
  switch (value.kind) {
    case 'str':
    case 'template':
      return is('str');
    case 'num':
      return is(value.float ? 'float' : 'int');
    case 'bool':
      return is('bool');
    case 'none':
      return is('none');
    case 'list':
      return is('list');
    case 'tuple':
      return is('tuple');
    case 'set':
      return is('set');
    case 'dict':
      return is('dict');
    default:
      return UNKNOWN;
  }
}

/** As one writes it: `["orders"][…]`. */
export const showPath = (path: Path): string =>
  path.map((key) => (key === '*' ? '[…]' : `[${JSON.stringify(key)}]`)).join('');
