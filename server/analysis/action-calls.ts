/**
 * Helpers, tables of methods and recursion: how the reading of the action's way goes from one function to the next.
 */
import { type ActionValue, describe, merge, WHOLE } from './action-value.ts';
import type { ClassFacts, Method } from './classes.ts';
import { evaluate } from './constants.ts';
import type { Context } from './helpers.ts';
import { memo } from './memo.ts';
import type { Call, Expression, FunctionDef, Node } from './python/syntax.ts';
import { walk } from './python/visit.ts';
import { bindingsOf, scopesOf } from './scope.ts';
import type { Value } from './values.ts';

const MAX_CALLS = 8;
const MAX_VISITS = 120;

interface Places {
  /** Where variables get values. */
  readonly binding: readonly Node[];
  /** Where values may meet something. */
  readonly meeting: readonly Node[];
}

const BINDING: ReadonlySet<Node['kind']> = new Set([
  'Assign',
  'AnnAssign',
  'NamedExpr',
  'For',
  'Generator',
  'Match',
  'Call',
] as const);
const MEETING: ReadonlySet<Node['kind']> = new Set([
  'Return',
  'Compare',
  'Call',
  'Subscript',
  'Match',
  'Name',
] as const);

const placesIn = memo((fn: FunctionDef): Places => {
  const binding: Node[] = [];
  const meeting: Node[] = [];
  for (const statement of fn.body) {
    walk(statement, (node) => {
      if (node.kind === 'FunctionDef' || node.kind === 'ClassDef') return false;
      if (BINDING.has(node.kind)) binding.push(node);
      if (MEETING.has(node.kind)) meeting.push(node);
      return true;
    });
  }
  return { binding, meeting };
});

export abstract class ActionCalls {
  protected readonly context: Context;
  protected readonly cls: ClassFacts;
  /** The calls that led to the present function, outermost first. */
  protected readonly calls: Call[] = [];
  protected env = new Map<string, ActionValue>();
  protected returned: ActionValue[] = [];
  protected method = '';
  private readonly active: FunctionDef[] = [];
  private readonly entered = new Map<Call, Map<string, ActionValue | undefined>>();
  private visits = 0;

  constructor(context: Context, cls: ClassFacts) {
    this.context = context;
    this.cls = cls;
  }

  /** What of the action an expression holds, `undefined` when nothing. */
  protected abstract valueOf(node: Expression): ActionValue | undefined;
  protected abstract bind(node: Node): void;
  protected abstract meet(node: Node): void;

  /** Follows the action from a method's parameter. */
  from(method: Method, parameter: string): void {
    this.function(method.node, new Map([[parameter, WHOLE]]));
  }

  /** Reads a function whose parameters hold what `env` says; gives what it returns of the action. */
  private function(node: FunctionDef, env: Map<string, ActionValue>): ActionValue | undefined {
    if (this.active.includes(node) || this.active.length >= MAX_CALLS || ++this.visits > MAX_VISITS)
      return undefined;
    const outer = { env: this.env, returned: this.returned, method: this.method };
    this.env = env;
    this.returned = [];
    this.method = node.name;
    this.active.push(node);
    const { binding, meeting } = placesIn(node);
    // Assignments first, twice, so that what a loop carries round is known when the meetings are noted.
    for (let i = 0; i < 2; i++) for (const place of binding) this.bind(place);
    for (const place of meeting) this.meet(place);
    this.active.pop();
    const result = merge(this.returned);
    this.env = outer.env;
    this.returned = outer.returned;
    this.method = outer.method;
    return result;
  }

  protected helper(func: Expression & { kind: 'Attribute' }): Method | undefined {
    if (
      func.value.kind === 'Name' &&
      (func.value.id === 'self' || func.value.id === 'cls' || func.value.id === this.cls.name)
    )
      return this.cls.methods.get(func.attr);
    if (func.value.kind === 'Call' && func.value.func.kind === 'Name' && func.value.func.id === 'super') {
      return this.cls.ancestors.map((a) => a.own.get(func.attr)).find((m) => m !== undefined);
    }
    return undefined;
  }

  protected moduleFunction(name: string, at: Node): FunctionDef | undefined {
    const [binding, ...others] = bindingsOf(scopesOf(this.context.module), name, at);
    return others.length === 0 && binding?.node.kind === 'FunctionDef' ? binding.node : undefined;
  }

  /** Reads a helper with what the call hands it; nothing when no part of the action goes in. */
  protected enter(node: FunctionDef, parameters: readonly string[], call: Call): ActionValue | undefined {
    const env = new Map<string, ActionValue>();
    for (const [i, argument] of call.args.entries()) {
      const value = this.valueOf(argument);
      const name = parameters[i];
      if (value && name) env.set(name, value);
    }
    for (const keyword of call.keywords) {
      const value = this.valueOf(keyword.value);
      if (value && keyword.name) env.set(keyword.name, value);
    }
    if (env.size === 0) return undefined;
    // The same call is met again in every pass over its function; only new contents are worth another reading.
    const key = [...env].map(([name, value]) => `${name}:${describe(value)}`).join(' ');
    const entered = this.entered.get(call) ?? new Map<string, ActionValue | undefined>();
    this.entered.set(call, entered);
    const known = `${node.start} ${key}`;
    if (entered.has(known)) return entered.get(known);
    entered.set(known, undefined);
    this.calls.push(call);
    const result = this.function(node, env);
    this.calls.pop();
    entered.set(known, result);
    return result;
  }

  protected handlersIn(table: Value): { key: Value; method: FunctionDef }[] {
    if (table.kind !== 'dict') return [];
    return table.entries.flatMap(([key, value]) => {
      const method =
        value.kind === 'unknown' && value.node?.kind === 'Attribute'
          ? this.helper(value.node)?.node
          : undefined;
      return method ? [{ key, method }] : [];
    });
  }

  /** The methods that a call through a table may reach: `self.table[verb](rest)`, `handler = self.table.get(verb)`. */
  protected tableTargets(func: Expression): FunctionDef[] {
    let source = func;
    if (func.kind === 'Name') {
      const bindings = bindingsOf(scopesOf(this.context.module), func.id, func).filter(
        (b) => b.value?.kind !== 'Constant',
      );
      const only = bindings.length === 1 ? bindings[0]?.value : undefined;
      if (!only) return [];
      source = only;
    }
    if (source.kind === 'Subscript')
      return this.handlersIn(evaluate(source.value, this.context)).map((h) => h.method);
    if (source.kind !== 'Call') return [];
    if (source.func.kind === 'Attribute' && source.func.attr === 'get')
      return this.handlersIn(evaluate(source.func.value, this.context)).map((h) => h.method);
    const name = source.func.kind === 'Name' && source.func.id === 'getattr' ? source.args[1] : undefined;
    const prefix = name && this.attributeName(name)?.prefix;
    if (!prefix) return [];
    return [...this.cls.methods.values()]
      .filter((m) => m.name.startsWith(prefix) && m.name !== prefix)
      .map((m) => m.node);
  }

  protected attributeName(name: Expression): { prefix: string; value: ActionValue } | undefined {
    if (name.kind === 'BinOp' && name.op === '+' && name.left.kind === 'Str') {
      const value = this.valueOf(name.right);
      return value && { prefix: name.left.value ?? '', value };
    }
    if (name.kind === 'Str') {
      const [text, hole] = name.literals.flatMap((l) => l.segments);
      if (text?.kind !== 'TextSegment' || hole?.kind !== 'Interpolation') return undefined;
      const value = this.valueOf(hole.value);
      return value && { prefix: text.value, value };
    }
    const binding = name.kind === 'Name' ? bindingsOf(scopesOf(this.context.module), name.id, name) : [];
    const source = binding.length === 1 ? binding[0]?.value : undefined;
    return source && source.kind !== 'Name' ? this.attributeName(source) : undefined;
  }
}
